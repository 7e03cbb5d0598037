// Defaults for a delegate that doesn't implement the methods for background sessions.
extension UIApplicationDelegate {
    /// Awaits the callback without a completion handler (X6).
    public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        Task.immediate {
            await self.application(application, handleEventsForBackgroundURLSession: identifier)
            completionHandler()
        }
    }

    /// Returns once the session has told its delegate everything (X6).
    @MainActor public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async {
        await withUnsafeContinuation { continuation in
            application.transfers.complete(afterEventsOf: identifier) { continuation.resume() }
        }
    }
}
