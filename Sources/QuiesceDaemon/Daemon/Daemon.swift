import Foundation
import Glibc
import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceProtection
import QuiesceShell
import QuiesceWire

/// `quiesced`: one device. Everything here happens on the thread that calls `run`.
public final class Daemon {
    /// How it ended.
    public enum Ending: Sendable {
        /// Every app was ended, or another daemon is to take them over as they are.
        case stopped
        /// Another daemon is to take this one's place in this process: apps are as they were.
        case restart
    }

    /// The parameters that a daemon is started with.
    public struct Configuration: Sendable {
        public var home: String
        public var controlSocket: String
        public var appSocket: String
        public var profile: PolicyProfile
        public var backend: ProcessBackend
        /// Whether pushes' payloads are kept in the journal.
        public var journalPayloads: Bool
        public var screen = DeviceScreen.standard
        /// Where the machine says what it is like; another tree than the machine's for tests.
        public var sys = "/sys"
        public var localtime = "/etc/localtime"
        public var net = "/proc/net"
        /// gpsd's port on this machine.
        public var gpsdPort: UInt16 = 2947
        /// Where terminals are.
        public var dev = "/dev"
        /// Which devices are accessories; nil: as `accessories.conf` in the home has it, else in
        /// /etc/quiesce.
        public var accessoryMap: String?
        /// Seconds after this daemon's death at which its frozen apps are thawed, if no other has
        /// come.
        public var thawAfterSeconds = Limits.thawAfterSeconds
        /// The file of this program, as it was when the daemon was started: `quiesce restart` runs
        /// what is there then.
        public var program: String?
        /// Says where the buses and the sound server are.
        public var environment = ProcessInfo.processInfo.environment

        public init(
            home: String, controlSocket: String, appSocket: String, profile: PolicyProfile = .ios8,
            backend: ProcessBackend = .automatic, journalPayloads: Bool = false
        ) {
            self.home = home
            self.controlSocket = controlSocket
            self.appSocket = appSocket
            self.profile = profile
            self.backend = backend
            self.journalPayloads = journalPayloads
        }
    }

    private let configuration: Configuration
    private let logger: Logger
    private let directory: StateDirectory
    private let loop: EventLoop
    private let worker: Worker
    /// For starting apps and clearing up after them, which mustn't wait for copying.
    private let spawner: Worker
    private let processes: any AppProcesses
    private let launcher: AppLauncher
    private let appSockets: AppSockets
    private let trimmer: OutputTrimmer
    private let meter: MemoryMeter
    private let groups: GroupContainers
    private var conduct: ConductWatch!
    private var memoryMonitor: MemoryMonitor?
    private var sources: RealSources!
    private let oomKills = KernelKills()
    private let bundleStore: BundleStore
    private var screen: Screen!
    private let storage: DeviceStorage
    private let device: Device
    private let protection: DataProtection
    private let transfers: TransferService
    private let pushes: PushService
    private var display: NotificationDisplay!
    private let audio: AudioService
    private let savings: SavingsOfPrograms
    private let sockets: SocketCustody
    private let accessories: MachineAccessories
    private var bluetooth: BlueZRadio!
    /// The capabilities that take part in the daemon's life.
    private var services: [any DaemonService] = []
    private let keeper: Keeper
    private let starts: DaemonCrashLoop
    private let startedAt = LinuxClock.now().wall
    private var notes: [String]
    private var appServer: AppServer!
    private var controlServer: ControlServer!
    private var keyServer: KeyServer!
    private let signals: SignalDescriptor
    private let manager: ServiceManager
    /// The players of simulated hardware, by the first word of their `quiesce send`: they take
    /// words that are no event of the device's.
    private let players: [String: ControlHandler.Player] = [
        MotionReading.word: ControlHandler.playMotion,
        PlayedLocation.word: ControlHandler.playLocation,
        PlayedBeacon.word: ControlHandler.playBeacon,
        PlayedAccessory.word: ControlHandler.playAccessory,
        PlayedBluetooth.word: ControlHandler.playBluetooth,
    ]
    private var isRestarting = false
    /// Every app has been asked to end, and the daemon is to.
    private var isShuttingDown = false
    /// Every app has ended or stays as it is, and tools get nothing any more.
    private var isStopping = false
    private var isHandingOver = false
    private var ending = Ending.stopped

