import CQuiesceLinux
import Glibc
import Logging
import QuiesceCore
import QuiesceLinux

/// News of the machine's sound. On the loop's thread.
enum SoundReport: Sendable, Hashable {
    /// There is a sound server now, or there is none any more. Readings of before count no more.
    case server(isThere: Bool)
    /// The sound that an app plays and records has changed. An app without a reading plays nothing.
    case heard(AudioReading, of: AppID)
}

/// The sound server of this session: PipeWire or PulseAudio, by PulseAudio's interface. Belongs to
/// the loop's thread; nothing in it waits, and while nothing changes, nothing wakes up.
///
/// While there is no server, its folder is watched for one. A server that has ended or doesn't
/// answer is tried again, after a while that gets longer.
final class MachineSound {
    private let place: SoundPlace
    private let memory: SoundMemory
    private let loop: EventLoop
    private let logger: Logger
    private let patience: Int
    private let whose: (pid_t) -> SoundOwner
    private let report: (SoundReport) -> Void

    private var isOn = false
    private var thread: PulseThread?
    private var watch: EventLoop.WatchID?
    private var streams: SoundStreams
    /// Whether there is a server, as the core was told last; nil: nothing yet.
    private var isThere: Bool?
    private var told: [AppID: AudioReading] = [:]
    private var written: Set<AppID>
    /// The number of the connection that was begun last.
    private var life = 0
    private var isConnecting = false
    private var folders: [FolderWatch] = []
    private var retry: OneShotTimer?
    private var delay = Limits.soundRetryMilliseconds
    private var refusals = 0
    /// The last report about a server that can't be used.
    private var trouble: String?

    /// - Parameters:
    ///   - patience: seconds that the server has for an answer.
    ///   - whose: the app that a process belongs to, as the kernel has it.
    init(
        _ place: SoundPlace, memory: SoundMemory = SoundMemory(), loop: EventLoop, logger: Logger,
        patience: Int = Limits.soundAnswerSeconds,
        whose: @escaping (pid_t) -> SoundOwner, report: @escaping (SoundReport) -> Void
    ) {
        self.place = place
        self.memory = memory
        self.loop = loop
        self.logger = logger
        self.patience = patience
        self.whose = whose
        self.report = report
        written = memory.read()
        streams = SoundStreams(leftMuted: written)
    }

    deinit { shutdown() }

    /// Looks for the server from now on; again, it tells all that it knows. What is told may come
    /// before this returns.
    func begin() {
        guard !isOn else {
            guard isThere == true else { return }
            report(.server(isThere: true))
            for (app, reading) in told { report(.heard(reading, of: app)) }
            return
        }
        isOn = true
        do throws(SystemCallError) {
            retry = try OneShotTimer(loop: loop) { [unowned self] in seek() }
        } catch {
            return giveUp(error)
        }
        seek()
    }

    private func giveUp(_ error: SystemCallError) {
        logger.warning("sound isn't heard until the daemon is started again: \(error)")
        shutdown()
        tell(isThere: false)
    }

    /// The server's thread, made for the first one that is found: many devices never have any.
    private func makeThread() throws(SystemCallError) -> PulseThread {
        if let thread { return thread }
        let made = try PulseThread()
        watch = try loop.watch(made.news.descriptor) { [unowned self] _ in hear() }
        thread = made
        return made
    }

    /// Off, for ever. What was muted stays so, as its apps do.
    func shutdown() {
        isOn = false
        if let watch { loop.unwatch(watch) }
        watch = nil
        retry = nil
        folders = []
        thread?.shutdown()
        thread = nil
    }

    /// How often the server's thread has woken up.
    var turns: Int { thread?.turns ?? 0 }

    /// Whether the app plays, as the core was told last.
    func isPlaying(_ app: AppID) -> Bool { told[app]?.plays ?? false }
    func isAudible(_ app: AppID) -> Bool? { told[app]?.isAudible }

    // MARK: What is wanted

    /// Measures how loud these are, and no others.
    func measure(_ apps: Set<AppID>) {
        streams.measure(apps)
        settle()
    }

