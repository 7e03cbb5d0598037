import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// An app's processes found at start-up, left by an earlier daemon.
public struct ObservedProcesses: Sendable, Hashable {
    /// The name that `killOrphan` takes.
    public let name: String
    /// nil when the name isn't an app's: an orphan.
    public let key: ProcessKey?
    /// Every process in it.
    public let pids: [pid_t]
    /// The recorded main process, or the oldest if none was recorded; nil when it isn't one of
    /// `pids`: it has ended, and the app with it, whatever it left behind.
    public let mainPID: pid_t?
    public let isFrozen: Bool
}

/// Starts, freezes, thaws, kills and recognises the processes of apps, each app's as one group.
///
/// Belongs to the loop's thread; callbacks come there, and except for that of `freeze` never before
/// the call that causes them has returned. What is slow runs on the worker.
public protocol AppProcesses: AnyObject {
    /// "cgroup" or "signals", for `quiesce status`.
    var name: String { get }
    /// The directory of the cgroup v2 that apps' cgroups are in; nil: they have none.
    var deviceCgroup: String? { get }
    /// The means in force, and those that are missing and why, for `quiesce status`.
    var notes: [String] { get }

    /// The main process has ended. Told at once; whatever it left behind is killed.
    var onExit: (ProcessKey, ExitStatus) -> Void { get set }
    /// After `onExit`: no process of the app is left.
    var onGone: (ProcessKey) -> Void { get set }
    /// Somebody else froze or thawed the app (P7). Nothing was done about it.
    var onFreezeStateChanged: (ProcessKey, _ isFrozen: Bool) -> Void { get set }

    /// The process that an app has adopted, which may have ended, for apps that are taken over.
    var adopted: (AppID) -> AdoptedProcess? { get set }

    /// Starts an app. `key` must not be in use. After success `onExit` will come exactly once.
    func spawn(
        _ request: SpawnRequest, completion: @escaping (Result<pid_t, SpawnError>) -> Void)
    /// Freezes the app; `completion(true)` when the kernel says that no process of it can run,
    /// `completion(false)` when it was thawed, killed or ended before. No time limit. Most freezes
    /// take some microseconds: then `completion` is called before this returns.
    func freeze(_ key: ProcessKey, completion: @escaping (_ isFrozen: Bool) -> Void)
    /// Lets the app run, now; ends a freeze under way.
    func thaw(_ key: ProcessKey)
    /// Kills every process of the app, frozen or not, even while it is being started.
    func kill(_ key: ProcessKey)

    /// The processes that earlier daemons of this device left. `recorded`: the main processes as
    /// recorded.
    func observe(recorded: [ProcessKey: pid_t]) -> [ObservedProcesses]
    /// Takes over what `observe` found: freeze, kill, `onExit` (`.unknown`) work as for our own.
    /// - Returns: false when `pid` is no longer one of the app's processes. Then kill the orphan.
    func adopt(_ key: ProcessKey, pid: pid_t) -> Bool
    /// Kills and removes a group that `observe` found and nobody wants.
    func killOrphan(_ name: String)
    /// Compares every app with the kernel: `onFreezeStateChanged` for a surprise (P7), and an app
    /// whose main process has left its group is killed, since it can't be frozen any more.
    func reconcile()

    /// The app that the process at the other end of a socket belongs to, by the kernel's word.
    func identify(_ peer: ql_peer) -> ProcessKey?
    /// Whether it is any app's process of this device, known or not: the control socket refuses it.
    func isAppProcess(_ peer: ql_peer) -> Bool

    /// Reads the bytes of memory that the app occupies, swap included, on any thread; nil when
    /// there is no such app. Takes milliseconds for a large app where the kernel keeps no account
    /// (`memory.current`).
    func memoryReader(_ key: ProcessKey) -> (@Sendable () -> Int)?
    /// Tells which processes the app has, and what they have used, on any thread; nil when there is
    /// no such app.
    func processReader(_ key: ProcessKey) -> ProcessReader?
    /// CPU time that the app has used.
    func cpuTimeMicroseconds(_ key: ProcessKey) -> UInt64?

