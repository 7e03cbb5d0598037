import Synchronization

/// The end of an app by a mistake of its own, where iOS throws an exception.
package enum AppFault {
    private static let end = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

    /// Ends the simulated process of a virtual device, in whose place the test's would end; nil:
    /// the process is the app's. From any thread.
    package static var simulatedEnd: (@MainActor @Sendable () -> Void)? {
        get { end.withLock { $0 } }
        set { end.withLock { $0 = newValue } }
    }

    /// Says the mistake on stderr, and ends the app. On a virtual device it returns.
    static func happened(_ mistake: String) {
        guard let end = simulatedEnd else { fatalError(mistake) }
        note(mistake)
        MainQueue.run(end)
    }
}
