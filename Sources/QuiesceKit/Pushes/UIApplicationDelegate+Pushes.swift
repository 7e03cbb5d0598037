import Foundation

// Defaults for a delegate that doesn't implement the methods for pushes.
extension UIApplicationDelegate {
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {}

    /// Awaits the callback without a completion handler (R5).
    public func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        // It begins at once: a delegate that awaits nothing is called in order.
        Task.immediate {
            completionHandler(
                await self.application(application, didReceiveRemoteNotification: userInfo))
        }
    }

    /// Hands the push to the callback that returns nothing, and completes without new data (R5).
    @MainActor public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        application.takeWithoutHandler(userInfo)
        return .noData
    }
}
