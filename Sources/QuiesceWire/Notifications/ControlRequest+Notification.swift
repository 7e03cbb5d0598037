extension ControlRequest {
    /// Local notifications, and how they are shown.
    // derive: tag=type
    public enum Notification: Sendable, Hashable {
        /// Local notifications, a
        /// `NotificationRow` each: what is shown, or what is scheduled. `follow`: as that, and then
        /// a row for each change, until the client closes.
        // json: scheduled unless false, follow unless false
        case notifications(app: String?, scheduled: Bool, follow: Bool)
        /// Chooses what is shown: its app comes to the front with it (N2).
        // json: _0=notification
        case openNotification(UInt64)
        /// Answers what is shown otherwise: `settings`, or an action of its category; `text`: what
        /// the user wrote, for one that asks for that.
        case answerNotification(notification: UInt64, action: String?, text: String?)
        /// nil: all that are shown.
        // json: _0=notification
        case dismissNotification(UInt64?)
        /// How apps' notifications come over what is in front, an `AlertStyleRow` each (S12); nil:
        /// all apps'.
        case alertStyles(app: String?)
        /// `style`: `none`, `banner` or `alert`; nil: as at the beginning.
        case setAlertStyle(app: String, style: String?)
    }
}
