import QuiesceSimulation

extension EventRoom {
    static let fetches = EventRoom(actions: ["fetch", "fetchInterval"]) { reader, field, apps in
        switch field.key {
        case "fetch": reader.app(field, apps).map { .step(.fetch(app: $0)) }
        case _: reader.fetchInterval(field, apps)
        }
    }
}

extension Reader {
    /// `fetchInterval: {app: Mail, of: 15m}`, or `of: never`: the app asks for it, if it runs.
    fileprivate func fetchInterval(
        _ field: Fields.Entry, _ apps: [DeclaredApp]
    ) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["of"], apps) else { return nil }
        guard let of = fields?["of"] else {
            report(field.value.mark, "fetchInterval needs \"of\": a duration, or never")
            return nil
        }
        return duration(of, or: "never").map { milliseconds in
            .step(
                .notification(app: app, .fetchInterval(milliseconds.map { Double($0) / 1_000 })))
        }
    }
}
