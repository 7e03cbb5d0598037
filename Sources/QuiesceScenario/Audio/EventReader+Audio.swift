import QuiesceCore
import QuiesceSimulation

// Events of sound: apps that play and record, and the sound server.
extension EventRoom {
    static let audio = EventRoom(actions: ["sound"]) { $0.sound($1, $2) }
}

extension Reader {
    /// `sound: {app: Radio, session: playback, mixes: true}`, `{app: Radio, active: true}`,
    /// `{app: Radio, plays: true}` (with `silent: true` nobody hears it),
    /// `{app: Radio, records: true}`, or `sound: {server: true}`: there is a sound server.
    fileprivate func sound(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = [
            "app", "session", "mixes", "active", "plays", "records", "silent", "server",
        ]
        guard let fields = map(field.value, of: "sound", keys: keys) else { return nil }
        if let server = fields["server"] {
            return flag(server).map { .step(.audio(.server(isThere: $0))) }
        }
        guard let app = fields["app"] else {
            report(fields.mark, "sound needs \"app\", or \"server\"")
            return nil
        }
        guard let app = self.app(app, apps) else { return nil }
        if let session = fields["session"] {
            let mixes = fields["mixes"].map(flag) ?? false
            guard let category = choice(session, AudioCategory.self), let mixes else { return nil }
            return .step(.audio(.ask(app: app, .set(AudioSetting(category, mixes: mixes)))))
        }
        if let active = fields["active"] {
            return flag(active).map {
                .step(.audio(.ask(app: app, $0 ? .activate : .deactivate(notifies: true))))
            }
        }
        return making(app, fields)
    }

    private func making(_ app: Int, _ fields: Fields) -> DeclaredEvent.What? {
        guard fields["plays"] != nil || fields["records"] != nil else {
            report(
                fields.mark,
                "an app's sound is a \"session\", \"active\", \"plays\" or \"records\"")
            return nil
        }
        let plays = fields["plays"].map(flag) ?? false
        let records = fields["records"].map(flag) ?? false
        let isSilent = fields["silent"].map(flag) ?? false
        guard let plays, let records, let isSilent else { return nil }
        return .step(
            .audio(.sound(app: app, plays: plays, records: records, isLoud: plays && !isSilent)))
    }
}
