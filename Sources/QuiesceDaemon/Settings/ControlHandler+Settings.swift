import QuiesceCore
import QuiesceWire

// An app's settings (Q5).
extension ControlHandler {
    func handle(_ request: ControlRequest.Setting, _ client: ControlServer.Client) {
        switch request {
        case .settings(let app): settings(app, client)
        case .setSetting(let app, let key, let value): set(app, key, value, client)
        }
    }

    func settings(_ app: String, _ client: ControlServer.Client) {
        guard let view = installed(app, client) else { return }
        daemon.settings.rows(of: view.manifest.id) { [self] rows in
            switch rows {
            case .success(let rows): list(rows, client)
            case .failure(let error): client.refuse(error.reason, "\(app): \(error.message)")
            }
        }
    }

    func set(_ app: String, _ key: String, _ value: SettingValue?, _ client: ControlServer.Client) {
        guard let view = installed(app, client) else { return }
        guard (1...Limits.settingKeyBytes).contains(key.utf8.count), !key.utf8.contains(0) else {
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "\(app): a setting's name has 1 to \(Limits.settingKeyBytes) bytes")
        }
        if let value {
            guard value.text.utf8.count <= Limits.settingValueBytes,
                value.text.isPropertyListText, value.propertyList != nil
            else {
                return client.refuse(
                    ProtocolErrorCode.malformed.rawValue,
                    "\(app): \(key) can't have that value; a setting is a bool, a number, a date or a text of at most \(Limits.settingValueBytes) bytes without control characters"
                )
            }
        }
        daemon.settings.set(view.manifest.id, key, to: value) { [self] result in
            switch result {
            case .success((let from, let to)):
                // Nothing that the app doesn't know.
                let action = "\(key) \(value?.text ?? "deleted")"
                guard from != to else {
                    return client.send(.done(message: "\(action): as it was before"))
                }
                perform(action, about: app, for: client, nobody: Self.later(view)) {
                    .settingsChanged(view.manifest.id, from: from, to: to, $0)
                }
            case .failure(let error): client.refuse(error.reason, "\(app): \(error.message)")
            }
        }
    }
}

extension String {
    /// XML has no control characters but these.
    fileprivate var isPropertyListText: Bool {
        unicodeScalars.allSatisfy { $0.value >= 0x20 || "\t\n".unicodeScalars.contains($0) }
    }
}
