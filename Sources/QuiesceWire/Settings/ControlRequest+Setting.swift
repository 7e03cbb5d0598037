extension ControlRequest {
    /// Apps' settings.
    // derive: tag=type
    public enum Setting: Sendable, Hashable {
        /// An app's settings (Q5).
        case settings(app: String)
        /// nil: the setting is deleted.
        case setSetting(app: String, key: String, value: SettingValue?)
    }
}
