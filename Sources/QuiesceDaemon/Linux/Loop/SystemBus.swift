import Logging
import QuiesceBus
import QuiesceCore
import QuiesceLinux

extension Limits {
    /// A system bus that has ended is looked for again after so long, and each time twice as long.
    static let systemBusRetryMilliseconds = 500
    static let systemBusRetryMillisecondsMost = 60_000
}

/// A part of the daemon that follows a service of the system bus for as long as the daemon runs.
protocol SystemBusGuest: AnyObject {
    /// The bus has let us in: nothing is heard yet of what was heard over a connection before.
    func enter(_ link: BusLink)
    /// The connection has ended. Another `enter` follows when there is a bus again.
    func busEnded()
}

/// The machine's system bus, over one connection for all of its guests. A bus that is lost is
/// looked for again. Belongs to the loop's thread.
///
/// Clients of BlueZ and GeoClue, and requests to keep the screen on, have connections of their own:
/// they are open for a while alone, and their services forget them with the connection.
final class SystemBus: DaemonService {
    private let address: String
    private let loop: EventLoop
    private let logger: Logger
    private var guests: [any SystemBusGuest] = []
    private var link: BusLink?
    private var isIn = false
    private var retry: OneShotTimer?
    private var delay = Limits.systemBusRetryMilliseconds
    /// There was a bus.
    private var hadBus = false

    init(address: String, loop: EventLoop, logger: Logger) {
        self.address = address
        self.loop = loop
        self.logger = logger
    }

    /// The first guest opens the connection.
    func join(_ guest: any SystemBusGuest) {
        guests.append(guest)
        if isIn, let link { guest.enter(link) }
        if guests.count == 1 { open() }
    }

    func shutdown() {
        link?.close()
        link = nil
        isIn = false
        retry = nil
    }

    private func open() {
        retry = nil
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.enter() },
                ended: { [weak self] in self?.ended($0) })
        } catch {
            ended("\(error)")
        }
    }

    private func enter() {
        isIn = true
        hadBus = true
        delay = Limits.systemBusRetryMilliseconds
        guard let link else { return }
        for guest in guests { guest.enter(link) }
    }

    private func ended(_ why: String) {
        link = nil
        isIn = false
        for guest in guests { guest.busEnded() }
        // A machine without a system bus gets none later.
        guard hadBus else {
            return logger.info("the machine's sleep and power aren't known: no system bus (\(why))")
        }
        retry = try? OneShotTimer(loop: loop) { [unowned self] in open() }
        retry?.set(microseconds: UInt64(delay) * 1_000)
        delay = min(2 * delay, Limits.systemBusRetryMillisecondsMost)
    }
}
