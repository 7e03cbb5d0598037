import Synchronization

/// Wakes the task that waits for it. A ring while nobody waits is kept, once.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiter: (number: UInt64, continuation: CheckedContinuation<Bool, Never>)?
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isRung = true }
            return state.waiter
        }
        waiter?.continuation.resume(returning: true)
    }

    /// - Parameter limit: nil: for ever.
    /// - Returns: whether the bell was rung; false after the time, or when the task was cancelled.
    func wait(upTo limit: Duration?) async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let timer = limit.map { limit in
            Task { [self] in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                giveUp(number)
            }
        }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.isRung {
                        state.isRung = false
                        return true
                    }
                    state.waiter = (number, continuation)
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: UInt64) {
        let waiter = state.withLock { state in
            guard state.waiter?.number == number else {
                return nil as CheckedContinuation<Bool, Never>?
            }
            defer { state.waiter = nil }
            return state.waiter?.continuation
        }
        waiter?.resume(returning: false)
    }
}
