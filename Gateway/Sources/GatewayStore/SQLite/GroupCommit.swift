import Dispatch
import GRDB
import Synchronization

/// Writes of many tasks, each of whom waits until its own is on disk: those that come while a
/// transaction is under way share the next, and its one fsync.
final class GroupCommit: Sendable {
    /// One task's write.
    private struct Work: Sendable {
        /// Runs in the transaction. What it returns or throws is kept for `finish`.
        var run: @Sendable (Database) -> Void
        /// Runs after the transaction, with why it failed, if it did.
        var finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var isDraining = false
    }

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "store")
    private let state = Mutex(State())
    /// Writes that share one transaction at most, so that the first of them isn't kept waiting.
    private static let batch = 512

    init(pool: DatabasePool) { self.pool = pool }

    /// Does `body` in a transaction with others, and returns once that is on disk. What `body`
    /// throws undoes only what it did.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let shared = Outcome<T>()
            enqueue(
                Work(
                    run: { db in
                        let outcome = Result {
                            var value: T?
                            try db.inSavepoint {
                                value = try body(db)
                                return .commit
                            }
                            // The savepoint's closure set it, or threw.
                            return value!
                        }
                        shared.value.withLock { $0 = outcome }
                    },
                    finish: { failure in
                        let outcome = shared.value.withLock { $0 }
                        if let failure {
                            continuation.resume(throwing: StoreFailure("\(failure)"))
                        } else if let outcome {
                            continuation.resume(
                                with: outcome.mapError { StoreFailure("\($0)") as any Error })
                        }
                    }))
        }
    }

    private func enqueue(_ work: Work) {
        let starts = state.withLock { state in
            state.waiting.append(work)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if starts { queue.async { self.drain() } }
    }

    private func drain() {
        while let works = take() {
            let failure = Result {
                try pool.writeWithoutTransaction { db in
                    try db.inTransaction(.immediate) {
                        for work in works { work.run(db) }
                        return .commit
                    }
                }
            }.failure
            for work in works { work.finish(failure) }
        }
    }

    /// The next ones, nil if none wait: then draining is over.
    private func take() -> [Work]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let works = Array(state.waiting.prefix(Self.batch))
            state.waiting.removeFirst(works.count)
            return works
        }
    }
}

/// A write's result, shared by its two closures.
private final class Outcome<T: Sendable>: Sendable {
    let value = Mutex<Result<T, any Error>?>(nil)
}

extension Result {
    fileprivate var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let failure): failure
        }
    }
}