    /// Opens everything and takes over what an earlier daemon left.
    ///
    /// - Throws: `AlreadyRunning`; `ConfigurationError` for what the owner has to put right.
    public init(_ configuration: Configuration, logger: Logger) throws {
        // Before any thread is started, so that all of them leave the signals to the loop.
        signals = try SignalDescriptor(SignalDescriptor.ending + [SIGUSR2])
        Self.raiseDescriptorLimit()
        self.configuration = configuration
        self.logger = logger
        directory = try StateDirectory(path: configuration.home)
        starts = DaemonCrashLoop(
            directory: directory.descriptor, now: Int(Date().timeIntervalSince1970))
        loop = try EventLoop()
        manager = ServiceManager(loop: loop, paths: [configuration.controlSocket])
        worker = try Worker(name: "quiesce-worker")
        spawner = try Worker(name: "quiesce-spawn")
        let processes = try configuration.backend.make(
            ProcessConfiguration(deviceID: directory.deviceID, home: directory.path), loop: loop,
            worker: spawner)
        self.processes = processes
        keeper = Keeper(
            KeeperOrder(
                home: directory.path,
                freezer: processes.deviceCgroup.map { .cgroups($0) } ?? .signals,
                thawAfterSeconds: configuration.thawAfterSeconds), loop: loop, worker: spawner)
        do {
            storage = try DeviceStorage(
                directory, profile: configuration.profile,
                journalPayloads: configuration.journalPayloads, loop: loop)
        } catch {
            processes.shutdown()
            throw error
        }
        let users =
            getuid() == 0
            ? AppUsers(
                storage, deviceID: directory.deviceID,
                containers: directory.descriptor(of: .containers)) : nil
        bundleStore = BundleStore(directory, users: users, loop: loop, worker: worker)
        groups = GroupContainers(directory, hasUsers: users != nil, worker: worker)
        appSockets = AppSockets(configuration.appSocket)
        launcher = AppLauncher(
            directory, sockets: appSockets, users: users, groups: groups,
            sessions: ProgramSessions(storage, isRoot: users != nil), processes: processes,
            environment: configuration.environment)
        processes.adopted = { [sessions = launcher.sessions] in sessions[$0]?.adopted }
        meter = MemoryMeter(processes, loop: loop, worker: worker)
        trimmer = try OutputTrimmer(launcher.output, loop: loop, worker: worker)
        device = Device(
            machine: storage.machine, seq: storage.seq,
            // Later than any ticket of an earlier daemon: tickets are in the journal.
            firstTicket: UInt64(clamping: startedAt.nanoseconds))
        device.ownScreen = configuration.screen
        protection = try DataProtection(directory, device: device, loop: loop)
        transfers = try TransferService(
            directory, users: users, device: device, loop: loop, spawner: spawner, logger: logger)
        pushes = try PushService(
            directory, isRoot: users != nil, device: device, loop: loop, worker: spawner,
            logger: logger)
        audio = AudioService(
            directory, processes, device, environment: configuration.environment, loop: loop,
            logger: logger)
        let windows = DesktopWindows(
            processes, device,
            places: { [launcher] in
                DesktopPlace.all(
                    in: launcher.sessions.environments + [configuration.environment])
            }, loop: loop, logger: logger)
        savings = SavingsOfPrograms(processes, device, loop: loop, worker: worker)
        sockets = try SocketCustody(
            device: device, processes: processes, loop: loop, logger: logger)
        let maps = configuration.accessoryMap.map { [$0] }
        accessories = MachineAccessories(
            AccessoryPlaces(
                sys: configuration.sys, dev: configuration.dev,
                maps: maps ?? [
                    "\(directory.path)/accessories.conf", "/etc/quiesce/accessories.conf",
                ]),
            device, loop: loop, worker: worker, logger: logger)
        notes = processes.notes + launcher.notes + directory.notes + storage.notes
        if starts.isCrashLoop {
            notes.append(
                "the daemon was started \(starts.starts) times within \(Limits.crashLoopWindowSeconds) s without being stopped in between; it launches no app by itself until the user opens it"
            )
        }
        screen = try Screen(
            directory, loop: loop, isInFront: { [device] in device.machine.foreground == $0 },
            warn: { [logger] in logger.warning("\($0)") })
        display = try NotificationDisplay(
            directory, device, environment: configuration.environment, loop: loop, logger: logger,
            isStopping: { [unowned self] in isStopping })
        conduct = makeConductWatch()
        let systemBus = SystemBus(
            address: BusLink.systemBus(configuration.environment), loop: loop, logger: logger)
        services = [
            protection, transfers, pushes, display, conduct, audio, sockets, accessories, windows,
            CalledPrograms(
                processes, device,
                environment: { [launcher] in launcher.sessions.environment(of: $0) }, loop: loop,
                logger: logger),
            savings,
            try BusyPrograms(processes, device, loop: loop, worker: worker),
            try TrafficOfPrograms(processes, device, loop: loop, worker: worker, logger: logger),
            systemBus,
            MachineSession(
                systemBus, device, logger: logger,
                order: .init(
                    whenDurable: { [storage] in storage.whenDurable($0) },
                    shutDown: { [unowned self] in shutDown(restart: false) { _ in } })),
            MachinePower(
                systemBus, sys: configuration.sys, loop: loop, worker: worker,
                report: { [unowned self] in
                    if !isStopping { device.take(.sensed($0)) }
                }, advise: { [unowned self] in sources.advise($0) }),
        ]
        device.motion.port = MachineSensors(configuration.sys, device, loop).port
        device.location.port =
            LocationSources(
                LocationPlaces(
                    environment: configuration.environment, gpsd: configuration.gpsdPort),
                device, loop, logger
            ).port
        device.idleTimer.port =
            MachineIdleTimer(environment: configuration.environment, loop, logger).port
        bluetooth = BlueZRadio(
            environment: configuration.environment, device, loop, logger)
        connect()
        watchMemory()
        sources = RealSources(
            RealSources.Places(
                sys: configuration.sys, localtime: configuration.localtime, net: configuration.net),
            loop: loop, worker: worker, chosenZone: { [device] in device.machine.timeZone },
            zones: { [device] in device.machine.zones },
            report: { [unowned self] event in
                if isStopping { return }
                device.take(event)
                if case .sensed(.network(let network)) = event, network != .none {
                    for service in services { service.networkCame() }
                }
            })
    }

