import Foundation
import Synchronization

/// The messages that wait for a page. A state takes the place of an older one of its name, and the
/// oldest rows of the log are left out, so that a page that reads slowly costs little.
final class Outbox: Sendable {
    enum Item: Sendable, Hashable {
        case text(String)
        case pong(Data)
        case bye(UInt16)
    }

    private struct State {
        /// In the order in which they are to be sent; `rows`: of the log.
        var items: [(name: String?, item: Item)] = []
        var rows: [String] = []
        var isCut = false
        var waiter: CheckedContinuation<Item?, Never>?
        var isOver = false
        /// The page gives commands and reads nothing.
        var isFull = false
    }

    private let state = Mutex(State())
    private let overflowed: @Sendable () -> Void

    /// - Parameter overflowed: told once when too many answers wait; nothing is kept after that.
    init(overflowed: @escaping @Sendable () -> Void = {}) { self.overflowed = overflowed }

    /// - Parameter name: it takes the place of what waits under that name.
    func put(_ item: Item, as name: String? = nil) {
        change { state in
            if let name { state.items.removeAll { $0.name == name } }
            state.items.append((name, item))
            guard state.items.count(where: { $0.name == nil }) > ConsoleLimits.answers else {
                return
            }
            (state.items, state.rows, state.isFull) = ([], [], true)
        }
    }

    func put(_ text: String, as name: String? = nil) { put(.text(text), as: name) }

    /// Rows of the log, which are sent together, before anything else that waits.
    func log(_ rows: [String]) {
        change { state in
            state.rows += rows
            let over = state.rows.count - ConsoleLimits.logRows
            if over > 0 {
                state.rows.removeFirst(over)
                state.isCut = true
            }
        }
    }

    /// Rows that wait are those of a daemon that is no more.
    func forgetLog() { change { $0.rows = [] } }

    /// No more is taken, and nothing of what waits is sent but a goodbye.
    func finish() {
        let waiter = state.withLock { state in
            state.isOver = true
            state.rows = []
            state.items.removeAll { if case .bye = $0.item { false } else { true } }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// The next message, once there is one; nil: there are no more. One task asks at a time.
    func next() async -> Item? {
        await withCheckedContinuation { continuation in
            let now: Item?? = state.withLock { state in
                if let item = Self.take(&state) { return item }
                if state.isOver { return .some(nil) }
                state.waiter = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        var told: (CheckedContinuation<Item?, Never>, Item)?
        let isFull = state.withLock { state in
            guard !state.isOver, !state.isFull else { return false }
            body(&state)
            if let waiter = state.waiter, let item = Self.take(&state) {
                state.waiter = nil
                told = (waiter, item)
            }
            return state.isFull
        }
        if let told { told.0.resume(returning: told.1) }
        if isFull { overflowed() }
    }

    private static func take(_ state: inout State) -> Item? {
        if !state.rows.isEmpty {
            defer { (state.rows, state.isCut) = ([], false) }
            return .text(
                "{\"log\":[\(state.rows.joined(separator: ","))],\"cut\":\(state.isCut)}")
        }
        return state.items.isEmpty ? nil : state.items.removeFirst().item
    }
}
