import Foundation
import QuiesceWire
import Synchronization

/// Calls an app's handler on its queue. One that is slow gets the newest sample next: it misses some, and never falls
/// behind. From any thread.
final class MotionHandler: Sendable {
    private let queue: OperationQueue
    private let handler: @Sendable (MotionSample) -> Void
    /// What it is to be called with; nil: a call of it has taken that.
    private let waiting = Mutex<MotionSample?>(nil)

    init(on queue: OperationQueue, _ handler: @escaping @Sendable (MotionSample) -> Void) {
        self.queue = queue
        self.handler = handler
    }

    func call(_ sample: MotionSample) {
        let isQueued = waiting.withLock { waiting in
            defer { waiting = sample }
            return waiting != nil
        }
        if !isQueued { queue.addOperation { [self] in run() } }
    }

    /// What waits isn't called with any more.
    func stop() { waiting.withLock { $0 = nil } }

    private func run() {
        let sample = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        if let sample { handler(sample) }
    }
}
