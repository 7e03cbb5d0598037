import Foundation
import QuiesceWire
import Synchronization

/// The app's notifications, and what the user lets it do with them (N1 … N4, U4). From any thread;
/// completion handlers are called on the main thread, in the order of what was asked.
///
/// It and `UILocalNotification` are two faces of one thing: either sees what was scheduled by the
/// other.
// Its one stored property is guarded by a lock.
public final class UNUserNotificationCenter: NSObject, Sendable {
    private static let only = UNUserNotificationCenter()

    // The object is of the main actor: others pass it on, and can't use it.
    private struct Delegate: @unchecked Sendable {
        weak var object: (any UNUserNotificationCenterDelegate)?
    }

    private let held = Mutex(Delegate())

    private override init() { super.init() }

    /// The app's.
    public class func current() -> UNUserNotificationCenter { only }

    /// Hears of notifications while the app runs, and of the user's answers. Held weakly.
    public var delegate: (any UNUserNotificationCenterDelegate)? {
        get { held.withLock { $0.object } }
        set { held.withLock { $0 = Delegate(object: newValue) } }
    }

    /// There are no notification content extensions here.
    public var supportsContentExtensions: Bool { false }

    // MARK: The user

    /// Asks the user, once, whether the app may notify them (U4).
    ///
    /// - Parameter completionHandler: whether it may. There is never an error.
    @preconcurrency public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        withNotifications { $0.authorize(options) { completionHandler($0, nil) } }
    }

    /// Asks the user, once, whether the app may notify them (U4).
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        await withCheckedContinuation { continuation in
            requestAuthorization(options: options) { isGranted, _ in
                continuation.resume(returning: isGranted)
            }
        }
    }

    /// Passes the settings that the user allows the app now, as the app was last told.
    @preconcurrency public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        withNotifications { completionHandler($0.settings) }
    }

    /// Returns the settings that the user allows the app now, as the app was last told.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }

    // MARK: Categories

    /// The app's kinds of notifications, with their buttons, in place of those before. Kept over
    /// launches.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        withNotifications { $0.setCategories(categories) }
    }

    /// Those that were set in this launch.
    @preconcurrency public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        withNotifications { completionHandler($0.categories) }
    }

    /// Those that were set in this launch.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            getNotificationCategories { continuation.resume(returning: $0) }
        }
    }

    // MARK: Scheduling

    /// Schedules a notification, in place of one of the same identifier. The device presents it at
    /// its time, whether the app is suspended, has ended, or was never launched since the device
    /// was started. While the app is in front, the delegate gets it instead (N3). An app may have
    /// 128; the earliest are kept.
    ///
    /// - Parameter completionHandler: is called once it is on the device's disk, without an error;
    ///   or with a `UNError` that says why it isn't scheduled.
    @preconcurrency public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        withNotifications { $0.add(request, completionHandler) }
    }

    /// As `add(_:withCompletionHandler:)`. The request is made before the caller is suspended.
    nonisolated(nonsending) public func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            add(request) { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    /// Those that are to come.
    @preconcurrency public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        withNotifications { completionHandler($0.pending.map { UNNotificationRequest($0) }) }
    }

    /// Those that are to come.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            getPendingNotificationRequests { continuation.resume(returning: $0) }
        }
    }

    /// These don't come any more; what is shown of them stays. One that isn't to come is no error.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        withNotifications { $0.unschedule(identifiers) }
    }

    /// None comes any more; what is shown stays.
    public func removeAllPendingNotificationRequests() { withNotifications { $0.unschedule(nil) } }

    // MARK: What is shown

    /// Passes the app's notifications that are shown, pushes among them, the oldest first. The
    /// device is asked.
    @preconcurrency public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        withNotifications { $0.listDelivered { completionHandler($0.map(UNNotification.init)) } }
    }

    /// Returns the app's notifications that are shown, pushes among them, the oldest first. The
    /// device is asked.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            getDeliveredNotifications { continuation.resume(returning: $0) }
        }
    }

    /// Takes back what is shown of these; what is to come of them stays.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        withNotifications { $0.withdraw(identifiers) }
    }

    /// Takes back all that is shown of the app's.
    public func removeAllDeliveredNotifications() { withNotifications { $0.withdraw(nil) } }

    /// The number on the app's icon; 0: none, and what is shown of the app's is taken back.
    ///
    /// - Parameter completionHandler: is called once that is on the device's disk; with
    ///   `UNError.badgeInputInvalid` of less than 0.
    @preconcurrency public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        withNotifications { $0.setBadge(newBadgeCount, completionHandler) }
    }

    /// As `setBadgeCount(_:withCompletionHandler:)`. The request is made before the caller is
    /// suspended.
    nonisolated(nonsending) public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            setBadgeCount(newBadgeCount) { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    /// On the main thread: at once if this is it.
    private func withNotifications(
        _ body: @escaping @MainActor @Sendable (LocalNotifications) -> Void
    ) {
        MainQueue.run { body(UIApplication.shared.notifications) }
    }
}

extension UNNotification {
    @MainActor convenience init(_ delivered: DeliveredNotification) {
        self.init(
            date: Date(timeIntervalSince1970: Double(delivered.date) / 1_000),
            request: UNNotificationRequest(delivered.notification, push: delivered.push))
    }
}
