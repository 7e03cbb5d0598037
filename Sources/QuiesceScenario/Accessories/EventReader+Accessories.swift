import QuiesceCore
import QuiesceSimulation

// Events of accessories: they are plugged in and pulled out, they send bytes, and apps open and
// close sessions with them.
extension EventRoom {
    static let accessories = EventRoom(actions: ["wire"]) { $0.wire($1, $2) }
}

extension Reader {
    /// `wire: {plug: Scale, speaks: [org.example.scale]}`, `{pull: Scale}`,
    /// `{from: Scale, bytes: 12}`, `{app: Kitchen, opens: Scale}` or
    /// `{app: Kitchen, closes: true}`.
    fileprivate func wire(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = ["plug", "speaks", "pull", "from", "bytes", "app", "opens", "closes"]
        guard let fields = map(field.value, of: "wire", keys: keys) else { return nil }
        if let plug = fields["plug"] {
            guard let speaks = fields["speaks"] else {
                report(fields.mark, "what is plugged in \"speaks\" a list of protocols")
                return nil
            }
            let protocols = names(speaks)
            guard let name = text(plug), !protocols.isEmpty else { return nil }
            return .step(.accessory(.plug(name: name, protocols: protocols)))
        }
        if let pull = fields["pull"] {
            return text(pull).map { .step(.accessory(.pull(name: $0))) }
        }
        if let from = fields["from"] {
            let bytes = fields["bytes"].map { number($0, in: 1...4_096) } ?? 1
            guard let name = text(from), let bytes else { return nil }
            return .step(.accessory(.sends(name: name, bytes: bytes)))
        }
        guard let app = fields["app"].flatMap({ self.app($0, apps) }) else {
            if fields["app"] == nil {
                report(fields.mark, "wire needs \"plug\", \"pull\", \"from\" or \"app\"")
            }
            return nil
        }
        if let opens = fields["opens"] {
            return text(opens).map { .step(.accessory(.open(app: app, name: $0))) }
        }
        guard fields["closes"].flatMap(flag) == true else {
            report(
                fields.mark, "an app \"opens\" a session by the accessory's name, or \"closes\" it")
            return nil
        }
        return .step(.accessory(.close(app: app)))
    }

    /// Protocols, such as org.example.scale.
    func names(_ field: Fields.Entry) -> [String] {
        list(field.value, of: "protocols").compactMap { node in
            if case .scalar(let scalar) = node, !scalar.string.isEmpty { return scalar.string }
            report(node.mark, "\(field.key) lists names such as org.example.scale")
            return nil
        }
    }
}
