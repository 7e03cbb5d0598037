/// The permissions of one app, and what it knows of them.
// derive: json
struct Grants: Sendable, Hashable {
    /// Outlives the process, and the device's restart.
    var permissions = AppPermissions()
    /// As the app was last told, or found at its launch.
    var told = AppPermissions()
    /// The questions that this process asked and hasn't been told the answers to.
    var asked: [Prompt] = []

    /// Questions that the user has to answer.
    var prompts: [Prompt] { asked.filter(isOpen) }

    /// The user hasn't answered it: he hasn't said anything, or only let the app know while it is
    /// in use.
    private func isOpen(_ prompt: Prompt) -> Bool {
        let state = permissions[prompt.permission]
        return state == .notDetermined || state == .authorizedWhenInUse && prompt.asksForAlways
    }

    /// Cheap, as every event asks.
    var hasUntold: Bool { (permissions != told || !asked.isEmpty) && !untold.isEmpty }

    /// The permissions that the app is to be told of.
    var untold: [Permission] {
        Permission.ofApps.filter { permission in
            permissions[permission] != told[permission]
                || asked.contains { $0.permission == permission && !isOpen($0) }
        }
    }

    /// - Returns: false, if it waits for the answer already.
    mutating func ask(_ prompt: Prompt) -> Bool {
        guard !asked.contains(where: { $0.permission == prompt.permission }) else { return false }
        asked.append(prompt)
        return true
    }

    /// The user has said what the app may: nothing more is asked of him.
    mutating func answer(_ permission: Permission) {
        for at in asked.indices where asked[at].permission == permission {
            asked[at].fromWhenInUse = nil
        }
    }

    mutating func tell(_ permission: Permission) {
        told[permission] = permissions[permission]
        asked.removeAll { $0.permission == permission }
    }

    /// Another process: it asks anew, and finds what the user has decided.
    mutating func launched() {
        told = permissions
        asked = []
    }
}

// The app's questions to the user, and the answers that the app hears (U4).
extension AppMachine {
    /// Whether the user lets it be launched and resumed in the background (F8).
    func mayRefresh(_ context: AppContext) -> Bool {
        context.device.conditions.backgroundRefresh
            && grants.permissions[.backgroundRefresh] == .authorized
    }

    /// Wake-ups that wait for a launch which the user doesn't want any more.
    mutating func dropForbiddenWakes(_ context: AppContext, _ out: inout Recorder) {
        guard !mayRefresh(context) else { return }
        dropWaitingWakes(.backgroundRefreshOff, context, &out) { !$0.isNoRefresh }
    }

    mutating func askFor(
        _ permission: Permission, whenInUse: Bool = false, _ context: AppContext,
        _ out: inout Recorder
    ) {
        guard permission.isAskedFor else { return }
        let state = grants.permissions[permission]
        let prompt = Prompt(
            id: PromptID(out.lastDecision &+ 1), app: id, permission: permission,
            whenInUse: whenInUse ? true : nil,
            fromWhenInUse: state == .authorizedWhenInUse && !whenInUse ? true : nil)
        let isOpen = state == .notDetermined || prompt.asksForAlways
        guard grants.ask(prompt), isOpen else { return }
        // Numbered as the prompt.
        note(.input, .permissionAsked, .u4, detail: .permission(permission, .notDetermined), &out)
    }

    /// As `tell(inFront:)`, of what it may do.
    mutating func tellPermissions(_ context: AppContext, _ out: inout Recorder) {
        for permission in grants.untold where !isBehind {
            grants.tell(permission)
            let state = grants.permissions[permission]
            note(.deliver, .permissionTold, .u4, detail: .permission(permission, state), &out)
            deliver(.permission(permission, state), context, &out)
        }
    }
}
