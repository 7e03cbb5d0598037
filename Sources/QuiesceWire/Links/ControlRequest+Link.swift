extension ControlRequest {
    /// URLs, quick actions and activities that apps are opened with.
    // derive: tag=type
    public enum Link: Sendable, Hashable {
        /// `app`: the one that opens it; nil: the first installed one that has the scheme.
        case openURL(url: String, app: String?)
        /// `shortcut`: the quick action's type.
        case openShortcut(app: String, shortcut: String)
        /// `activity`: the activity's type; `userInfo`: a JSON object.
        case openActivity(app: String, activity: String, userInfo: String?)
    }
}