    /// Mutes what these play, also what they begin to play, and nothing else.
    func mute(_ apps: Set<AppID>) {
        streams.mute(apps)
        settle()
    }

    /// A process may be an app's that nobody knew before.
    func identifyUnknownClients() {
        streams.identify(whose)
        settle()
    }

    // MARK: The server

    private func seek() {
        guard isOn, !isConnecting, isThere != true else { return }
        retry?.clear()
        watchFolders()
        guard let socket = place.found else {
            delay = Limits.soundRetryMilliseconds
            refusals = 0
            return tell(isThere: false)
        }
        do throws(SystemCallError) {
            let thread = try makeThread()
            life += 1
            isConnecting = true
            thread.order { [life, patience] in
                $0.connect(to: socket, life: life, patience: patience)
            }
        } catch {
            giveUp(error)
        }
    }

    /// The sockets' folders, or the folders in which these will be made.
    private func watchFolders() {
        folders = place.sockets.compactMap { socket in
            let folder = Self.split(socket)
            let isThere = access(folder.folder, F_OK) == 0
            let (watched, name) = isThere ? folder : Self.split(folder.folder)
            return try? FolderWatch(watched, for: name, loop: loop) { [unowned self] in
                // Not while it is being called, which ends with the watch.
                loop.later { [weak self] in self?.changed() }
            }
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    private func changed() {
        delay = Limits.soundRetryMilliseconds
        refusals = 0
        seek()
    }

    private func lose(_ loss: SoundLoss) {
        isConnecting = false
        streams.serverGone()
        switch loss {
        case .refused:
            refusals += 1
            tell(isThere: false)
            // A new server makes a new socket, which is told.
            if refusals >= Limits.soundRefusalsMost { return }
        case .failed(let why):
            if trouble != why {
                trouble = why
                logger.warning("the sound server can't be used: \(why)")
            }
            tell(isThere: false)
        }
        retry?.set(microseconds: UInt64(delay) * 1_000)
        delay = min(2 * delay, Limits.soundRetryMillisecondsMost)
    }

    private func tell(isThere: Bool) {
        guard isThere != self.isThere else { return }
        if self.isThere == true { logger.info("the sound server has ended") }
        self.isThere = isThere
        told = [:]
        report(.server(isThere: isThere))
    }

    // MARK: What is heard

    private func hear() {
        guard let thread else { return }
        for heard in thread.news.take() where heard.life == life { hear(heard.news) }
        settle()
    }

    private func hear(_ news: SoundNews) {
        switch news {
        case .there(let name):
            isConnecting = false
            delay = Limits.soundRetryMilliseconds
            refusals = 0
            trouble = nil
            folders = []
            logger.info("sound", metadata: ["server": "\(name)"])
            tell(isThere: true)
            streams.touchAll()
        case .gone(let loss): lose(loss)
        case .client(let number, let pid): streams.client(number, pid: pid, whose)
        case .clientGone(let number): streams.clientGone(number)
        case .stream(let id, let state): streams.stream(id, state)
        case .streamGone(let id): streams.streamGone(id)
        case .level(let number, let level): streams.level(number, level)
        case .muteAnswered(let number): streams.muteAnswered(number)
        case .tooMany:
            logger.warning(
                "the sound server has more than \(Limits.soundStreams) streams or clients; those above aren't heard"
            )
        }
    }

    /// Orders what is to be done, and tells what has changed.
    private func settle() {
        for order in streams.takeOrders() {
            thread?.order { [life] server in
                switch order {
                case .mute(let number, let isMuted): server.mute(number, isMuted, life: life)
                case .measure(let numbers): server.measure(numbers, life: life)
                }
            }
        }
        remember()
        // Before it is there, not all of an app's streams may be known.
        guard isThere == true else { return }
        for (app, reading) in streams.takeReadings() where told[app, default: .init()] != reading {
            told[app] = reading == AudioReading() ? nil : reading
            report(.heard(reading, of: app))
        }
    }

    private func remember() {
        let apps = streams.mayBeLeftMuted
        guard apps != written else { return }
        written = apps
        thread?.order { [memory] _ in memory.write(apps) }
    }
}
