import Foundation
import Glibc
import Synchronization

/// Shows a text after a second, and takes it away at the end.
final class ProgressLine: Sendable {
    private enum State { case waiting, shown, ended }
    private let state = Mutex(State.waiting)

    init(_ text: String) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { @Sendable [self] in
            state.withLock { state in
                guard state == .waiting else { return }
                state = .shown
                FileHandle.standardError.write(Data("\(text)…".utf8))
            }
        }
    }

    func end() {
        state.withLock { state in
            if state == .shown { FileHandle.standardError.write(Data("\r\u{1b}[K".utf8)) }
            state = .ended
        }
    }
}
