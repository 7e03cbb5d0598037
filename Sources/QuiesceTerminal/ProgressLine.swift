import Foundation
import Glibc
import Synchronization

/// Shows a text after a while, and takes it away at the end.
package final class ProgressLine: Sendable {
    private enum State { case waiting, shown, ended }
    private let state = Mutex(State.waiting)

    package init(_ text: String, after seconds: Int = 1) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
            @Sendable [self] in
            state.withLock { state in
                guard state == .waiting else { return }
                state = .shown
                tell("\r\(text)…\u{1b}[K")
            }
        }
    }

    package func end() {
        state.withLock { state in
            if state == .shown { tell("\r\u{1b}[K") }
            state = .ended
        }
    }
}
