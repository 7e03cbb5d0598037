import Foundation
import GatewayRules
import NATS
import Synchronization

/// Counts of this gateway's work with pushes, as far as the stream itself doesn't tell: written
/// after each change, many at once if they come fast. A gateway that is killed may have some
/// unwritten.
final class Counters: Sendable {
    struct Totals: Codable {
        /// Accepted, and for nobody: these were never in the stream. Less those that are in it
        /// twice.
        var late: Int64 = 0
        var collapsed: Int64 = 0
        var expired: Int64 = 0
        var dropped: Int64 = 0
        var repeated: Int64 = 0

        static func + (left: Totals, right: Totals) -> Totals {
            Totals(
                late: left.late + right.late, collapsed: left.collapsed + right.collapsed,
                expired: left.expired + right.expired, dropped: left.dropped + right.dropped,
                repeated: left.repeated + right.repeated)
        }
    }

    private struct State {
        var totals = Totals()
        var isSaved = true
        var isSaving = false
    }

    private let bucket: JetStream
    private let key: String
    private let state = Mutex(State())

    init(_ bucket: JetStream) {
        self.bucket = bucket
        key = Names.key(Names.counts, hexDigits(8))
    }

    func add(_ count: Int = 1, to what: WritableKeyPath<Totals, Int64> & Sendable) {
        guard count != 0 else { return }
        state.withLock { state in
            state.totals[keyPath: what] += Int64(count)
            state.isSaved = false
        }
        save()
    }

    /// Writes what isn't written yet; what fails is written with the next change, or when the
    /// server is back.
    func save() {
        let starts = state.withLock { state in
            guard !state.isSaved, !state.isSaving else { return false }
            state.isSaving = true
            return true
        }
        if starts { Task { await saveAll() } }
    }

    private func saveAll() async {
        while let totals = next() {
            do {
                _ = try await bucket.store(key, Array(try JSONEncoder().encode(totals)))
            } catch {
                return state.withLock { state in
                    state.isSaved = false
                    state.isSaving = false
                }
            }
        }
    }

    private func next() -> Totals? {
        state.withLock { state in
            guard !state.isSaved else {
                state.isSaving = false
                return nil
            }
            state.isSaved = true
            return state.totals
        }
    }

    /// This gateway's, and what the others have written.
    func all() async throws -> Totals {
        var sum = state.withLock { $0.totals }
        var sequence: Int64 = 1
        while let message = try await bucket.next(Names.key(Names.counts, ">"), from: sequence) {
            sequence = message.sequence + 1
            if message.subject != key { sum = sum + (try message.decoded()) }
        }
        return sum
    }
}
