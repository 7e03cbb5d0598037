/// Hears of the app's notifications, on the main thread. All methods are optional.
///
/// Set it before `didFinishLaunching` returns, or what the app was launched for isn't handed to it.
/// Write one form of each method that answers: with a completion handler, or `async`.
@preconcurrency @MainActor public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// A notification has come while the app is in front (N3). Without this method it is handed to
    /// the app's delegate, and nothing is shown.
    ///
    /// - Parameter completionHandler: takes how it is presented: as it asks for and the user lets
    ///   it, of what is named. From any thread; the first call counts.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// The user has answered a notification: opened the app from it (N2), chosen an action, or
    /// dismissed one of a category that asks for that.
    ///
    /// - Parameter completionHandler: to be called when the app has dealt with it, within 30 s
    ///   where it was woken or launched in the background for it. From any thread; more calls than
    ///   one are harmless.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async

    /// The user wants to see the app's own settings for notifications; the app is in front.
    ///
    /// - Parameter notification: the one from which they asked.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
    /// Awaits the method without a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        // It begins at once: a delegate that awaits nothing is called in order.
        Task.immediate {
            completionHandler(
                await self.userNotificationCenter(center, willPresent: notification))
        }
    }

    /// Leaves it to the app's delegate.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        notification.isPassedOver = true
        return []
    }

    /// Awaits the method without a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        Task.immediate {
            await self.userNotificationCenter(center, didReceive: response)
            completionHandler()
        }
    }

    /// Leaves it to the app's delegate.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async { response.notification.isPassedOver = true }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}
