// What a delegate that says nothing of fetches gets.
extension UIApplicationDelegate {
    /// Completes without new data (F5).
    public func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }
}