    /// Serves until the device is shut down, or another daemon is to go on.
    public func run() throws -> Ending {
        _ = try loop.watch(signals.descriptor, for: .readable) { [unowned self] _ in
            while let signal = signals.next() {
                switch signal {
                // A service manager's, which may start another. At a terminal nobody is going to.
                case SIGTERM: handOver(.stopped)
                // A package's that brings another build, as nginx has it.
                case SIGUSR2:
                    if let trouble = restart() { logger.error("\(trouble)") }
                case _:
                    logger.info("ending every app", metadata: ["signal": "\(signal)"])
                    shutDown(restart: false) { _ in }
                }
            }
        }
        // Apps that are started now see the folder already.
        try makeFolder(of: appSockets.app)
        try appSockets.makeFolder()
        try takeOver()
        notes += sources.start()
        for socket in [appSockets.app, configuration.controlSocket, appSockets.keys] {
            try makeFolder(of: socket)
            if manager.socket(at: socket) == nil { try directory.removeStaleSocket(at: socket) }
        }
        try keyServer.listen(on: appSockets.keys)
        try appServer.listen(on: appSockets.app)
        try appSockets.offer()
        let control = configuration.controlSocket
        try controlServer.listen(on: control, shared: manager.socket(at: control))
        for note in notes + services.flatMap(\.notes) { logger.notice("\(note)") }
        logger.info(
            "ready",
            metadata: [
                "home": "\(directory.path)", "profile": "\(device.machine.profile.name)",
                "freezer": "\(processes.name)", "isolation": "\(launcher.isolation)",
            ])
        try manager.announceReady("\(directory.path), profile \(device.machine.profile.name)")
        loop.run()
        return ending
    }

    /// The sockets' folder may be another than the home, below `$XDG_RUNTIME_DIR`. Apps pass
    /// through it.
    private func makeFolder(of socket: String) throws {
        let folder = (socket as NSString).deletingLastPathComponent
        guard mkdir(folder, 0o711) == 0 || errno == EEXIST else {
            throw ConfigurationError(
                message: "cannot make \(folder) for the sockets: \(describe(errno: errno))")
        }
    }

