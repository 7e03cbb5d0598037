// Defaults for a delegate that doesn't implement the methods for fetches.
extension UIApplicationDelegate {
    /// Completes without new data (F5).
    public func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }
}
