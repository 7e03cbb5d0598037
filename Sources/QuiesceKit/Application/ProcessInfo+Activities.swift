import Foundation

extension ProcessInfo {
    /// Does work that suspension shouldn't interrupt: a background task (T1) around a block. On the
    /// main thread it has begun when this returns, on others soon after.
    ///
    /// - Parameters:
    ///   - reason: names the task for whoever asks why the app runs.
    ///   - block: Called on a queue of the system's with false. With true it is called in place of
    ///     that, if there is no time (T3), or while that goes on, shortly before the time is out
    ///     (T4): what goes on is to end then.
    @preconcurrency public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        let begin = { @MainActor @Sendable in
            let application = UIApplication.shared
            let task = application.beginBackgroundTask(withName: reason) {
                DispatchQueue.global().async { block(true) }
            }
            DispatchQueue.global().async {
                guard task != .invalid else { return block(true) }
                block(false)
                application.endBackgroundTask(task)
            }
        }
        if Thread.isMainThread {
            MainActor.assumeIsolated(begin)
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated(begin) }
        }
    }
}