    /// Each app takes some six descriptors; the usual soft limit would do for 150.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    // MARK: Putting it together

    private func connect() {
        device.ports = Ports(
            now: LinuxClock.now, journal: storage.journalPort, store: storage.storePort,
            processes: ProcessPort(
                spawn: { [unowned self] in spawn($0, $1) },
                freeze: { [processes] in processes.freeze($0, completion: $1) },
                thaw: { [processes] in processes.thaw($0) },
                kill: { [processes] in processes.kill($0) }),
            apps: AppPort(
                send: { [unowned self] in appServer.send($0, $1) },
                give: { [unowned self] in appServer.give($0, $1, $2) },
                drain: { [unowned self] in appServer.drain($0) }),
            bundles: BundlePort(
                activate: { [unowned self] in activate($0, $1) },
                discard: { [bundleStore] in bundleStore.discard($0) },
                remove: { [unowned self] app in
                    for service in services { service.remove(app) }
                    bundleStore.remove(app)
                    launcher.removeOutput(app)
                    launcher.sessions.take(of: app)
                    groups.keep(for: device.machine.views.map(\.manifest))
                }),
            screen: ScreenPort(
                takeSnapshot: { [unowned self] in screen.takeSnapshot($0) },
                forget: { [unowned self] in screen.forget($0) }),
            conduct: conduct.port, transfers: transfers.port, notifications: display.port,
            pushes: pushes.port,
            setTimer: { [unowned self] time in
                // Once it stops, the timer is its own.
                if !isStopping { loop.setTimer(at: time) }
            },
            keepAwake: { [unowned self] in keepAwake($0) },
            protectData: { [protection] in protection.keep($0) },
            stopped: { [unowned self] in stopped() },
            warn: { [logger] in logger.warning("\($0)") })
        if let trace = StepTrace() { device.ports = trace.marking(device.ports) }
        _ = device.log.follow { [trimmer] in trimmer.note($0) }
        loop.onTimer = { [device] in device.take(.timer) }
        processes.onExit = { [unowned self] key, status in
            appServer.drain(key)  // What it said before it ended counts.
            let isOurs = device.inspect { $0.audit(of: key.app)?.isDying ?? true }
            let status = oomKills.explain(status, isOurs: isOurs)
            device.take(.exited(key.app, key.launch, status))
            appServer.forget(key)
        }
        processes.onFreezeStateChanged = { [device] key, isFrozen in
            device.take(
                isFrozen ? .foundFrozen(key.app, key.launch) : .foundThawed(key.app, key.launch))
        }
        appServer = AppServer(
            loop: loop, identify: { [processes] in processes.identify($0) },
            mayBeStarting: { [processes] in processes.mayBeStarting },
            isCurrent: { [device] key in
                guard let app = device.machine.view(key.app) else { return false }
                return app.isAlive && app.launch == key.launch
            },
            now: LinuxClock.now, take: { [device] in device.take($0) },
            takeRequest: { [device] in device.take($0, request: $1, from: $2) },
            takeFile: { [sockets] in sockets.taking($0, $1, from: $2) },
            isBehind: { [storage] in storage.isBehind },
            screen: screen)
        storage.onCaughtUp = { [unowned self] in appServer.goOn() }
        keyServer = KeyServer(
            loop: loop, identify: { [processes] in processes.identify($0) },
            answer: { [protection] in protection.key(for: $0, reply: $1) })
        let listing = TransferListing(device: device, loop: loop)
        let handler = ControlHandler(
            device: device, screen: screen, protection: protection,
            daemon: .init(
                status: { [unowned self] in status }, players: players,
                measure: { [meter] in meter.measure($0, then: $1) },
                container: { [bundleStore] in bundleStore.containerPath($0) },
                stage: { [bundleStore] in bundleStore.stage($0, completion: $1) },
                outputPath: { [launcher] in launcher.outputPath($0, $1) },
                outputLaunches: { [launcher] in launcher.outputLaunches(of: $0) },
                sessions: launcher.sessions, adoption: Adoption(processes: processes),
                settings: SettingsKeeper(
                    containers: directory.descriptor(of: .containers), loop: loop, worker: worker),
                transfers: listing, notifications: NotificationListing(device: device),
                pushes: (pushes, PushListing(device: device)),
                savings: { [savings] in savings.rows(of: $0, last: $1, then: $2) },
                timeZoneChanged: { [unowned self] in sources.tellClock() },
                shutDown: { [unowned self] in shutDown(restart: $0, reply: $1) },
                restart: { [unowned self] in restart() }))
        controlServer = ControlServer(
            loop: loop, isAppProcess: { [processes] in processes.isAppProcess($0) },
            handler: { [unowned self] request, descriptor, client in
                guard !isStopping else {
                    let refusal = Refusal(.shuttingDown)
                    return client.refuse(
                        refusal.reason.rawValue, refusal.explained(at: LinuxClock.now()))
                }
                handler.handle(request, descriptor, client)
            })
    }

