import Foundation
import Synchronization

/// A session's calls of its delegate: one after another, in order, even where the queue takes
/// several at once. From any thread.
final class DelegateCalls: Sendable {
    typealias Call = @Sendable () -> Void

    private struct State {
        /// The next is the last.
        var next: [Call] = []
        /// Those behind it, in order.
        var later: [Call] = []
        var isRunning = false

        mutating func takeNext() -> Call? {
            if next.isEmpty {
                next = later.reversed()
                later = []
            }
            return next.popLast()
        }
    }

    private let queue: OperationQueue
    private let state = Mutex(State())

    init(on queue: OperationQueue) { self.queue = queue }

    func append(_ call: @escaping Call) {
        let starts = state.withLock { state in
            state.later.append(call)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.addOperation { self.runNext() } }
    }

    private func runNext() {
        state.withLock { $0.takeNext() }?()
        let goesOn = state.withLock { state in
            state.isRunning = !(state.next.isEmpty && state.later.isEmpty)
            return state.isRunning
        }
        if goesOn { queue.addOperation { self.runNext() } }
    }
}
