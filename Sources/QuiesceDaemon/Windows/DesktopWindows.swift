import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The windows of apps on the desktop, as one source says them: it is connected to once an app runs
/// whose session has one, or where the daemon's own has. Belongs to the loop's thread.
final class DesktopWindows: DaemonService {
    private unowned let device: Device
    private let processes: any AppProcesses
    /// Sources that may be there now, in the order in which they are tried.
    private let places: () -> [DesktopPlace]
    private let loop: EventLoop
    private let logger: Logger
    private var source: (any WindowSource)?
    /// The place of the source, or of the last that there was.
    private var place: DesktopPlace?
    /// Those that have ended since all were looked at.
    private var ended: Set<DesktopPlace> = []
    /// nil: nobody says which there are.
    private var windows: [DesktopWindow]?
    /// The device's last word of it.
    private var told: [AppWindows]?
    private var hasBegun = false
    private var retry: OneShotTimer?
    private var wait = Limits.desktopRetrySeconds.first

    init(
        _ processes: any AppProcesses, _ device: Device, places: @escaping () -> [DesktopPlace],
        loop: EventLoop, logger: Logger
    ) {
        self.processes = processes
        self.device = device
        self.places = places
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
        if source == nil { lose() }
    }

    /// An app's process has started: its session may have a compositor, and a window that nobody
    /// knew may be that app's.
    func appStarted() {
        wait = Limits.desktopRetrySeconds.first
        ended = []
        connect()
        report()
    }

    func report(in status: inout DeviceStatus) {
        if let follows = device.machine.followsWindows {
            status.windows = follows ? place?.name ?? "none" : "none"
        }
    }

    func shutdown() {
        retry = nil
        source?.close()
        source = nil
        windows = nil
    }

    // MARK: The source

    /// To the first that is there. One that says nothing gives way to one before it: on a bus
    /// there may be nobody who ever does.
    private func connect() {
        guard hasBegun, windows == nil, device.machine.views.contains(where: \.isAlive) else {
            return
        }
        for place in places() where !ended.contains(place) {
            if source != nil, place == self.place { return }
            do throws(SystemCallError) {
                // Later: whoever hears of its end may let it go.
                let made = try place.connect(loop: loop) { [weak self] news in
                    self?.loop.later { self?.take(news, of: place) }
                }
                source?.close()
                source = made
                self.place = place
                return
            } catch {
                logger.debug("no desktop", metadata: ["error": "\(error)"])
            }
        }
    }

    private func take(_ news: WindowNews, of place: DesktopPlace) {
        guard source != nil, place == self.place else { return }
        switch news {
        case .windows(let windows):
            if self.windows == nil {
                logger.info(
                    "\(place.name) says which windows are shown",
                    metadata: ["socket": "\(place.socket)"])
            }
            wait = Limits.desktopRetrySeconds.first
            self.windows = windows
            report()
        case .unknown:
            windows = nil
            lose()
        case .ended(let why):
            logger.log(
                level: windows == nil ? .info : .warning,
                "\(place.name) \(why); programs that have windows run on",
                metadata: ["socket": "\(place.socket)"])
            ended.insert(place)
            source?.close()
            source = nil
            windows = nil
            lose()
            connect()
            if isWaiting { tryAgain() }
        }
    }

    /// There is no source, or a bus on which nobody speaks: a compositor may come back before that.
    private var isWaiting: Bool {
        guard source != nil, case .bus = place else { return source == nil }
        return windows == nil
    }

    private func lose() {
        let wasTold = told != nil
        told = nil
        if wasTold || device.machine.followsWindows == true { device.windows(nil) }
    }

    /// As long as some program has had a window: a desktop that comes back says which are shown.
    private func tryAgain() {
        guard device.machine.followsWindows != nil else { return }
        ended = []
        do throws(SystemCallError) {
            let timer = try OneShotTimer(loop: loop) { [weak self] in
                guard let self, isWaiting else { return }
                connect()
                if isWaiting { tryAgain() }
            }
            timer.set(microseconds: wait * 1_000_000)
            wait = min(wait * 2, Limits.desktopRetrySeconds.most)
            retry = timer
        } catch {
            logger.warning("no desktop is looked for again", metadata: ["error": "\(error)"])
        }
    }

    // MARK: The apps

    private func report() {
        guard hasBegun, let windows else { return }
        let apps = appWindows(windows)
        guard apps != told else { return }
        told = apps
        device.windows(apps)
    }

    private func appWindows(_ windows: [DesktopWindow]) -> [AppWindows] {
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
        let own = (windows ?? []).filter { processes.identify(pid: $0.pid)?.app == app }
        if let window = own.first(where: \.isShown) ?? own.first { source?.focus(window) }
    }
}
