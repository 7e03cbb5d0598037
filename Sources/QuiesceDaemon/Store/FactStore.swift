import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import Synchronization

/// The facts and payloads that survive a restart.
///
/// `submit` only queues: one serial writer takes everything that waits, commits it with one fsync
/// and then reports each submission (group commit). What is reported as stored survives a crash
/// of the daemon and of the machine (reliability D1, D4). All methods are safe on any thread.
public final class FactStore: Sendable {
    /// Changes that are stored together or not at all.
    struct Submission: Sendable {
        var changes: [StoreChange]
        var seq: Int64
        var completion: (@Sendable (Result<Void, StoreError>) -> Void)?
    }

    private struct State {
        /// Submitted and not yet taken by the writer, in order.
        var pending: [Submission] = []
        var pendingBytes = 0
        /// In the transaction that the writer has open.
        var inFlight: [Submission] = []
        /// Failed without anybody to tell: stored with the next commit, one change per target.
        var retained: [Submission] = []
        var isDraining = false
        var isClosed = false
        var commits = 0
    }

    private let path: String
    private let payloadsStored: @Sendable ([UInt64]) -> Void
    private let state = Mutex(State())
    /// One thread, so that tests can fail its Nth write: the kernel counts per thread.
    private let writer: Worker
    /// Used on `writer` only, and by `payload`. nil after a failure that it hasn't recovered from.
    private let database: Mutex<FactDatabase?>

    /// Opens `store.sqlite` in `directory`, whose lock the caller holds. Blocks.
    ///
    /// - Parameters:
    ///   - now: names the files of a damaged database, which are moved aside.
    ///   - payloadsStored: called on the writer's thread with the payloads that a commit has put or
    ///     deleted; it mustn't block.
    /// - Throws: `ConfigurationError` for a database of a newer daemon, which isn't touched, or one
    ///   that can't be opened at all; `StoreError` when the disk is full or fails.
    public static func open(
        directory: String, now: Date,
        payloadsStored: @escaping @Sendable ([UInt64]) -> Void = { _ in }
    ) throws -> (store: FactStore, facts: [StoredFact], report: OpenReport) {
        let path = "\(directory)/\(StateDirectory.storeName)"
        var report = OpenReport()
        do {
            return try open(path, payloadsStored, &report)
        } catch FactDatabase.Trouble.damaged(let reason) {
            report.movedAside = .init(path: try moveAside(path, now: now), reason: reason)
            do {
                return try open(path, payloadsStored, &report)
            } catch let trouble as FactDatabase.Trouble {
                throw Self.publicError(trouble)
            }
        } catch let trouble as FactDatabase.Trouble {
            throw Self.publicError(trouble)
        }
    }

    private static func open(
        _ path: String, _ payloadsStored: @escaping @Sendable ([UInt64]) -> Void,
        _ report: inout OpenReport
    ) throws -> (store: FactStore, facts: [StoredFact], report: OpenReport) {
        let database = try FactDatabase(path: path)
        do {
            let (facts, unreadableRows) = try database.load()
            report.unreadableRows = unreadableRows
            let store = try FactStore(
                path: path, database: database, payloadsStored: payloadsStored)
            return (store, facts, report)
        } catch {
            database.close()
            throw error
        }
    }

    private init(
        path: String, database: FactDatabase,
        payloadsStored: @escaping @Sendable ([UInt64]) -> Void
    ) throws(SystemCallError) {
        writer = try Worker(name: "quiesce-store")
        self.payloadsStored = payloadsStored
        self.path = path
        self.database = Mutex(database)
    }

    /// How many transactions have been committed: with group commit, fewer than submissions.
    public var commits: Int { state.withLock { $0.commits } }

