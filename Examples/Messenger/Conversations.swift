import UserNotifications

struct Message {
    var isOwn: Bool
    var text: String
}

/// Isolated to nothing, as most classes of apps are.
class Conversations {
    static let replyAction = "REPLY"
    var open: String?
    /// Called when there is another message.
    var changed: () -> Void = {}
    private(set) var messages = [
        Message(isOwn: false, text: "Hello! Dinner tonight?"),
        Message(isOwn: true, text: "Gladly. At yours?"),
        Message(isOwn: false, text: "At the lake, at eight"),
    ]

    private var taken: Set<String> = []

    /// A message that came in a notification, which the app may be told of more than once.
    func take(_ notification: UNNotification) {
        guard taken.insert(notification.request.identifier).inserted else { return }
        add(notification.request.content.body)
    }

    func add(_ text: String, isOwn: Bool = false) {
        messages.append(Message(isOwn: isOwn, text: text))
        changed()
    }

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
