extension ControlRequest {
    /// Tasks that apps began in front, and go on with (F10).
    // derive: tag=type
    public enum ContinuedTasks: Sendable, Hashable {
        /// `ContinuedRow`s.
        case continuedTasks
        /// As the user does who stops it: of the app, the task of this identifier, or all.
        case stopContinuedTask(app: String, identifier: String?)
    }
}