    /// Queues changes and returns at once.
    ///
    /// - Parameters:
    ///   - seq: the event that caused them.
    ///   - completion: called once, on the writer's thread (on the caller's when the store is
    ///     closed), after the changes are on the disk or have failed as a whole; it mustn't block.
    ///     Changes without one are never refused: if they fail, they are tried again with the next
    ///     commit.
    public func submit(
        _ changes: [StoreChange], seq: UInt64,
        completion: (@Sendable (Result<Void, StoreError>) -> Void)? = nil
    ) {
        let submission = Submission(
            changes: changes, seq: Int64(clamping: seq), completion: completion)
        let refusal: StoreError? = state.withLock { state in
            if state.isClosed { return .closed }
            let size = changes.reduce(0) { $0 + $1.size }
            let isFull =
                state.pending.count >= Limits.pendingSubmissions
                || state.pendingBytes + size > Limits.pendingStoreBytes
            if isFull, completion != nil { return .overloaded }
            state.pendingBytes += size
            if isFull, let last = state.pending.last, last.completion == nil {
                state.pending[state.pending.count - 1] = Self.merge(last, submission)
            } else {
                state.pending.append(submission)
            }
            if !state.isDraining {
                state.isDraining = true
                writer.submit { [self] in drain() }
            }
            return nil
        }
        switch refusal {
        case nil: break
        // The writer has ended.
        case .closed?: completion?(.failure(.closed))
        case let refusal?: writer.submit { completion?(.failure(refusal)) }
        }
    }

    /// Two submissions that nobody waits for, as one: only the last change of each target.
    private static func merge(_ first: Submission, _ second: Submission) -> Submission {
        let overridden = Set(second.changes.map(\.target))
        let kept = first.changes.filter { !overridden.contains($0.target) }
        return Submission(changes: kept + second.changes, seq: second.seq, completion: nil)
    }

    /// Reads a payload, stored or still on its way there. Blocks for the disk.
    /// - Throws: `StoreError`.
    public func payload(_ handle: UInt64) throws(StoreError) -> Data? {
        let change: StoreChange? = state.withLock { state in
            for queue in [state.pending, state.inFlight, state.retained] {
                for submission in queue.reversed() {
                    if let change = submission.changes.last(where: {
                        $0.target == .payload(handle)
                    }) {
                        return change
                    }
                }
            }
            return nil
        }
        if let change {
            guard case .putPayload(_, let body) = change else { return nil }
            return body
        }
        guard let database = database.withLock({ $0 }) else {
            throw .ioFailed("the database isn't open")
        }
        do {
            return try database.payload(handle)
        } catch {
            throw Self.storeError(error)
        }
    }

    /// The payloads that are stored, not counting what is on its way there. Blocks for the disk.
    /// - Throws: `StoreError`.
    public func payloadHandles() throws(StoreError) -> [UInt64] {
        guard let database = database.withLock({ $0 }) else {
            throw .ioFailed("the database isn't open")
        }
        do {
            return try database.payloadHandles()
        } catch {
            throw Self.storeError(error)
        }
    }

    /// Stores what waits and closes the database; later submissions fail. Blocks. Not to be called
    /// from a completion.
    public func close() {
        state.withLock { $0.isClosed = true }
        writer.submit { [self] in
            drain()
            let retained = state.withLock { state in
                defer { state.retained = [] }
                return state.retained
            }
            if !retained.isEmpty { _ = commit(retained) }
            database.withLock {
                $0?.close()
                $0 = nil
            }
        }
        writer.shutdown()
    }

    // MARK: - On the writer

    private func drain() {
        // Changes that come meanwhile join the commit; and an app that is woken for one has its
        // core to itself.
        if !state.withLock({ $0.isClosed }) { usleep(Limits.commitDelayMicroseconds) }
        while let batch = takeBatch() {
            let results = commit(batch)
            finish(batch, results)
            let payloads = zip(batch, results).flatMap { submission, result -> [UInt64] in
                if case .success = result { submission.changes.compactMap(\.payload) } else { [] }
            }
            if !payloads.isEmpty { payloadsStored(payloads) }
            for (submission, result) in zip(batch, results) { submission.completion?(result) }
        }
    }

