import UserNotifications

/// Isolated to nothing, as most classes of apps are.
class Conversations {
    static let replyAction = "REPLY"
    var open: String?

    func registerCategories() {
        let reply = UNTextInputNotificationAction(
            identifier: Self.replyAction, title: "Reply", options: [.authenticationRequired],
            textInputButtonTitle: "Send", textInputPlaceholder: "Message")
        let read = UNNotificationAction(identifier: "READ", title: "Mark as read", options: [])
        let call = UNNotificationAction(identifier: "CALL", title: "Call", options: .foreground)
        UNUserNotificationCenter.current().setNotificationCategories([
            UNNotificationCategory(
                identifier: "MESSAGE", actions: [reply, read, call], intentIdentifiers: [],
                options: .customDismissAction)
        ])
    }
}
