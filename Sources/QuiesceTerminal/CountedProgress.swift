import Foundation
import Glibc
import Synchronization

/// Says on a terminal's standard error how much is done, once that has taken a second.
package final class CountedProgress: Sendable {
    private struct State {
        var next = ContinuousClock.now + .seconds(1)
        var wasShown = false
    }

    private let text: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State())

    package init(_ text: String) { self.text = text }

    /// - Parameter done: of `all`; may be called from any thread, and in any order.
    package func note(_ done: Int, of all: Int) {
        guard isTerminal else { return }
        state.withLock { state in
            guard ContinuousClock.now >= state.next else { return }
            state.next = ContinuousClock.now + .milliseconds(200)
            state.wasShown = true
            tell("\r\u{1b}[K\(text): \(done) of \(all)…")
        }
    }

    package func end() {
        state.withLock { state in if state.wasShown { tell("\r\u{1b}[K") } }
    }

}
