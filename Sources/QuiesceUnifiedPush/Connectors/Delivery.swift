import QuiesceBus

/// A call that a connector is to get.
struct Delivery {
    enum Kind: Equatable {
        /// A message, by its number in the store.
        case message(Int64)
        case newEndpoint
        /// It wanted so itself.
        case unregistered(Registration.Version)
    }

    var token: String
    var kind: Kind
    /// How often its connector ended over it, or had no object for it.
    var tries = 0

    /// Writes the call; nil: there is nothing to say any more.
    func call(to owner: String, on bus: MessageBus, _ store: Store) throws -> BusMessage? {
        let registration = store.registrations[token]
        switch kind {
        case .message(let number):
            guard let registration, let message = try store.message(number) else { return nil }
            return try message.call(to: owner, on: bus, registration.version)
        case .newEndpoint:
            guard let registration, let endpoint = registration.endpoint else { return nil }
            let call = try Self.call(owner, bus, registration.version, "NewEndpoint")
            switch registration.version {
            case .first:
                try call.append(token)
                try call.append(endpoint)
            case .second: try call.append(texts: ["token": token, "endpoint": endpoint])
            }
            return call
        case .unregistered(let version):
            let call = try Self.call(owner, bus, version, "Unregistered")
            switch version {
            case .first: try call.append("")
            case .second: try call.append(texts: ["token": token])
            }
            return call
        }
    }

    fileprivate static func call(
        _ owner: String, _ bus: MessageBus, _ version: Registration.Version, _ method: String
    ) throws -> BusMessage {
        try bus.call(
            owner, path: BusName.connectorPath,
            interface: "\(BusName.connectorInterface)\(version.rawValue)", method: method)
    }
}

extension Message {
    fileprivate func call(
        to owner: String, on bus: MessageBus, _ version: Registration.Version
    ) throws -> BusMessage {
        let call = try Delivery.call(owner, bus, version, "Message")
        switch version {
        case .first:
            try call.append(token)
            try call.append(bytes: body)
            try call.append(id)
        case .second:
            try call.begin(BusType.array, "{sv}")
            try call.entry("token", "s") { () throws(BusError) in try call.append(token) }
            try call.entry("message", "ay") { () throws(BusError) in try call.append(bytes: body) }
            try call.entry("id", "s") { () throws(BusError) in try call.append(id) }
            try call.end()
        }
        return call
    }
}

extension BusMessage {
    /// An `a{sv}` of strings.
    func append(texts: KeyValuePairs<String, String>) throws(BusError) {
        try begin(BusType.array, "{sv}")
        for (name, text) in texts {
            try entry(name, "s") { () throws(BusError) in try append(text) }
        }
        try end()
    }
}
