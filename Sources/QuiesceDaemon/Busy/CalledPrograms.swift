import Logging
import QuiesceCore
import QuiesceDesktop
import QuiesceLinux
import QuiesceShell

/// Tells the device of calls to programs on the message buses of their sessions, and of requests
/// for their selections on an X server (Y5). Either is connected to while a program of its session
/// runs. Belongs to the loop's thread.
final class CalledPrograms: DaemonService {
    private unowned let device: Device
    private let processes: any AppProcesses
    /// The environment of a program's session; nil: it runs in none.
    private let environment: (AppID) -> [String: String]?
    private let loop: EventLoop
    private let logger: Logger
    private var hasBegun = false
    private enum Place: Hashable {
        case bus(String)
        case display(X11Display)
    }

    private var sources: [Place: any CallSource] = [:]
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
        for source in sources.values { source.close() }
        sources = [:]
    }

    /// An app's process has started: its session may have a bus, and a name that nobody knew may be
    /// that app's.
    func appStarted() {
        guard hasBegun else { return }
        let places = Set(
            device.machine.views.filter(\.isAlive).compactMap { environment($0.manifest.id) }
                .flatMap(places))
        for (place, source) in sources where !places.contains(place) {
            source.close()
            sources[place] = nil
        }
        for place in places where sources[place] == nil { connect(to: place) }
        for source in sources.values { source.refresh() }
    }

    private func places(of environment: [String: String]) -> [Place] {
        [
            DesktopNotifications.sessionBus(environment).map(Place.bus),
            X11Display(environment: environment).map(Place.display),
        ].compactMap(\.self)
    }

    private func connect(to place: Place) {
        let ended: (String) -> Void = { [weak self] why in
            self?.loop.later { self?.ended(place, why) }
        }
        do {
            sources[place] =
                switch place {
                case .bus(let address):
                    try SessionBus(
                        at: address, loop: loop,
                        identify: { [processes] in processes.identify(pid: $0) },
                        called: { [weak self] key in self?.loop.later { self?.call(key) } },
                        ended: ended)
                case .display(let display):
                    try X11Selections(
                        on: display, loop: loop,
                        asked: { [weak self] pid in
                            if let key = self?.processes.identify(pid: pid) { self?.call(key) }
                        }, ended: ended)
                }
        } catch {
            logger.debug(
                "calls aren't heard of", metadata: ["place": "\(place)", "error": "\(error)"])
        }
    }

    /// Looked for again when the next program starts: few survive their session's bus.
    private func ended(_ place: Place, _ why: String) {
        logger.info(
            "calls are heard of no more", metadata: ["place": "\(place)", "error": "\(why)"])
        sources[place]?.close()
        sources[place] = nil
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
