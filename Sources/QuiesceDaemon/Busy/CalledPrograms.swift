import Logging
import QuiesceCore
import QuiesceDesktop
import QuiesceLinux
import QuiesceShell

/// Tells the device of calls to programs on the message buses of their sessions (Y5). A bus is
/// connected to while a program of its session runs. Belongs to the loop's thread.
final class CalledPrograms: DaemonService {
    private unowned let device: Device
    private let processes: any AppProcesses
    /// The environment of a program's session; nil: it runs in none.
    private let environment: (AppID) -> [String: String]?
    private let loop: EventLoop
    private let logger: Logger
    private var hasBegun = false
    private var buses: [String: SessionBus] = [:]
    private var told: [ProcessKey: ContinuousClock.Instant] = [:]

    init(
        _ processes: any AppProcesses, _ device: Device,
        environment: @escaping (AppID) -> [String: String]?, loop: EventLoop, logger: Logger
    ) {
        self.processes = processes
        self.device = device
        self.environment = environment
        self.loop = loop
        self.logger = logger
    }

    func begin() {
        hasBegun = true
        appStarted()
    }

    func shutdown() {
        for bus in buses.values { bus.close() }
        buses = [:]
    }

    /// An app's process has started: its session may have a bus, and a name that nobody knew may be
    /// that app's.
    func appStarted() {
        guard hasBegun else { return }
        let addresses = Set(
            device.machine.views.filter(\.isAlive).compactMap {
                environment($0.manifest.id).flatMap { DesktopNotifications.sessionBus($0) }
            })
        for (address, bus) in buses where !addresses.contains(address) {
            bus.close()
            buses[address] = nil
        }
        for address in addresses where buses[address] == nil { connect(to: address) }
        for bus in buses.values { bus.refresh() }
    }

    private func connect(to address: String) {
        do {
            buses[address] = try SessionBus(
                at: address, loop: loop, identify: { [processes] in processes.identify(pid: $0) },
                called: { [weak self] key in self?.loop.later { self?.call(key) } },
                ended: { [weak self] why in self?.loop.later { self?.ended(address, why) } })
        } catch {
            logger.debug("no message bus", metadata: ["error": "\(error)"])
        }
    }

    /// Looked for again when the next program starts: few survive their session's bus.
    private func ended(_ address: String, _ why: String) {
        logger.info("a session's message bus has ended", metadata: ["error": "\(why)"])
        buses[address] = nil
    }

    /// A bar that asks a player each second, which plays anyway, is no news.
    private func call(_ key: ProcessKey) {
        guard device.inspect({ $0.needsCalls(key.app) }) else { return }
        let now = ContinuousClock.now
        if let last = told[key], now - last < Limits.callsAtMostEvery,
            device.machine.view(key.app)?.state != .suspended
        {
            return
        }
        told = told.filter { now - $0.value < Limits.callsAtMostEvery }
        told[key] = now
        device.called(key)
    }
}
