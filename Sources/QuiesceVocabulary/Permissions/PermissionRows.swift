/// A row of `quiesce permissions` (U4).
// derive: json sorted
public struct PermissionRow: Sendable, Hashable {
    /// `notifications`, `location`, `microphone`, `bluetooth` or `backgroundRefresh`
    public var permission: String
    /// `notDetermined`, `denied`, `authorized` or, of location, `authorizedWhenInUse`
    public var state: String

    public init(permission: String, state: String) {
        self.permission = permission
        self.state = state
    }
}

/// A row of `quiesce prompts`: what an app asks the user.
// derive: json sorted
public struct PromptRow: Sendable, Hashable {
    public var prompt: UInt64
    public var app: String
    public var permission: String
    /// Its app is in front, which it covers; else it waits until it is.
    public var shown: Bool
    /// For location `whenInUse` or `always`; nil: the permission has no such range.
    public var range: String?

    public init(prompt: UInt64, app: String, permission: String, shown: Bool) {
        self.prompt = prompt
        self.app = app
        self.permission = permission
        self.shown = shown
    }
}
