extension ControlRequest {
    /// Requests about the permissions that the user gives apps.
    // derive: tag=type
    public enum Permission: Sendable, Hashable {
        /// The permissions that the user gives an app (U4).
        case permissions(app: String)
        /// `state`: `authorized`, `denied`, or `notDetermined`, as at the beginning.
        case setPermission(app: String, permission: String, state: String)
        /// The questions of apps to the user.
        case prompts
        case answerPrompt(prompt: UInt64, allow: Bool)
    }
}
