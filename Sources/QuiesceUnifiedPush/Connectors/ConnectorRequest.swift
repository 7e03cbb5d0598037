import QuiesceBus

/// A connector's call, read and checked.
enum ConnectorRequest: Equatable {
    case introspect
    case register(Registration)
    case unregister(token: String, Registration.Version)

    /// Why a call is no request; nothing has changed for it.
    struct Wrong: Error, Equatable {
        /// The end of one of D-Bus's own errors.
        var name: String
        var message: String
    }

    init(_ call: borrowing BusMessage) throws(Wrong) {
        guard let (interface, method) = call.method else {
            throw Wrong(name: "UnknownMethod", message: "it names no method")
        }
        let signature = call.signature
        switch (interface, method, signature) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect", ""): self = .introspect
        case ("org.unifiedpush.Distributor1", "Register", "sss"):
            let (service, token) = (call.string() ?? "", call.string() ?? "")
            self = .register(
                try Self.registration(
                    .first, service, token, description: call.string() ?? "", vapid: nil))
        case ("org.unifiedpush.Distributor1", "Unregister", "s"):
            self = .unregister(token: call.string() ?? "", .first)
        case ("org.unifiedpush.Distributor2", "Register", "a{sv}"):
            let fields = call.tree()
            self = .register(
                try Self.registration(
                    .second, fields?["service"]?.text ?? "", fields?["token"]?.text ?? "",
                    description: fields?["description"]?.text ?? "", vapid: fields?["vapid"]?.text))
        case ("org.unifiedpush.Distributor2", "Unregister", "a{sv}"):
            self = .unregister(token: call.tree()?["token"]?.text ?? "", .second)
        case (_, _, _):
            throw Wrong(
                name: "UnknownMethod",
                message:
                    "there is no \(interface ?? "").\(method)(\(signature)) here; see Introspect")
        }
    }

    /// A checked registration; a description that is too long is cut.
    static func registration(
        _ version: Registration.Version, _ service: String, _ token: String, description: String,
        vapid: String?
    ) throws(Wrong) -> Registration {
        guard BusName.isWellKnown(service) else {
            throw Wrong(
                name: "InvalidArgs",
                message: "service must be the connector's name on the bus, as org.example.App")
        }
        guard (1...Limits.tokenBytes).contains(token.utf8.count) else {
            throw Wrong(
                name: "InvalidArgs", message: "token must have 1 to \(Limits.tokenBytes) bytes")
        }
        let vapid = vapid?.isEmpty == true ? nil : vapid
        if let vapid, WebPushTopic.key(vapid) == nil {
            throw Wrong(
                name: "InvalidArgs",
                message: "vapid must be a P-256 key, uncompressed, in base64url without padding")
        }
        var short = description
        while short.utf8.count > Limits.descriptionBytes { short.removeLast() }
        return Registration(
            token: token, service: service, version: version, description: short, vapid: vapid)
    }
}
