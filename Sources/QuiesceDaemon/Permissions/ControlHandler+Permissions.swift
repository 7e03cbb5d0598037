import QuiesceCore
import QuiesceWire

// The user's settings of the permissions of apps (U4).
extension ControlHandler {
    func handle(_ request: ControlRequest.Permission, _ client: ControlServer.Client) {
        switch request {
        case .permissions(let app): permissions(app, client)
        case .setPermission(let app, let permission, let state):
            set(app, permission: permission, state, client)
        case .prompts: prompts(client)
        case .answerPrompt(let prompt, let allow):
            perform(
                "prompt \(prompt), \(allow ? "allowed" : "denied")", for: client,
                nobody: "its app is told when it runs again"
            ) { .answerPrompt(PromptID(prompt), allow: allow, $0) }
        }
    }

    func permissions(_ app: String, _ client: ControlServer.Client) {
        guard let view = installed(app, client),
            let permissions = device.machine.permissions(of: view.manifest.id)
        else { return }
        let known = view.manifest.isHosted ? Permission.allCases : Permission.ofApps
        list(
            known.map {
                PermissionRow(permission: $0.rawValue, state: permissions[$0].rawValue)
            }, client)
    }

    func set(
        _ app: String, permission: String, _ state: String, _ client: ControlServer.Client
    ) {
        guard let permission = Permission(rawValue: permission),
            let state = PermissionState(rawValue: state),
            state != .authorizedWhenInUse || permission == .location
        else {
            let known = Permission.allCases.map(\.rawValue).joined(separator: ", ")
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "there is no permission like that; known: \(known), each authorized, denied or notDetermined, and location authorizedWhenInUse"
            )
        }
        perform(
            "\(permission.rawValue) \(state.rawValue)", app, for: client,
            nobody: Self.later
        ) { .setPermission($0, permission, state, $1) }
    }

    func prompts(_ client: ControlServer.Client) {
        let front = device.machine.foreground
        list(
            device.machine.prompts.map {
                var row = PromptRow(
                    prompt: $0.id.value, app: $0.app.name, permission: $0.permission.rawValue,
                    shown: $0.app == front)
                if $0.permission == .location {
                    row.range = $0.whenInUse == true ? "whenInUse" : "always"
                }
                return row
            }, client)
    }
}
