import CQuiesceLinux
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// Follows transfers until it is told to stop, or Ctrl-C. Not thread-safe.
final class TransferFollower {
    enum Ending { case enough, interrupted, daemonEnded }

    private let client: ControlClient
    /// -1: signals do what they do.
    private let signals: Int32

    /// - Parameter catchesInterrupts: from now on Ctrl-C ends `follow`, not the process.
    init(_ client: ControlClient, catchesInterrupts: Bool) throws(Failure) {
        self.client = client
        guard catchesInterrupts else {
            signals = -1
            return
        }
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        sigprocmask(SIG_BLOCK, &set, nil)
        signals = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        guard signals >= 0 else { throw .refused("could not wait for signals: \(reason(errno))") }
    }

    deinit { if signals >= 0 { close(signals) } }

    /// - Parameter row: gets every row that is new or changed, with its JSON; false: it was the
    ///   last.
    /// - Throws: unless some row came, also that the daemon has ended.
    func follow(
        _ request: ControlRequest, row: (TransferRow, String) throws -> Bool
    ) throws -> Ending {
        try client.send(request)
        var hasBegun = false
        while true {
            var ready = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&ready, 2, -1) < 0 { continue }  // EINTR
            if ready[0].revents != 0 { return .interrupted }
            guard ready[1].revents != 0 else { continue }
            let reply: ControlReply
            do throws(Failure) {
                reply = try client.receive()
            } catch {
                guard hasBegun, error.isOfNoDaemon else { throw error }
                return .daemonEnded
            }
            switch reply {
            case .item(let text):
                hasBegun = true
                if try !row(decodeRow(text), text) { return .enough }
            case .refused(let refusal): throw Failure.refused(oneLine(refusal.message))
            case .done, .end: return .enough
            }
        }
    }
}
