import Synchronization

/// Requests that wait for their answers. It is told of these on the C client's threads.
final class Requests: Sendable {
    private struct Waiting {
        var asked: ContinuousClock.Instant
        var continuation: CheckedContinuation<NATSMessage, any Error>
    }

    private struct State {
        var last: UInt64 = 0
        var waiting: [UInt64: Waiting] = [:]
    }

    /// How long one waits at most: for a server that is there and says nothing.
    private static let patience = Duration.seconds(10)
    private let state = Mutex(State())

    /// Returns what comes for the number that `send` is given; `send` throws if it can't be asked.
    func answer(_ send: (UInt64) throws(NATSFailure) -> Void) async throws -> NATSMessage {
        try await withCheckedThrowingContinuation { continuation in
            let number = state.withLock { state in
                state.last += 1
                state.waiting[state.last] = Waiting(asked: .now, continuation: continuation)
                return state.last
            }
            do throws(NATSFailure) { try send(number) } catch { finish(number, .failure(error)) }
        }
    }

    func finish(_ number: UInt64, _ answer: Result<NATSMessage, any Error>) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
        waiting?.continuation.resume(with: answer)
    }

    /// The connection is gone, and with it all answers.
    func fail() { finishAll { _ in true } }

    func failOverdue() {
        let now = ContinuousClock.now
        finishAll { now - $0.asked >= Self.patience }
    }

    private func finishAll(where isOver: (Waiting) -> Bool) {
        let failed = state.withLock { state in
            let failed = state.waiting.filter { isOver($0.value) }
            for number in failed.keys { state.waiting[number] = nil }
            return failed
        }
        for waiting in failed.values {
            waiting.continuation.resume(
                throwing: NATSFailure.unavailable("the NATS server didn't answer"))
        }
    }
}
