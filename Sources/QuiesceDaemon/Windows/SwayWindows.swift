import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// One connection to sway, or to a compositor that speaks its IPC. The tree of windows is asked for
/// after each event that may change it: events alone don't say who became visible with a workspace,
/// and of a container's new layout there is none but that of the key's binding.
/// Belongs to the loop's thread.
final class SwayWindows: WindowSource {
    private let loop: EventLoop
    private let tell: (WindowNews) -> Void
    private let socket: OwnedDescriptor
    private var watch: EventLoop.WatchID?
    private var messages = SwayMessages()
    private var isAsked = false
    /// Something happened after the tree was asked for.
    private var isStale = false

    /// - Parameter path: of its socket, `$SWAYSOCK`.
    init(
        at path: String, loop: EventLoop, tell: @escaping (WindowNews) -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.tell = tell
        socket = try OwnedDescriptor(
            checkingNegative: ql_connect_stream(path), "connect \(path)")
        watch = try loop.watch(socket.number) { [weak self] _ in self?.receive() }
        send(SwayMessages.Kind.subscribe, #"["window","workspace","output","binding"]"#)
        ask()
    }

    deinit { close() }

    func close() {
        if let watch { loop.unwatch(watch) }
        watch = nil
    }

    func focus(_ window: DesktopWindow) {
        send(SwayMessages.Kind.command, "[con_id=\(window.number)] focus")
    }

    private func ask() {
        guard !isAsked else {
            isStale = true
            return
        }
        isAsked = true
        send(SwayMessages.Kind.tree)
    }

    private func send(_ kind: UInt32, _ payload: String = "") {
        let frame = SwayMessages.encode(kind, payload)
        // A few dozen bytes at a time: they fit, unless nobody reads.
        if Glibc.send(socket.number, frame, frame.count, CInt(MSG_NOSIGNAL)) != frame.count {
            end("doesn't read")
        }
    }

    private func end(_ why: String) {
        guard watch != nil else { return }
        close()
        tell(.ended(why))
    }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: Limits.swayBytesPerTurn)
        let count = recv(socket.number, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end("has ended") }
        do throws(SwayMessages.Garbled) {
            for message in try messages.take(bytes[..<count]) where watch != nil { take(message) }
        } catch {
            end("doesn't speak sway's IPC")
        }
    }

    private func take(_ message: SwayMessages.Message) {
        switch message.kind {
        case SwayMessages.Kind.tree:
            isAsked = false
            guard let windows = SwayTree.windows(message.payload) else {
                return end("gave a tree that can't be read")
            }
            // The older answer is passed over: the next is on its way.
            if isStale {
                isStale = false
                return ask()
            }
            tell(.windows(windows))
        case SwayMessages.Kind.subscribe, SwayMessages.Kind.command: break
        case _: if SwayTree.mayChangeWindows(message.kind, message.payload) { ask() }
        }
    }
}
