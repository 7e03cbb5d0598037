// The permissions that the user gives each app (U4, F8).
extension Surroundings {
    mutating func requestPermission(
        _ app: AppID, _ launch: Launch, request: UInt64, _ permission: Permission
    ) {
        update(app, launch) {
            if $0.isNew(request: request) { $0.askFor(permission, $1, &$2) }
            $2.effects.append(.ack(app, launch, request: request))
        }
        followInterruptions()
    }

    /// As `requestPermission`, of a request that was taken; `whenInUse`: only while the app is.
    mutating func askForLocation(_ app: AppID, whenInUse: Bool) {
        update(app) { $0.askFor(.location, whenInUse: whenInUse, $1, &$2) }
        followInterruptions()
    }

    /// The user sets a switch. `notDetermined`: as at the beginning.
    mutating func setPermission(
        _ app: AppID, _ permission: Permission, _ state: PermissionState, _ ticket: Ticket
    ) {
        guard isInstalled(app) else { return refuse(Refusal(.unknownApp), app, ticket) }
        let state = permission.nearest(to: state)
        _ = out.decide(
            .input, .permissionSet, .u4, detail: .permission(permission, state), app: app)
        let before = permissionsFact(app)
        update(app) { app, context, out in
            app.grants.permissions[permission] = state
            app.grants.answer(permission)
            app.dropForbiddenWakes(context, &out)
        }
        if let fact = permissionsFact(app) {
            if fact != before { out.record(.put(fact)) }
        } else if before != nil {
            out.record(.delete(key: Fact.key(permissionsOf: app)))
        }
        followInterruptions()
        news.append(.permissionSet(app))
        noteChange(of: app)
        answer(ticket, durable: true)
    }

    mutating func answerPrompt(
        _ prompt: PromptID, allow: Bool, _ ticket: Ticket
    ) {
        guard let prompt = prompts.first(where: { $0.id == prompt }) else {
            return refuse(Refusal(.unknownPrompt, rule: .u4), nil, ticket)
        }
        // Nobody sees it.
        if isLockedOrLocking {
            return refuse(Refusal(.deviceLocked, rule: .s7), prompt.app, ticket)
        }
        setPermission(
            prompt.app, prompt.permission, prompt.state(allow: allow), ticket)
    }

    /// nil: they are as at the beginning.
    func permissionsFact(_ app: AppID) -> Fact? {
        guard let permissions = permissions(of: app), permissions != AppPermissions() else {
            return nil
        }
        return .permissions(PermissionsFact(app: app, permissions: permissions))
    }
}

extension SystemMachine {
    /// Questions that apps wait for the user to answer, in order of installation. One is shown
    /// while its app is in front, which is inactive meanwhile (S7); an app that ends takes its own
    /// with it.
    public var prompts: [Prompt] { around.prompts }

    /// nil if it isn't installed.
    public func permissions(of app: AppID) -> AppPermissions? { around.permissions(of: app) }
}
