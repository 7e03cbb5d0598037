/// The names of the interface, and the types of its methods. Within a version there are only
/// additions.
enum DeviceInterface {
    static let version: UInt32 = 1
    /// The name on the bus.
    static let name = "org.quiesce.Device1"
    static let path = "/org/quiesce/Device1"
    static let interface = "org.quiesce.Device1"
    static let error = "org.quiesce.Device1.Error"

    enum Method: String, CaseIterable {
        case list = "List"
        case open = "Open"
        case leave = "Leave"
        case quit = "Quit"
        case state = "State"
        case why = "Why"
        case notifications = "Notifications"
        case openNotification = "OpenNotification"
        case answerNotification = "AnswerNotification"
        case dismissNotification = "DismissNotification"
        case prompts = "Prompts"
        case answerPrompt = "AnswerPrompt"

        /// Types of its arguments, and how many there are.
        var arguments: (signature: String, count: Int) {
            switch self {
            case .list, .leave, .notifications, .prompts: ("", 0)
            case .open, .quit, .state, .why: ("s", 1)
            case .openNotification, .dismissNotification: ("t", 1)
            case .answerNotification: ("tss", 3)
            case .answerPrompt: ("tb", 2)
            }
        }
    }

    enum Property: String, CaseIterable {
        case version = "Version"
        case foreground = "Foreground"
        case locked = "Locked"
        case profile = "Profile"
    }

    enum Signal: String, CaseIterable {
        case stateChanged = "StateChanged"
        case foregroundChanged = "ForegroundChanged"
        case notificationAdded = "NotificationAdded"
        case notificationRemoved = "NotificationRemoved"
        case installed = "Installed"
        case uninstalled = "Uninstalled"
        case promptAdded = "PromptAdded"
        case promptRemoved = "PromptRemoved"
    }
}
