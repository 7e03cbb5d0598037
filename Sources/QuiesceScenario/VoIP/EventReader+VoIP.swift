import QuiesceCore
import QuiesceSimulation

// Connections by which apps wait for calls, and what comes by them.
extension EventRoom {
    static let voip = EventRoom(actions: ["socket"]) { $0.socket($1, $2) }
}

extension Reader {
    /// `socket: {app: Phone, keep: 5}`, `{app: Phone, arrives: 5}`, `{app: Phone, ends: 5}`,
    /// `{app: Phone, closes: 5}` or `{app: Phone, keepAlive: 600}` (seconds; 0 clears it).
    fileprivate func socket(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = ["app", "keep", "arrives", "ends", "closes", "keepAlive"]
        guard let fields = map(field.value, of: "socket", keys: keys) else { return nil }
        guard let app = fields["app"] else {
            report(fields.mark, "socket needs \"app\"")
            return nil
        }
        guard let app = self.app(app, apps) else { return nil }
        if let seconds = fields["keepAlive"] {
            return number(seconds, in: 0...604_800).map {
                .step(.voip(.keepAlive(app: app, seconds: $0 == 0 ? nil : Double($0))))
            }
        }
        let makes: [(String, (Int32) -> VoIPStep)] = [
            ("keep", { .keep(app: app, descriptor: $0) }),
            ("arrives", { .arrive(app: app, descriptor: $0) }),
            ("ends", { .hangUp(app: app, descriptor: $0) }),
            ("closes", { .close(app: app, descriptor: $0, tells: true) }),
        ]
        for (key, make) in makes {
            guard let value = fields[key] else { continue }
            return number(value, in: 3...1_000_000).map { .step(.voip(make(Int32($0)))) }
        }
        report(
            fields.mark,
            "a socket is one to \"keep\", that \"arrives\", \"ends\" or \"closes\", or a \"keepAlive\""
        )
        return nil
    }
}