    private func takeBatch() -> [Submission]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isDraining = false
                return nil
            }
            state.inFlight = state.retained + state.pending
            state.retained = []
            state.pending = []
            state.pendingBytes = 0
            return state.inFlight
        }
    }

    private func finish(_ batch: [Submission], _ results: [Result<Void, StoreError>]) {
        state.withLock { state in
            state.inFlight = []
            for (submission, result) in zip(batch, results) {
                let targets = Set(submission.changes.map(\.target))
                switch result {
                case .failure where submission.completion != nil:
                    continue  // The one who asked is told, and nothing of it remains.
                case .success, .failure:
                    state.retained.removeAll { targets.contains($0.changes[0].target) }
                }
                if case .failure = result {
                    // The last change of each target, each by itself.
                    let merged = Self.merge(
                        Submission(changes: [], seq: 0, completion: nil), submission)
                    state.retained += merged.changes.map {
                        Submission(changes: [$0], seq: submission.seq, completion: nil)
                    }
                }
            }
        }
    }

    /// Commits the batch as one; if the disk is full, each submission by itself, so that one large
    /// one doesn't refuse the others (a deletion, for example, that would make room).
    private func commit(_ batch: [Submission]) -> [Result<Void, StoreError>] {
        let together = attempt(batch[...])
        guard case .failure(.noSpace) = together, batch.count > 1 else {
            return batch.map { _ in together }
        }
        return batch.indices.map { attempt(batch[$0...$0]) }
    }

    private func attempt(_ submissions: ArraySlice<Submission>) -> Result<Void, StoreError> {
        let database: FactDatabase
        do {
            database = try connected()
            try database.commit(submissions)
        } catch .failed(let error, let isSuspect) {
            guard isSuspect else { return .failure(error) }
            return recover(submissions, from: error)
        } catch {
            return .failure(Self.storeError(error))
        }
        state.withLock { $0.commits += 1 }
        return .success(())
    }

    private func connected() throws(FactDatabase.Trouble) -> FactDatabase {
        if let database = database.withLock({ $0 }) { return database }
        let opened = try FactDatabase(path: path)
        database.withLock { $0 = opened }
        return opened
    }

    /// After a failed write or fsync nobody knows what the disk holds, and the kernel may call
    /// pages clean that it never wrote. So the connection is dropped and the file read again. If
    /// the changes are in it after all, they are made safe by a checkpoint, which writes and syncs
    /// them anew in the database file itself (reliability D6).
    private func recover(_ submissions: ArraySlice<Submission>, from error: StoreError)
        -> Result<Void, StoreError>
    {
        database.withLock {
            $0?.close()
            $0 = nil
        }
        do {
            let database = try connected()
            guard try database.contains(submissions) else { return .failure(error) }
            try database.checkpoint()
            return .success(())
        } catch {
            database.withLock {
                $0?.close()
                $0 = nil
            }
            return .failure(Self.storeError(error))
        }
    }

    private static func storeError(_ trouble: FactDatabase.Trouble) -> StoreError {
        switch trouble {
        case .failed(let error, _): error
        case .damaged(let reason): .ioFailed(reason)
        case .refused(let error): .ioFailed(error.message)
        }
    }

    private static func publicError(_ trouble: FactDatabase.Trouble) -> any Error {
        switch trouble {
        case .failed(let error, _): error
        case .damaged(let reason): StoreError.ioFailed(reason)
        case .refused(let error): error
        }
    }

    // MARK: - Damage

    /// Renames the database with its WAL, so that `sqlite3 FILE .recover` can be tried on it.
    /// - Returns: where the database is now.
    private static func moveAside(_ path: String, now: Date) throws -> String {
        let time = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        var aside = "\(path).corrupt-\(time)"
        var copy = 1
        while access(aside, F_OK) == 0 {
            copy += 1
            aside = "\(path).corrupt-\(time)-\(copy)"
        }
        // The database last: as long as it is there, the next start comes here again.
        for suffix in ["-wal", "-shm", ""] {
            guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                let error = SystemCallError("move it aside")
                throw ConfigurationError(
                    message: "\(path) is damaged, and can't be moved: \(error)")
            }
        }
        return aside
    }
}
