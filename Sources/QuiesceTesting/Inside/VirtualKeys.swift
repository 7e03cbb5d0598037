import QuiesceCrypto
import QuiesceKitProtection
import QuiesceProtection
import Synchronization

/// The keys of a virtual device: what `quiesced` would hand out. From any thread.
final class VirtualKeys: Sendable {
    private struct State {
        var isOpen = true
        /// The app under test's.
        var key: AppKey?
    }

    private let state = Mutex(State())

    var isOpen: Bool {
        get { state.withLock { $0.isOpen } }
        set { state.withLock { $0.isOpen = newValue } }
    }

    /// From now on the Kit asks here.
    func serve(_ app: String) {
        state.withLock { state in
            // It lives as long as the installation.
            if state.key == nil {
                state.key = AppKey(app: app, id: .random(), key: SymmetricKey(bitCount: 256))
            }
        }
        AppKeys.source.withLock { $0 = { [self] in answer } }
    }

    static func stop() { AppKeys.source.withLock { $0 = nil } }

    private var answer: KeyProtocol.Answer {
        state.withLock { state in
            if state.isOpen, let key = state.key { return .key(key) }
            return .refused(code: "protectedDataUnavailable", message: "the device is locked (P3)")
        }
    }
}