    private func activate(_ stage: StagedBundle, _ app: AppID) {
        guard let manifest = device.machine.view(app)?.manifest else {
            return bundleStore.discard(stage)
        }
        if !bundleStore.activate(stage, manifest) {
            logger.warning("a bundle of \(app) isn't what was accepted last, and was deleted")
        }
    }

    private func makeConductWatch() -> ConductWatch {
        let watch = ConductWatch(
            processes, deviceName: "quiesce-\(directory.deviceID)",
            deviceCgroup: processes.deviceCgroup, loop: loop, worker: worker,
            groups: { [device, groups] app in
                device.machine.view(app).map { groups.paths($0.manifest) } ?? []
            })
        processes.onGone = { watch.forget($0) }
        return watch
    }

    private func watchMemory() {
        do {
            memoryMonitor = try MemoryMonitor(device, meter, loop: loop)
            notes.append(PageOut.note)
        } catch {
            notes.append(
                "the kernel doesn't report when memory runs short (\(error)); apps are purged by `quiesce purge` only"
            )
        }
    }

    private func spawn(_ key: ProcessKey, _ arguments: [String]) {
        guard let manifest = device.machine.view(key.app)?.manifest else { return }
        let profile = device.machine.profile
        launcher.spawn(
            key, manifest, arguments, wakeLimit: min(profile.fetchLimit, profile.pushLimit)
        ) { [device, appServer, audio, services] result in
            defer {
                appServer?.identifyUnknownPeers()
                audio.identifyUnknownClients()
            }
            switch result {
            case .success(let pid):
                device.take(.spawned(key.app, key.launch, pid: pid))
                for service in services { service.appStarted() }
            case .failure(let error):
                device.take(
                    .spawnFailed(key.app, key.launch, step: error.step.rawValue, code: error.errno))
            }
        }
    }

    /// Adopts the processes that run, ends those that nobody knows, and puts files and facts right.
    private func takeOver() throws {
        let installed = device.machine.views.map(\.manifest)
        // After a power cut they could be there again, and would be without what they had.
        let uninstalled = storage.apps.filter { device.machine.view($0.id) == nil }
        let kept = Set((installed + uninstalled).map(\.id))
        let changed = bundleStore.reconcile(
            installed, keeping: kept, awaiting: device.machine.awaitedBundles)
        notes += [StateDirectory.note(ofChanged: changed.map { "containers/\($0)" })]
            .compactMap { $0 }
        screen.reconcile(kept)
        groups.keep(for: installed + uninstalled)
        var found: [ObservedProcess] = []
        var recorded: [ProcessKey: pid_t] = [:]
        for app in device.machine.views {
            if let pid = app.pid {
                recorded[ProcessKey(app: app.manifest.id, launch: app.launch)] = pid
            }
        }
        for group in processes.observe(recorded: recorded) {
            guard let key = group.key, let pid = group.mainPID, processes.adopt(key, pid: pid)
            else {
                processes.killOrphan(group.name)
                continue
            }
            found.append(
                ObservedProcess(app: key.app, launch: key.launch, pid: pid, frozen: group.isFrozen))
        }
        for app in installed where !found.contains(where: { $0.app == app.id }) {
            // The process that spoke for it has ended meanwhile: nobody else would continue it.
            processes.process(adoptedBy: app.id)?.resumeFamily()
        }
        try storage.start()
        for service in services { service.takeOver(keeping: kept) }
        let zone = device.machine.overriddenTimeZone
        for event in sources.clockBeforeStart(overridden: zone) { device.take(event) }
        device.take(
            .restarted(
                found, deviceRestarted: storage.deviceRestarted, launching: !starts.isCrashLoop))
        for service in services { service.begin() }
        device.reconcile(
            storage.corrections(device.machine.facts, payloads: device.machine.payloadsInUse),
            uninstalled: uninstalled.map(\.id))
    }

