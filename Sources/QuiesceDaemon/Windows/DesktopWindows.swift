import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The windows of apps on the desktop, as sway says them. It is connected to once an app runs whose
/// session has sway, or where the daemon's own has. Belongs to the loop's thread.
final class DesktopWindows: DaemonService {
    private unowned let device: Device
    private let processes: any AppProcesses
    /// The sockets of compositors that may be there now, in the order in which they are tried.
    private let sockets: () -> [String]
    private let loop: EventLoop
    private let logger: Logger
    private var sway: SwayWindows?
    private var windows: [DesktopWindow] = []
    /// The device's last word of it.
    private var told: [AppWindows]?
    private var hasBegun = false
    private var retry: OneShotTimer?
    private var wait = Limits.desktopRetrySeconds.first

    init(
        _ processes: any AppProcesses, _ device: Device, sockets: @escaping () -> [String],
        loop: EventLoop, logger: Logger
    ) {
        self.processes = processes
        self.device = device
        self.sockets = sockets
        self.loop = loop
        self.logger = logger
        // Later, as the device is at an event.
        device.windows.port = WindowPort { [weak self] app in
            loop.later { self?.raise(app) }
        }
    }

    // MARK: The service

    func begin() {
        hasBegun = true
        told = nil
        connect()
        if sway == nil { lose() }
    }

    /// An app's process has started: its session may have a compositor, and a window that nobody
    /// knew may be that app's.
    func appStarted() {
        wait = Limits.desktopRetrySeconds.first
        connect()
        report()
    }

    func report(in status: inout DeviceStatus) {
        if let follows = device.machine.followsWindows {
            status.windows = follows ? "sway" : "none"
        }
    }

    func shutdown() {
        retry = nil
        sway?.close()
        sway = nil
    }

    // MARK: The compositor

    private func connect() {
        guard hasBegun, sway == nil, device.machine.views.contains(where: \.isAlive) else { return }
        for path in sockets() {
            do throws(SystemCallError) {
                // Later: whoever hears of its end may let it go.
                sway = try SwayWindows(at: path, loop: loop) { [weak self] news in
                    self?.loop.later { self?.take(news) }
                }
                logger.info("sway says which windows are shown", metadata: ["socket": "\(path)"])
                return
            } catch {
                logger.debug("no compositor", metadata: ["error": "\(error)"])
            }
        }
    }

    private func take(_ news: SwayWindows.News) {
        guard sway != nil else { return }
        switch news {
        case .windows(let windows):
            wait = Limits.desktopRetrySeconds.first
            self.windows = windows
            report()
        case .ended(let why):
            logger.warning("sway \(why); programs that have windows run on")
            sway = nil
            windows = []
            lose()
            tryAgain()
        }
    }

    private func lose() {
        let wasTold = told != nil
        told = nil
        if wasTold || device.machine.followsWindows == true { device.windows(nil) }
    }

    /// As long as some program has had a window: a desktop that comes back says which are shown.
    private func tryAgain() {
        guard device.machine.followsWindows != nil else { return }
        do throws(SystemCallError) {
            let timer = try OneShotTimer(loop: loop) { [weak self] in
                guard let self, sway == nil else { return }
                connect()
                if sway == nil { tryAgain() }
            }
            timer.set(microseconds: wait * 1_000_000)
            wait = min(wait * 2, Limits.desktopRetrySeconds.most)
            retry = timer
        } catch {
            logger.warning("sway isn't looked for again", metadata: ["error": "\(error)"])
        }
    }

    // MARK: The apps

    private func report() {
        guard hasBegun, sway != nil else { return }
        let apps = appWindows()
        guard apps != told else { return }
        told = apps
        device.windows(apps)
    }

    private func appWindows() -> [AppWindows] {
        var apps: [AppWindows] = []
        for window in windows {
            guard let key = processes.identify(pid: window.pid) else { continue }
            let at = apps.firstIndex { $0.app == key.app && $0.launch == key.launch }
            if let at {
                apps[at].isShown = apps[at].isShown || window.isShown
                apps[at].isFocused = apps[at].isFocused || window.isFocused
            } else {
                apps.append(
                    AppWindows(
                        app: key.app, launch: key.launch, isShown: window.isShown,
                        isFocused: window.isFocused))
            }
        }
        return apps
    }

    /// A shown one rather than another.
    private func raise(_ app: AppID) {
        let own = windows.filter { processes.identify(pid: $0.pid)?.app == app }
        if let window = own.first(where: \.isShown) ?? own.first { sway?.focus(window) }
    }
}
