import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The program in one process of an app on a simulated device: the app with its SDK.
///
/// One is made for each launch (`SimulatedDevice.run(_:as:)`). The device calls it on the thread
/// that drives the device, never from within a call that the app makes to its process, and not
/// while the process is frozen: what comes meanwhile waits in the socket.
package protocol SimulatedApp: AnyObject {
    /// It has done nothing so far that may be held against it: that it is killed for disobeying is
    /// then a mistake of the system's.
    var isObedient: Bool { get }
    /// The process runs. Until it asks for a connection (`connect`) it hears nothing.
    func started(arguments: [String])
    /// The connection that it asked for is there. The first thing to say over it is hello.
    func connected()
    /// The connection is gone: the daemon closed it, or died. What lay in the socket came before.
    func disconnected()
    func receive(_ message: MessageToApp)
    /// The process was thawed. Timers that fell due meanwhile follow.
    func thawed()
    /// Its locks and ports while it is suspended (C2, C4); nil: as its script behaves.
    var holdings: Findings? { get }
    /// The process is gone, by whatever cause. What it says from now on is lost.
    func ended()
}

extension SimulatedApp {
    package var isObedient: Bool { false }
    package func thawed() {}
    package func ended() {}
    package var holdings: Findings? { nil }
}

/// One launch of an app on a simulated device, as its app and the tests see it.
///
/// Belongs to the thread that drives the device.
package final class SimulatedProcess {
    package let key: ProcessKey
    package let pid: Int32
    package var isAlive: Bool { lives }
    package var isFrozen: Bool { stands }
    var lives = true
    var stands = false
    /// Set once, when the process is made.
    package internal(set) var app: (any SimulatedApp)!

    /// The place of its app among the device's.
    let index: Int
    unowned let device: SimulatedDevice
    /// The daemon's end of the connection; nil while there is none.
    var channel: AppChannel?
    /// The quota that the daemon has left to the process, once it has been connected.
    var quota: AppQuota?
    var wantsConnection = false
    /// Messages in the process's socket, either way.
    var arrivals: [Arrival] = []
    var said: [MessageFromApp] = []
    /// The delegate's method that each call is of, in the core's words, by the call's number.
    var callNames: [UInt64: String] = [:]
    /// A turn of the app, or of the daemon for it, is planned.
    var turnIsPlanned = false
    var readIsPlanned = false
    /// While the daemon reads from it, acknowledgements are gathered into one.
    var isBeingRead = false
    var gathered: UInt64?
    /// The freeze that is under way, and whom to tell.
    var freezing: Freezing?
    var freezes: UInt64 = 0
    /// SIGKILL waits until the kernel lets it.
    var isDoomed = false
    /// Processes that it started and that are still there.
    var children = 0
    /// Its first process has ended; only its children live.
    var isHeadless = false
    /// The life of the daemon whose child it is, and of the one that holds it now.
    let parent: Int
    var holder: Int
    /// Calls that fell due while the process was frozen.
    var held: [() -> Void] = []
    let startedAt: AwakeInstant
    /// Until when anything may let it run out of sight.
    var overstaysAt: AwakeInstant?
    /// The time that had been forgiven when `overstaysAt` was set.
    var forgivenBefore = Interval.zero

    enum Arrival {
        case opened
        case message(MessageToApp)
        case closed
    }

    struct Freezing {
        var number: UInt64
        /// The life of the daemon that asked.
        var life: Int
        var completion: (Bool) -> Void
    }

    init(key: ProcessKey, index: Int, pid: Int32, device: SimulatedDevice) {
        self.key = key
        self.index = index
        self.pid = pid
        self.device = device
        parent = device.life
        holder = device.life
        startedAt = device.now.awake
    }
}

// Actions that the process's app may take. All of them are without effect once the process has
// ended.
extension SimulatedProcess {
    /// The device's clocks.
    package var now: Moment { device.now }

    /// A connection is wanted: `connected` is called once a daemon has accepted it.
    package func connect() {
        wantsConnection = true
        device.accept(self)
    }

    /// Closes the connection, and wants no other.
    package func disconnect() {
        wantsConnection = false
        device.hangUp(self)
    }

    /// Writes to the socket. What is said without a connection is lost.
    package func say(_ message: MessageFromApp) {
        guard lives, !isHeadless, channel != nil else { return }
        said.append(message)
        device.planRead(self)
    }

    /// Calls `body` when so much time has passed; after the thaw, if the process is frozen then.
    package func after(_ delay: Interval, _ body: @escaping () -> Void) {
        device.plan(.call(self, body), after: delay)
    }

    package func exit(_ status: ExitStatus) { device.exit(self, status) }

    /// Starts a process of its own, which lives until all of the app's are killed.
    package func fork() {
        if lives { children += 1 }
    }
}