    /// Whether a process that `identify` doesn't know may be an app's whose start hasn't been told
    /// yet: ask again when it has.
    var mayBeStarting: Bool { get }
    /// Calls `then` once no process of any app is left, killed ones included.
    func whenClear(_ then: @escaping () -> Void)

    /// Lets go of everything. Apps that still run go on; those frozen stay so, to be adopted.
    func shutdown()
}

extension AppProcesses {
    func process(adoptedBy app: AppID) -> MainProcess? { adopted(app)?.process }

    /// The app that a process belongs to now, by its number alone: somebody's word for it, such as
    /// a client's of the sound server.
    func identify(pid: pid_t) -> ProcessKey? {
        let pidfd = ql_pidfd_open(pid)
        guard pidfd >= 0 else { return nil }
        defer { close(pidfd) }
        return identify(ql_peer(pid: pid, uid: 0, gid: 0, pidfd: pidfd))
    }
}

/// The processes of an app, which may be asked for at any time on any thread.
public struct ProcessReader: Sendable {
    public let pids: @Sendable () -> [pid_t]
    /// Those known without looking for new ones, which takes milliseconds where there is no cgroup.
    public let known: @Sendable () -> [pid_t]
    /// CPU time of all of them since the app's launch; nil where it isn't counted.
    public let cpuMicroseconds: @Sendable () -> UInt64?
    /// The directory of their cgroup v2; nil: they have none of their own.
    public let cgroup: String?
}

/// Requests about an app whose process is just being started. The app can speak, and be suspended
/// for its words, before the worker has told that the process started.
struct StartingApp {
    var isKilled = false
    var awaitingFreeze: [(Bool) -> Void] = []

    /// Does what was asked, now that the app can be reached.
    func settle(in processes: some AppProcesses, _ key: ProcessKey) {
        for completion in awaitingFreeze { processes.freeze(key, completion: completion) }
        if isKilled { processes.kill(key) }
    }

    /// Tells those who wait for a freeze that there won't be one.
    mutating func giveUpFreezing(_ loop: EventLoop) {
        let waiting = awaitingFreeze
        awaitingFreeze = []
        loop.later { for completion in waiting { completion(false) } }
    }
}

/// The names that tell a device's processes apart, and the processes' limits.
public struct ProcessConfiguration: Sendable {
    /// Letters, digits and `-`; names the device's cgroup.
    public var deviceID: String
    /// `$QUIESCE_HOME`, absolute. Signals backend: apps carry it in their environment.
    public var home: String
    /// The most processes and threads of one app together (P3), where the kernel can count them.
    public var processLimit: Int

    public init(deviceID: String, home: String, processLimit: Int = 512) {
        self.deviceID = deviceID
        self.home = home
        self.processLimit = processLimit
    }

    /// The variables that must be in the environment of an app's first process, so that the signals
    /// backend of a later daemon can find that process.
    public func markers(of key: ProcessKey) -> [String] {
        AppMarks(home: home, app: "\(key.app)", launch: "\(key.launch)").variables
    }
}

/// How apps' processes are kept together and frozen.
public enum ProcessBackend: String, Sendable, CaseIterable {
    /// A cgroup where one can be made, else signals.
    case automatic
    case cgroup
    /// SIGSTOP and SIGCONT. Apps can notice, and what leaves the session and the family is lost.
    case signals

    /// - Throws: when `cgroup` was asked for and can't be had.
    public func make(
        _ configuration: ProcessConfiguration, loop: EventLoop, worker: Worker
    ) throws(SystemCallError) -> any AppProcesses {
        switch self {
        case .signals:
            return SignalProcesses(
                configuration, loop: loop, worker: worker,
                notes: ["apps are frozen by signals, as configured"])
        case .cgroup:
            return try CgroupProcesses(configuration, loop: loop, worker: worker)
        case .automatic:
            do {
                return try CgroupProcesses(configuration, loop: loop, worker: worker)
            } catch {
                return SignalProcesses(
                    configuration, loop: loop, worker: worker,
                    notes: ["no cgroup can be used: \(error)"])
            }
        }
    }
}
