import Foundation
import QuiesceWire
import Synchronization

/// Calls an app's handler on its queue. One that is slow gets the newest sample next: it misses
/// some, and never falls behind. From any thread.
final class MotionHandler: Sendable {
    private let queue: OperationQueue
    private let handler: @Sendable (MotionSample) -> Void
    /// The sample that the handler is to be called with; nil: a call of the handler has taken it.
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

    /// Drops the sample that waits: the handler isn't called with it any more.
    func stop() { waiting.withLock { $0 = nil } }

    private func run() {
        let sample = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        if let sample { handler(sample) }
    }
}
