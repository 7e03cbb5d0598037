/// An app asks the user for a permission, once: the answer is kept.
// derive: json
public struct Prompt: Sendable, Hashable {
    /// The number of the decision that says so in the log.
    public var id: PromptID
    public var app: AppID
    public var permission: Permission
    /// Only while the app is in use; nil: always.
    public var whenInUse: Bool?
    /// The user lets it while it is in use already, and is asked for more.
    public var fromWhenInUse: Bool?

    package init(
        id: PromptID, app: AppID, permission: Permission, whenInUse: Bool? = nil,
        fromWhenInUse: Bool? = nil
    ) {
        self.id = id
        self.app = app
        self.permission = permission
        self.whenInUse = whenInUse
        self.fromWhenInUse = fromWhenInUse
    }

    package var asksForAlways: Bool { fromWhenInUse == true }

    /// The state of the permission after the user's answer.
    package func state(allow: Bool) -> PermissionState {
        if allow { return whenInUse == true ? .authorizedWhenInUse : .authorized }
        return asksForAlways ? .authorizedWhenInUse : .denied
    }
}