    // MARK: Stopping

    private func shutDown(restart: Bool, reply: @escaping (Answer) -> Void) {
        isRestarting = restart
        isShuttingDown = !restart
        for service in services { service.end() }
        device.ask({ .shutDown($0) }, reply: reply)
    }

    private func stopped() {
        for service in services { service.ended() }
        if isRestarting {
            isRestarting = false
            device.take(.restarted([], deviceRestarted: true, launching: true))
            for service in services { service.begin() }
            return sources.tellClock()
        }
        stop { [self] in
            // Processes that apps left behind are killed by now, and take their time to go.
            loop.onTimer = { [self] in finish() }
            loop.setTimer(at: LinuxClock.now().instant + .seconds(Limits.clearingSeconds))
            processes.whenClear { [self] in finish() }
        }
    }

    /// Ends this daemon alone: the next one takes the apps over as they are, as after a crash, but
    /// nothing is lost.
    private func handOver(_ ending: Ending) {
        if isStopping || isShuttingDown { return }
        logger.info("the apps are left for the next daemon")
        isHandingOver = true
        self.ending = ending
        stop { [self] in finish() }
    }

    /// - Returns: why it can't be done.
    private func restart() -> String? {
        guard let program = configuration.program, access(program, X_OK) == 0 else {
            let program = configuration.program ?? "the daemon's program"
            return "\(program) can't be run any more; put it there again, or stop the device with "
                + "`quiesce down`"
        }
        handOver(.restart)
        return nil
    }

    /// Takes no more requests, and goes on once everything is on disk.
    private func stop(then: @escaping () -> Void) {
        isStopping = true
        manager.announceEnd(isRestart: ending == .restart)
        controlServer.stopListening()
        // After the answer to whoever asked, which is given to the store when this effect returns.
        loop.later { [self] in
            storage.whenDurable { [self] in
                starts.clear()
                then()
            }
        }
    }

    private func finish() {
        appServer.close()
        keyServer.close()
        keeper.leave(keeping: isHandingOver)
        for service in services.reversed() { service.shutdown() }
        processes.shutdown()
        spawner.shutdown()
        worker.shutdown()
        screen.shutdown()
        storage.close()
        if manager.socket(at: configuration.controlSocket) == nil {
            unlink(configuration.controlSocket)
        }
        appSockets.withdraw()
        logger.info("stopped")
        loop.stop()
    }

    private func keepAwake(_ keep: Bool) {
        logger.info(keep ? "open tasks keep the device awake" : "the device may sleep")
    }

    private var status: DeviceStatus {
        let apps = device.machine.views
        var notes = notes + services.flatMap(\.notes)
        if let problem = keeper.problem { notes.append(problem) }
        if let note = launcher.sessions.note { notes.append(note) }
        if let failure = device.journalFailure {
            notes.append("the journal can't be written: \(failure)")
        }
        var status = DeviceStatus(
            device: directory.deviceID, version: quiesceVersion, pid: Int(getpid()),
            home: directory.path,
            profile: device.machine.profile.name, since: startedAt.iso8601, freezer: processes.name,
            isolation: launcher.isolation.rawValue, foreground: device.machine.foreground?.name,
            locked: device.machine.isLocked, asleep: device.machine.isAsleep, apps: apps.count,
            running: apps.count { $0.isAlive && $0.state != .suspended },
            suspended: apps.count { $0.state == .suspended }, notes: notes,
            journalPayloads: configuration.journalPayloads,
            passcode: device.machine.isPasscodeSet,
            protectedData: device.machine.holdsProtectionKeys,
            wrongPasscodes: device.machine.wrongPasscodes)
        var screen = device.machine.screenStatus(at: device.ports.now())
        screen.typed = protection.pad.count
        screen.size = configuration.screen.text
        status.screen = screen
        for service in services { service.report(in: &status) }
        status.notificationsHeldUntil = device.machine.notificationsHeldUntil?.iso8601
        return status
    }
}
