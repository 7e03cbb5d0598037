extension ControlRequest {
    /// What the user lets apps do.
    // derive: tag=type
    public enum Permission: Sendable, Hashable {
        /// What the user lets an app do (U4).
        case permissions(app: String)
        /// `state`: `authorized`, `denied`, or `notDetermined`, as at the beginning.
        case setPermission(app: String, permission: String, state: String)
        /// What apps ask the user.
        case prompts
        case answerPrompt(prompt: UInt64, allow: Bool)
    }
}
