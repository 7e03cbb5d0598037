import CQuiesceLinux
import Dispatch
import Glibc
import QuiesceWire
import Synchronization

/// The app's session and the socket that it is spoken over now. Any thread may change the session;
/// what that leaves to be said is sent at once, by that thread. Only the main loop connects,
/// receives and closes.
final class DaemonLink: Sendable {
    static let shared = DaemonLink()

    private struct State {
        var session = AppSession()
        var socket: Int32?
        /// The socket's buffer is full: the main loop waits until it is writable.
        var isFull = false
        let coder = WireCoder()
    }

    private let state = Mutex(State())

    private init() {}

    func read<Answer: Sendable>(_ body: (borrowing AppSession) -> Answer) -> Answer {
        state.withLock { body($0.session) }
    }

    /// Changes the session and sends what there is to send. Never waits for the daemon.
    func change<Answer: Sendable>(_ body: (inout AppSession) -> Answer) -> Answer {
        let (answer, becameFull) = state.withLock { state in
            let answer = body(&state.session)
            let wasFull = state.isFull
            Self.flush(&state)
            return (answer, state.isFull && !wasFull)
        }
        if becameFull {
            // Has the main loop poll anew, and this time also for room in the buffer.
            DispatchQueue.main.async { @Sendable in }
        }
        return answer
    }

    /// Whether something waits for room in the socket's buffer.
    var isFull: Bool { state.withLock { $0.isFull } }

    /// Sends what waited for room.
    func resume() {
        state.withLock { state in
            state.isFull = false
            Self.flush(&state)
        }
    }

    func connected(_ socket: Int32) {
        state.withLock { state in
            state.socket = socket
            state.session.connected()
            Self.flush(&state)
        }
    }

    func disconnected() {
        state.withLock { state in
            if let socket = state.socket { close(socket) }
            state.socket = nil
            state.isFull = false
            state.session.disconnected()
        }
    }

    private static func flush(_ state: inout State) {
        guard let socket = state.socket, !state.isFull else { return }
        while let message = state.session.nextToSend {
            let datagram: [UInt8]
            do {
                datagram = try [UInt8](state.coder.encode(message))
            } catch {
                note("not sent: \(error.message)")
                state.session.sentNext()
                continue
            }
            let count = ql_send(socket, datagram, datagram.count, nil, 0, false)
            if count == -Int(EAGAIN) || count == -Int(ENOBUFS) {
                state.isFull = true
                return
            }
            // The main loop finds the connection broken too, and what was requested is kept.
            if count < 0 { return }
            state.session.sentNext()
        }
    }
}
