import QuiesceCore
import QuiesceWire

/// What notifications say, as far as it was read from the store lately. Belongs to the loop's thread.
package final class NotificationDesk {
    private var contents: [PayloadHandle: NotificationContent] = [:]

    func content(
        _ handle: PayloadHandle, reading read: () -> NotificationContent?
    ) -> NotificationContent? {
        if let known = contents[handle] { return known }
        let found = read()
        if let found { note(found, handle) }
        return found
    }

    func note(_ content: NotificationContent, _ handle: PayloadHandle) {
        // Rarely so many: those that are still wanted are read again.
        if contents.count >= Limits.notificationsRemembered { contents.removeAll() }
        contents[handle] = content
    }

    func forget(_ handle: PayloadHandle) { contents[handle] = nil }
}
