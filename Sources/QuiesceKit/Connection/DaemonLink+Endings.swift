import Dispatch
import QuiesceWire

// The end of a wake-up or a task lets the daemon freeze the app within milliseconds. So the app
// says it last: behind all that it asks for in the same turn of the main loop, and behind the
// blocks that the turn leaves in the main queue.
extension DaemonLink {
    /// How long the code of other threads has to go on: nothing tells when their turn is over.
    static let graceMilliseconds = 100

    /// Completes a wake-up, once the turn is over. From any thread.
    ///
    /// - Parameter last: is done before, on the main thread.
    /// - Returns: false when it was completed before.
    func completeWake(
        _ wake: UInt64, _ result: WakeResult, last: @escaping @MainActor @Sendable () -> Void
    ) -> Bool {
        end({ $0.completeWake(wake, result: result) }, last)
    }

    /// Ends a task, once the turn is over. From any thread.
    ///
    /// - Returns: false when no such task is open (T7).
    func endTask(_ task: UInt64) -> Bool { end({ $0.endTask(task) }, {}) }

    /// Completes a continued task, once the turn is over. From any thread.
    func completeContinued(_ id: UInt64, success: Bool) {
        _ = end({ $0.completeContinued(id, success: success) }, {})
    }

    private func end(
        _ hold: (inout AppSession) -> UInt64?, _ last: @escaping @MainActor @Sendable () -> Void
    ) -> Bool {
        guard let ending = change(hold) else { return false }
        afterTurn { [self] in
            last()
            change { $0.release(ending) }
        }
        return true
    }

    private func afterTurn(_ body: @escaping @MainActor @Sendable () -> Void) {
        let queue = DispatchQueue.main
        if MainQueue.isCurrent {
            // The first comes behind the turn, the second behind the blocks that the turn has left.
            queue.async { queue.async { MainActor.assumeIsolated(body) } }
        } else if AppTime.source is MachineTime {
            queue.asyncAfter(deadline: .now() + .milliseconds(Self.graceMilliseconds)) {
                MainActor.assumeIsolated(body)
            }
        } else {
            // A test's virtual device sees what runs on the main queue only.
            queue.async { MainActor.assumeIsolated(body) }
        }
    }
}
