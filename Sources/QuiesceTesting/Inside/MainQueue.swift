import CQuiesceTesting
import Dispatch
import Synchronization

/// Where the app under test runs: its main actor and, while there is a virtual device, everything
/// that it starts from there. One thing after another, so a test runs alike each time, and whether
/// anything is left to run can be known.
enum MainQueue {
    /// How often the queue is gone through, after the last sign of life, until what was caused is
    /// taken to be done. A chain of main-actor tasks, each started by the one before, gives no
    /// sign; one that is longer goes on in the next moment.
    private static let quietPasses = 8
    /// An app that still does something after so many goes in circles.
    private static let mostPasses = 100_000

    private static let key = DispatchSpecificKey<Bool>()
    private static let signs = Atomic<UInt64>(0)
    private static let claimsJobs = Atomic<Bool>(false)

    /// Once in a process.
    private static let hook: Void = {
        DispatchQueue.main.setSpecific(key: key, value: true)
        qt_claim_jobs {
            guard MainQueue.claimsJobs.load(ordering: .relaxed),
                DispatchQueue.getSpecific(key: MainQueue.key) == true
            else { return false }
            MainQueue.noteActivity()
            return true
        }
    }()

    /// From now on, tasks that code on the main queue starts or goes on with elsewhere stay on it.
    static func claimJobs(_ claims: Bool) {
        _ = hook
        claimsJobs.store(claims, ordering: .relaxed)
    }

    /// Something happened that the app may go on from. From any thread.
    static func noteActivity() {
        signs.wrappingAdd(1, ordering: .relaxed)
    }

    /// Grows with each sign of life.
    static var activity: UInt64 { signs.load(ordering: .relaxed) }

    /// Lets everything that waits in the queue run, and what comes of it, until there is no sign of
    /// life any more.
    ///
    /// - Returns: false when there was no end to it.
    @MainActor static func drain() async -> Bool {
        await withCheckedContinuation { done in
            pass(Drain(left: quietPasses, passesLeft: mostPasses, seen: activity), done)
        }
    }

    private struct Drain {
        /// Passes without a sign of life that are still wanted.
        var left: Int
        var passesLeft: Int
        var seen: UInt64
    }

    private static func pass(_ drain: Drain, _ done: CheckedContinuation<Bool, Never>) {
        DispatchQueue.main.async {
            MainWatch.served()
            var drain = drain
            drain.passesLeft -= 1
            drain.left = activity == drain.seen ? drain.left - 1 : quietPasses
            drain.seen = activity
            if drain.left == 0 { return done.resume(returning: true) }
            if drain.passesLeft == 0 { return done.resume(returning: false) }
            pass(drain, done)
        }
    }
}
