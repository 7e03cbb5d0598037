import Foundation

extension ProcessInfo {
    /// The wishes of an activity; the values are Foundation's.
    public struct ActivityOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The screen stays on.
        public static let idleDisplaySleepDisabled = ActivityOptions(rawValue: 1 << 40)
        /// The device doesn't sleep by itself.
        public static let idleSystemSleepDisabled = ActivityOptions(rawValue: 1 << 20)
        /// The app isn't ended at once.
        public static let suddenTerminationDisabled = ActivityOptions(rawValue: 1 << 14)
        /// The app isn't ended by itself.
        public static let automaticTerminationDisabled = ActivityOptions(rawValue: 1 << 15)
        /// The user began it.
        public static let userInitiated = ActivityOptions(rawValue: 0x00FF_FFFF)
        /// The user began it, and the device may sleep.
        public static let userInitiatedAllowingIdleSystemSleep = ActivityOptions(
            rawValue: 0x00EF_FFFF)
        /// The app began it by itself.
        public static let background = ActivityOptions(rawValue: 0xFF)
        /// It needs exact timers.
        public static let latencyCritical = ActivityOptions(rawValue: 0xFF_0000_0000)
    }

    /// Says that work has begun. As on iOS, that keeps the app from being suspended no longer: for
    /// that there is `performExpiringActivity(withReason:using:)`. From any thread.
    ///
    /// - Returns: what `endActivity(_:)` takes.
    public func beginActivity(
        options: ActivityOptions = [], reason: String
    ) -> any NSObjectProtocol {
        NSObject()
    }

    /// The work is done. From any thread.
    public func endActivity(_ activity: any NSObjectProtocol) {}

    /// Does work between `beginActivity(options:reason:)` and its end.
    public func performActivity(
        options: ActivityOptions = [], reason: String, using block: () -> Void
    ) {
        block()
    }

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
        MainQueue.run {
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
    }
}
