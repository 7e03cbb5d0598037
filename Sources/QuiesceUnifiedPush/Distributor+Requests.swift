import QuiesceBus

// Connectors' requests.
extension Distributor {
    func answer(_ call: borrowing BusMessage) {
        do throws(BusError) {
            let request: ConnectorRequest
            do throws(ConnectorRequest.Wrong) { request = try ConnectorRequest(call) } catch {
                let name = "org.freedesktop.DBus.Error.\(error.name)"
                return try bus.refuse(call, name, error.message)
            }
            switch request {
            case .introspect:
                try bus.answer(call) { answer throws(BusError) in
                    try answer.append(Introspection.text)
                }
            case .register(let registration): try register(registration, call)
            case .unregister(let token, let version): try unregister(token, version, call)
            }
        } catch { say(trouble: "a connector can't be answered: \(error)") }
    }

    /// The reasons of the specification for which there is no registration.
    private enum Reason: String {
        case internalError = "INTERNAL_ERROR"
        case actionRequired = "ACTION_REQUIRED"
    }

    private func register(
        _ wanted: Registration, _ call: borrowing BusMessage
    ) throws(BusError) {
        let known = store.registrations[wanted.token]
        if let known, known.service != wanted.service, !known.isLeaving {
            return try bus.refuse(
                call, "org.freedesktop.DBus.Error.InvalidArgs",
                "the token is another program's; make a random one")
        }
        guard let upstream else {
            return try fail(
                wanted, call, .actionRequired,
                "no push server is set up: run quiesce-unifiedpush with --ntfy or --gateway")
        }
        guard known != nil || store.registrations.count < Limits.registrations else {
            return try fail(
                wanted, call, .actionRequired,
                "there are \(Limits.registrations) registrations; unregister some")
        }
        var registration = known.map { $0.isLeaving ? wanted : $0 } ?? wanted
        registration.version = wanted.version
        registration.description = wanted.description
        if registration.vapid != wanted.vapid {
            // The topic says which key senders must have.
            registration.vapid = wanted.vapid
            registration.topic = nil
            registration.endpoint = nil
            registration.isAnnounced = false
        }
        if registration != known {
            do { try store.put(registration) } catch {
                return try fail(wanted, call, .internalError, "it can't be stored: \(error)")
            }
        }
        try bus.answer(call) { answer throws(BusError) in
            switch wanted.version {
            case .first:
                try answer.append("REGISTRATION_SUCCEEDED")
                try answer.append("")
            case .second: try answer.append(texts: ["success": "REGISTRATION_SUCCEEDED"])
            }
        }
        if registration.endpoint != nil { deliver(.newEndpoint, to: registration.token) }
        upstream.update()
    }

    private func fail(
        _ wanted: Registration, _ call: borrowing BusMessage, _ reason: Reason, _ why: String
    ) throws(BusError) {
        say(trouble: "\(wanted.service) isn't registered: \(why)")
        try bus.answer(call) { answer throws(BusError) in
            switch wanted.version {
            case .first:
                try answer.append("REGISTRATION_FAILED")
                try answer.append(why)
            case .second:
                try answer.append(texts: [
                    "success": "REGISTRATION_FAILED", "reason": reason.rawValue,
                ])
            }
        }
    }

    private func unregister(
        _ token: String, _ version: Registration.Version, _ call: borrowing BusMessage
    ) throws(BusError) {
        if var registration = store.registrations[token], !registration.isLeaving {
            registration.isLeaving = true
            do { try store.put(registration) } catch {
                return try bus.refuse(
                    call, "org.freedesktop.DBus.Error.Failed",
                    "it can't be stored (\(error)); try again later")
            }
            deliver(
                Delivery(token: token, kind: .unregistered(registration.version)),
                to: registration.service)
            if let upstream { upstream.update() } else { left(token) }
        }
        try bus.answer(call) { answer throws(BusError) in
            if version == .second { try answer.append(texts: [:]) }
        }
    }
}
