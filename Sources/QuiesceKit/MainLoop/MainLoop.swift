import CQuiesceLinux
import Foundation
import QuiesceWire

/// The app's main thread: it waits for the daemon and for the main run loop's own work, and runs
/// what comes. A callback is run by the very thread that the kernel woke for its datagram.
@MainActor final class MainLoop {
    /// How long the last `handled` of a terminating app may wait for room in the socket's buffer.
    private static let farewellMilliseconds: Int32 = 1_000
    /// Milliseconds until the run loop is served after a callback, unless it asks for it.
    private static let serviceDelay: Int32 = 1

    private let conversation: Conversation
    private let link: DaemonLink
    private let socketPath: String
    private let runLoop: MainRunLoop
    private let coder = WireCoder()
    private var buffer = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)
    private var descriptors = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
    private var socket: Int32?
    private var reconnection = Reconnection()
    /// A callback may have left the run loop something that makes no descriptor readable: a block
    /// to perform, for example. It is served when no datagram follows, so that an app that is
    /// suspended after its callback is suspended in `wait`, and woken there.
    private var owesService = true

    init(application: UIApplication, socketPath: String) {
        conversation = Conversation(of: application)
        link = application.link
        self.socketPath = socketPath
        guard let runLoop = MainRunLoop() else {
            fatalError("QuiesceKit doesn't know this Foundation's run loop; please report it")
        }
        self.runLoop = runLoop
    }

    func run() -> Never {
        while true {
            connectIfDue()
            receiveAll()
            wait()
        }
    }

    private func connectIfDue() {
        let now = MachineTime().awake
        guard socket == nil, now >= reconnection.nextAttempt else { return }
        let connected = ql_connect_now(socketPath)
        guard connected >= 0 else { return reconnection.failed(at: now) }
        socket = connected
        reconnection.connected(at: now)
        link.connected(connected)
    }

    /// Sleeps until there is something to do, and has the run loop do its part of it.
    private func wait() {
        var entries = [
            pollfd(fd: runLoop.wakeUps, events: Int16(POLLIN), revents: 0),
            pollfd(fd: runLoop.mainQueue, events: Int16(POLLIN), revents: 0),
        ]
        var timeout: Int32 = -1
        if let socket {
            let events = link.isFull ? POLLIN | POLLOUT : POLLIN
            entries.append(pollfd(fd: socket, events: Int16(events), revents: 0))
        } else {
            timeout = reconnection.timeout(at: MachineTime().awake)
        }
        if owesService, timeout < 0 || timeout > Self.serviceDelay { timeout = Self.serviceDelay }
        let ready = poll(&entries, nfds_t(entries.count), timeout)
        if ready < 0 { return }  // EINTR, as after a thaw.
        if entries.count == 3, entries[2].revents & Int16(POLLOUT) != 0 { link.resume() }
        let wanted = entries[0].revents | entries[1].revents != 0
        if wanted || (ready == 0 && owesService) {
            owesService = false
            runLoop.serve()
        }
    }

    /// Takes every datagram that is there, and runs it before it takes the next.
    private func receiveAll() {
        var wasReset = false
        while let socket {
            var descriptorCount: Int32 = 0
            var truncated = false
            let count = ql_receive(
                socket, &buffer, buffer.count, &descriptors, &descriptorCount, &truncated, false)
            var received = Array(descriptors.prefix(Int(descriptorCount)))
            defer { for descriptor in received { close(descriptor) } }
            switch count {
            case 1...:
                take(Data(bytes: buffer, count: count), &received)
            case -Int(ECONNRESET) where !wasReset:
                wasReset = true  // What the daemon sent before it went is still to be read.
            case -Int(EAGAIN) where !wasReset:
                return
            case _:
                connectionLost()
            }
        }
    }

    private func connectionLost() {
        link.disconnected()
        socket = nil
        reconnection.lost(at: MachineTime().awake)
    }

    private func take(_ datagram: Data, _ descriptors: inout [Int32]) {
        let message: MessageToApp
        do {
            message = try coder.decode(MessageToApp.self, from: datagram)
        } catch {
            return note("a message from quiesced was dropped: \(error.message)")
        }
        switch conversation.take(message, &descriptors) {
        case .heard: return
        case .calledBack: owesService = true
        case .terminates: exitAfterFarewell()
        case .isRefused: exit(EX_CONFIG)
        }
    }

    private func exitAfterFarewell() -> Never {
        if let socket, link.isFull {
            var entry = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            poll(&entry, 1, Self.farewellMilliseconds)
            link.resume()
        }
        exit(EXIT_SUCCESS)
    }
}
