import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// The process that thaws the device's apps when this daemon has died and none comes after it
/// (docs/decisions/0076). It is nobody's child, and waits for the end of a socket. Belongs to the
/// loop's thread.
final class Keeper {
    /// The word of a daemon that has ended every app: there is nothing to keep.
    private static let ended: UInt8 = 0x65  // 'e'

    private let order: KeeperOrder
    private let loop: EventLoop
    private let worker: Worker
    private var socket: CInt = -1
    private var watch: EventLoop.WatchID?
    private var starts = 0
    /// Why there is none, for the owner.
    private(set) var problem: String?

    /// Starts it, before any app is frozen.
    init(_ order: KeeperOrder, loop: EventLoop, worker: Worker) {
        self.order = order
        self.loop = loop
        self.worker = worker
        follow(order.start())
    }

    deinit { if socket >= 0 { close(socket) } }

    /// Lets it go.
    ///
    /// - Parameter keeping: apps are left to the next daemon.
    func leave(keeping: Bool) {
        guard socket >= 0 else { return }
        guard keeping else {
            var word = Self.ended
            send(socket, &word, 1, CInt(MSG_NOSIGNAL))
            return letGo()
        }
        // The socket stays open until this process ends, with the device's lock: to a keeper that
        // sees the end of the socket first, who holds the lock is the next daemon.
        if let watch { loop.unwatch(watch) }
        watch = nil
        socket = -1
    }

    private func follow(_ result: Result<CInt, KeeperOrder.Trouble>) {
        starts += 1
        switch result {
        case .failure(let trouble): problem = trouble.message
        case .success(let socket):
            self.socket = socket
            // Nothing is ever read: it is told of the other end's death.
            watch = try? loop.watch(socket, for: []) { [unowned self] _ in replace() }
        }
    }

    /// Somebody ended it. Each time would be a loop.
    private func replace() {
        letGo()
        guard starts < Limits.keeperStarts else {
            problem = "quiesce-keeper was ended \(starts) times, so it isn't started any more"
            return
        }
        let order = order
        loop.perform(on: worker) {
            order.start()
        } then: { [unowned self] in
            follow($0)
        }
    }

    private func letGo() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        close(socket)
        socket = -1
    }
}

/// The arguments of a keeper.
package struct KeeperOrder: Sendable {
    struct Trouble: Error, Sendable {
        var message: String
    }

    /// `$QUIESCE_HOME`.
    package var home: String
    package var freezer: LeftApps.Freezer
    /// After the daemon's death, as long as no other has come.
    package var thawAfterSeconds: Int

    package init(home: String, freezer: LeftApps.Freezer, thawAfterSeconds: Int) {
        self.home = home
        self.freezer = freezer
        self.thawAfterSeconds = thawAfterSeconds
    }

    /// Takes some milliseconds.
    /// - Returns: the socket whose end it waits for.
    func start() -> Result<CInt, Trouble> {
        let name = "quiesce-keeper"
        guard let program = AgentProgram.find(name) else {
            return .failure(
                Trouble(
                    message:
                        "there is no \(name) beside quiesced, so nobody thaws apps that are frozen when the "
                        + "daemon dies, but the next one; install it with `make install`"))
        }
        var ends: (CInt, CInt) = (-1, -1)
        let made = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        guard made == 0 else {
            return .failure(Trouble(message: "\(SystemCallError("socketpair"))"))
        }
        // Its copy is its standard input.
        defer { close(ends.1) }
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nothing) }
        do throws(SpawnError) {
            let first = try ChildProcess(
                executable: program.path, arguments: arguments,
                // Not empty: whoever looks for apps' marks would take it for a process that is just
                // executing a program.
                environment: ["LANG=C.UTF-8"], directory: "/",
                input: ends.1, output: nothing, user: nil
            ).start()
            // It ends at once, and leaves the keeper to init.
            var exit = pollfd(fd: first.pidfd.number, events: Int16(POLLIN), revents: 0)
            while poll(&exit, 1, -1) < 0 {}
            _ = first.reap()
            return .success(ends.0)
        } catch {
            close(ends.0)
            return .failure(Trouble(message: "\(program.path) can't be started: \(error)"))
        }
    }

    private var arguments: [String] {
        // It sees by the lock whether a daemon has come.
        let begin = ["\(home)/\(StateDirectory.lockName)", "\(thawAfterSeconds)"]
        return switch freezer {
        case .cgroups(let path): begin + ["cgroup", path]
        case .signals: begin + ["signals", home]
        }
    }
}

extension LeftApps {
    /// Has keepers thaw what is frozen, where no daemon can take it over.
    ///
    /// - Parameter home: `$QUIESCE_HOME`.
    /// - Returns: whether it will be.
    package func keep(home: String, thawAfterSeconds: Int) -> Bool {
        freezers.allSatisfy { freezer in
            let order = KeeperOrder(
                home: home, freezer: freezer, thawAfterSeconds: thawAfterSeconds)
            // The socket stays open until this process ends.
            guard case .success = order.start() else { return false }
            return true
        }
    }
}
