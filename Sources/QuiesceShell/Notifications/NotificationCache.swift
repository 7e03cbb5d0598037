import Foundation
import QuiesceCore
import QuiesceWire

/// The contents of notifications, as far as they were read from the store lately. Belongs to the
/// loop's thread.
package final class NotificationCache {
    private var contents: [PayloadHandle: NotificationContent] = [:]
    /// Bytes, of those that an app was told of: it may connect again and again.
    private var sizes: [PayloadHandle: Int] = [:]

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
        if contents.count >= Limits.notificationsRemembered {
            contents.removeAll()
            sizes.removeAll()
        }
        contents[handle] = content
    }

    /// As it was measured when it came.
    func size(of content: NotificationContent, _ handle: PayloadHandle) -> Int {
        if let known = sizes[handle] { return known }
        let size = content.json.count
        sizes[handle] = size
        return size
    }

    func forget(_ handle: PayloadHandle) {
        contents[handle] = nil
        sizes[handle] = nil
    }
}
