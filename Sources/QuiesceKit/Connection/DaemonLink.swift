import CQuiesceLinux
import Dispatch
import Glibc
import QuiesceWire
import Synchronization

/// The app's session and the line that it is spoken over now: a socket, or into a virtual device.
/// Any thread may change the session; what that leaves to be said is sent at once, by that thread.
/// Only whoever runs the app (the main loop, for one) connects, receives and closes.
package final class DaemonLink: Sendable {
    /// The link of the app that is created next, of `UIDevice` and of `ProcessInfo`, which any
    /// thread asks. One process has one for life, except in a test, where each launch gets its own:
    /// what a dead one says is lost with it.
    package static var current: DaemonLink {
        get { newest.withLock(\.self) }
        set { newest.withLock { $0 = newValue } }
    }
    private static let newest = Mutex(DaemonLink())

    private enum Line {
        case socket(Int32)
        /// Must not call back into the link.
        case virtual(@Sendable (MessageFromApp) -> Void)
    }

    private struct State {
        var session = AppSession()
        var line: Line?
        /// The socket's buffer is full: the main loop waits until it is writable.
        var isFull = false
        /// nil on a virtual device, where no time passes in a turn.
        var turnLimit: TurnLimit?
        let coder = WireCoder()
    }

    private let state = Mutex(State())

    package init() {}

    package func read<Answer: Sendable>(_ body: (borrowing AppSession) -> Answer) -> Answer {
        state.withLock { body($0.session) }
    }

    /// Changes the session and sends what there is to send. Never waits for the daemon.
    package func change<Answer: Sendable>(_ body: (inout AppSession) -> Answer) -> Answer {
        let (answer, becameFull) = state.withLock { state in
            let endings = state.session.heldEndings
            let answer = body(&state.session)
            let (isHolding, wasFull) = (state.session.heldEndings, state.isFull)
            if isHolding != endings { state.turnLimit?.runs(isHolding > 0) }
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
            guard state.turnLimit == nil else { return }
            state.turnLimit = TurnLimit { [weak self] in self?.change { $0.releaseEndings() } }
        }
        connected(.socket(socket))
    }

    /// Connects to a virtual device, which takes what the app says, on any thread.
    package func connected(_ send: @escaping @Sendable (MessageFromApp) -> Void) {
        connected(.virtual(send))
    }

    private func connected(_ line: Line) {
        state.withLock { state in
            state.line = line
            state.session.connected()
            Self.flush(&state)
        }
    }

    package func disconnected() {
        state.withLock { state in
            if case .socket(let socket) = state.line { close(socket) }
            state.line = nil
            state.isFull = false
            state.session.disconnected()
        }
    }

    private static func flush(_ state: inout State) {
        switch state.line {
        case .socket(let socket): flush(&state, over: socket)
        case .virtual(let send):
            while let message = state.session.nextToSend {
                send(message)
                state.session.sentNext()
            }
        case nil: return
        }
    }

    private static func flush(_ state: inout State, over socket: Int32) {
        guard !state.isFull else { return }
        while let message = state.session.nextToSend {
            let count: Int
            do {
                count = try send(message, over: socket, state.coder)
            } catch {
                note("not sent: \(error.message)")
                state.session.sentNext()
                continue
            }
            if count == -Int(EAGAIN) || count == -Int(ENOBUFS) {
                state.isFull = true
                return
            }
            // The main loop finds the connection broken too, and what was requested is kept.
            if count < 0 { return }
            state.session.sentNext()
        }
    }

    /// - Returns: what `ql_send` returns.
    /// - Throws: `WireError` if it can never be sent.
    private static func send(
        _ message: MessageFromApp, over socket: Int32, _ coder: WireCoder
    ) throws(WireError) -> Int {
        if case .scene(let scene?) = message {
            return try send(coder.packet(of: scene), over: socket)
        }
        let datagram = try [UInt8](coder.encode(message))
        // One that was closed meanwhile goes without; the daemon sees that.
        if var descriptor = message.descriptor, fcntl(descriptor, F_GETFD) >= 0 {
            return ql_send(socket, datagram, datagram.count, &descriptor, 1, false)
        }
        return ql_send(socket, datagram, datagram.count, nil, 0, false)
    }
}
