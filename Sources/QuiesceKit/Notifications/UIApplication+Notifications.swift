import Foundation
import QuiesceWire

// Local notifications (N1 … N4). On the main thread.
extension UIApplication {
    /// Schedules a copy of `notification`. The device presents it at its time, whether the app is
    /// suspended, has ended, or was never launched since the device was started. While the app is
    /// in front, its delegate gets it instead.
    ///
    /// An app may have 128; the earliest are kept. Which aren't,
    /// `localNotificationsNotScheduledNotification` says.
    public func scheduleLocalNotification(_ notification: UILocalNotification) {
        if !notifications.schedule(notification) { notScheduled([notification]) }
    }

    /// Presents it now, once, whatever its fire date and its repeat interval are.
    public func presentLocalNotificationNow(_ notification: UILocalNotification) {
        if !notifications.schedule(notification, now: true) { notScheduled([notification]) }
    }

    /// Cancels `notification`, or the first that is equal to it, and takes back what is shown of
    /// it. One that isn't scheduled is no error.
    public func cancelLocalNotification(_ notification: UILocalNotification) {
        notifications.cancel(notification)
    }

    /// Cancels all of the app's, and takes back what is shown of them.
    public func cancelAllLocalNotifications() { notifications.cancelAll() }

    /// Copies of those that are to come: each of a repeating one stands for all of its times.
    /// Setting it replaces all.
    public var scheduledLocalNotifications: [UILocalNotification]? {
        get { notifications.pending.map { UILocalNotification($0) } }
        set {
            cancelAllLocalNotifications()
            for notification in newValue ?? [] { scheduleLocalNotification(notification) }
        }
    }

    /// The number on the app's icon; 0: none is shown. The value is as the app was last told, or
    /// has set it; less than 0 is taken as 0.
    public var applicationIconBadgeNumber: Int {
        get { notifications.badge }
        set { notifications.setBadge(newValue) }
    }

    /// Posted with the application as the object when notifications aren't scheduled: those of the
    /// app are too many, and these fire latest; they never would, as their date is none of a
    /// calendar; the device's disk is full or fails; or they are over 4,096 bytes. Quiesce's own:
    /// iOS drops them without a word.
    nonisolated public static let localNotificationsNotScheduledNotification = Notification.Name(
        "UIApplicationLocalNotificationsNotScheduledNotification")
    /// In its user info: an array of `UILocalNotification`.
    nonisolated public static let localNotificationsNotScheduledUserInfoKey =
        "UIApplicationLocalNotificationsNotScheduledUserInfoKey"

    func take(_ callback: NotificationCallback) {
        switch callback {
        case .received(let content, let opened, let date):
            let isTaken =
                opened
                ? notifications.didReceive(
                    AnsweredNotification(notification: content, date: date, answer: .opened),
                    inFront: true, {})
                : notifications.willPresent(content, date: date)
            guard !isTaken else { return }
            delegate?.application(self, didReceive: UILocalNotification(content))
        case .answered(let answered, _):
            // With a wake-up, whoever performs calls makes its completion handler.
            _ = notifications.didReceive(answered, inFront: true, {})
        case .dropped(let names):
            note(
                "not scheduled: \(names.count) notifications, as too many fire earlier, they never would, or the disk is full"
            )
            notScheduled(notifications.dropped(names))
        }
    }

    private func notScheduled(_ notifications: [UILocalNotification]) {
        NotificationCenter.default.post(
            name: Self.localNotificationsNotScheduledNotification, object: self,
            userInfo: [Self.localNotificationsNotScheduledUserInfoKey: notifications])
    }
}
