import Foundation
import QuiesceCore
import QuiesceWire

/// The requests in the `aps` dictionary of a push. The dictionary is read nowhere else, whoever
/// sent it.
///
/// A value of another type than Apple documents is ignored, as is one that this device has no use
/// for: nobody is there any more who could be told of it, and the rest of the push may matter.
package struct PushContent: Sendable, Hashable {
    package var contentAvailable = false
    package var title: String?
    package var subtitle: String?
    package var body: String?
    package var action: String?
    package var launchImage: String?
    package var category: String?
    package var sound: String?
    package var badge: Int?
    package var thread: String?
    package var interruptionLevel: String?

    package init(contentAvailable: Bool = false) { self.contentAvailable = contentAvailable }

    /// - Parameter payload: nil is returned unless it is a JSON object.
    package init?(_ payload: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: payload) as? [String: Any] else {
            return nil
        }
        guard let aps = object["aps"] as? [String: Any] else { return }
        contentAvailable = aps["content-available"] as? Int == 1
        switch aps["alert"] {
        case let text as String: body = text
        case let alert as [String: Any]: read(alert)
        case _: break
        }
        category = aps["category"] as? String
        thread = aps["thread-id"] as? String
        interruptionLevel = aps["interruption-level"] as? String
        // A dictionary: a critical alert's, which is presented as any other here.
        sound = aps["sound"] as? String ?? (aps["sound"] as? [String: Any])?["name"] as? String
        badge = (aps["badge"] as? Int).map { min(max(0, $0), Int(Int32.max)) }
    }

    /// Keys of localised strings stand for themselves, as they do where the bundle hasn't their
    /// strings.
    private mutating func read(_ alert: [String: Any]) {
        title = alert["title"] as? String ?? alert["title-loc-key"] as? String
        subtitle = alert["subtitle"] as? String ?? alert["subtitle-loc-key"] as? String
        body = alert["body"] as? String ?? alert["loc-key"] as? String
        action = alert["action"] as? String ?? alert["action-loc-key"] as? String
        launchImage = alert["launch-image"] as? String
    }

    package var types: NotificationTypes {
        var types: NotificationTypes = []
        // An empty alert presents nothing.
        if [title, subtitle, body].contains(where: { $0?.isEmpty == false }) {
            types.insert(.alert)
        }
        if sound != nil { types.insert(.sound) }
        if badge != nil { types.insert(.badge) }
        return types
    }

    /// The notification that is presented; nil: none is (R4).
    ///
    /// - Parameter name: the notification's name among those of its app.
    package func notification(named name: String) -> NotificationContent? {
        guard !types.isEmpty else { return nil }
        var content = NotificationContent(name: name)
        content.title = title
        content.subtitle = subtitle
        content.body = body
        content.action = action
        content.launchImage = launchImage
        content.category = category
        content.sound = sound
        content.badge = badge
        content.thread = thread
        content.interruptionLevel = interruptionLevel
        return content
    }
}
