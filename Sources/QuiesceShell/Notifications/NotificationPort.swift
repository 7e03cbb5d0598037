import Foundation
import QuiesceCore
import QuiesceWire

/// Where notifications are shown: the desktop, its sounds, or nothing but the log.
package struct NotificationPort {
    /// Shows what is new or shown again; `completion` is called on the loop once it is handed over,
    /// or when there is nobody to hand it to.
    package var show: (ShownNotification, _ completion: @escaping () -> Void) -> Void
    package var withdraw: (NotificationID) -> Void
    /// Takes away what an earlier daemon has shown, but for these: it may have been killed before
    /// it withdrew the others.
    package var keep: (Set<NotificationID>) -> Void
    /// The offsets of a zone of the time zone database from `time` on; nil: there is none of that
    /// name.
    package var offsets: (_ zone: String, _ from: WallTime) -> UTCOffsets?

    package init(
        show: @escaping (ShownNotification, _ completion: @escaping () -> Void) -> Void,
        withdraw: @escaping (NotificationID) -> Void,
        keep: @escaping (Set<NotificationID>) -> Void,
        offsets: @escaping (_ zone: String, _ from: WallTime) -> UTCOffsets?
    ) {
        self.show = show
        self.withdraw = withdraw
        self.keep = keep
        self.offsets = offsets
    }
}

/// A notification as it is to be presented.
package struct ShownNotification: Sendable, Hashable {
    package var id: NotificationID
    package var app: AppID
    package var types: NotificationTypes
    /// How it is to be seen; nil: not at all.
    package var style: AlertStyle?
    package var badge: Int32?
    package var late: Interval?
    /// nil: it was lost with the disk.
    package var content: NotificationContent?
    /// The buttons that it has beside the one that opens its app.
    package var actions: [NotificationAction]

    package init(
        id: NotificationID, app: AppID, types: NotificationTypes, style: AlertStyle?,
        badge: Int32?, late: Interval?, content: NotificationContent?,
        actions: [NotificationAction] = []
    ) {
        self.id = id
        self.app = app
        self.types = types
        self.style = style
        self.badge = badge
        self.late = late
        self.content = content
        self.actions = actions
    }
}
