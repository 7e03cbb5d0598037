import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// A subscription at the daemon: rows as they come, read by a thread of its own.
final class Following: Sendable {
    private let socket: Int32
    private let isOver = Mutex(false)

    /// - Parameters:
    ///   - row: gets each row's JSON.
    ///   - ended: called once, when there are no more: the reason, or nil after `stop`.
    /// - Throws: where the daemon doesn't run.
    init(
        _ paths: DevicePaths, _ request: ControlRequest,
        row: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (Failure?) -> Void
    ) throws(Failure) {
        // The thread alone uses it from here on, and closes its socket.
        nonisolated(unsafe) let client = try ControlClient(paths: paths, tellsOfWaiting: false)
        // A descriptor of our own, which nobody else can have closed.
        socket = dup(client.socket)
        let thread = Thread { @Sendable [self] in
            var failure: Failure?
            do {
                try client.call(request, patience: nil) { row($0) }
            } catch {
                failure = error as? Failure ?? .refused("\(error)")
            }
            let wasStopped = isOver.withLock { isOver in
                defer { isOver = true }
                return isOver
            }
            close(socket)
            ended(wasStopped ? nil : failure)
        }
        thread.name = "quiesce-follow"
        thread.start()
    }

    /// Ends the subscription; the thread finds its connection shut.
    func stop() {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = true
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }
}
