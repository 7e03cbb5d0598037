/// One app: its process, its state, what it has been told, and what entitles it to run.
///
/// It decides by itself everything that concerns one app; `SystemMachine` decides between apps.
/// `AppMachine+Process`, `+Visibility`, `+Tasks`, `+Wakes` and `+Deadlines` hold its parts.
// derive: json
struct AppMachine: Sendable, Hashable {
    /// Where the process stands. `AppState` is what others see of it.
    // derive: cases
    enum Stage: Sendable, Hashable {
        /// No process exists.
        case notRunning
        /// A process was asked for; didFinishLaunching hasn't returned. `toForeground` may change
        /// meanwhile, by the user.
        case launching(toForeground: Bool)
        case active
        /// Executing out of sight, as something entitles it to.
        case background
        /// The freezer was asked; what the app said before counts, and may call this off.
        case freezing(since: AwakeInstant)
        case suspended
        /// willTerminate was called; the process ends itself, or is killed at the deadline.
        case terminating(Ending, deadline: AwakeInstant)
        /// SIGKILL was sent; again at the deadline.
        case dying(Ending, retryAt: AwakeInstant)
    }

    /// Why the system ends a process.
    // derive: json
    struct Ending: Sendable, Hashable {
        var reason: Reason
        var rule: Rule
        var detail: Detail?
    }

    /// The next step once the app's process has ended.
    // derive: cases
    enum FollowUp: Sendable, Hashable {
        case open(arguments: [String])
        case install(AppManifest, StagedBundle, Ticket)
        case uninstall(Ticket)

        var isOpen: Bool {
            switch self {
            case .open: true
            case .install, .uninstall: false
            }
        }
    }

    var manifest: AppManifest
    /// Apps are in the order of it: it grows with each that is installed anew.
    // json: unless 0
    var installation: UInt64 = 0
    var stage = Stage.notRunning
    var state = AppState.notRunning
    /// The present launch, or the last.
    var launch = Launch(number: 0)
    var pid: Int32?
    /// The launch arguments, until the process is known to exist.
    var arguments: [String] = []
    /// When and why it came into `state`.
    var since: WallTime
    var reason: Reason
    var calls = CallQueue()
    /// The state of the device when the app was last told of it, or was launched.
    var told = DeviceRecord()
    /// The settings that the app was told of.
    var settings = AppSettings()
    /// The permissions that the user gives the app.
    var grants = Grants()
    /// true: it is active, or isn't, other than it was told last.
    var isActivityUntold: Bool?
    /// nil: this launch has had none.
    var input: InputQueue?
    var tasks = BackgroundTasks()
    /// The activities of the app's process, beside tasks and wake-ups, that let it execute out of
    /// sight.
    // json: unless []
    var activities: [Activity] = []
    var wakes: [Wake] = []
    /// Until when wake-ups wait for an app that crashed before it is launched for them (P9 of the
    /// reliability catalogue).
    var heldUntil: AwakeInstant?
    /// The connection of this launch, which may break and be made anew.
    var link = Link()
    var freezes: UInt64 = 0
    var forceQuit = false
    var lastExit: Exit?
    var crashes = Crashes()
    // json: followUps=sequels
    var followUps: [FollowUp] = []
    /// The decisions about this app that are remembered, for `why`.
    var history = History()
    var conduct = Conduct()
    /// The notification that the user opened it from, until it is handed that (N2).
    var opening: Opening?
    /// The URL, the quick action or the activity that it is opened with, until it is handed that.
    var opened: AppLink?

    // derive: json
    struct Link: Sendable, Hashable {
        var connected = false
        /// Since when an app whose daemon is a new one, or was when it was thawed, could have
        /// connected again. It is not judged until it has, or `reconnectGrace` later.
        var awaitedSince: AwakeInstant?
        var lastRequest: UInt64 = 0
        /// How often the app has closed it since it was last in front or suspended.
        var hangUps = 0
        /// The daemon is a new one, and hasn't heard from the app: the last call that those before
        /// it can have sent, by what was recorded. nil: it has.
        var recordedSeq: UInt64?
    }

    var id: AppID { manifest.id }
    var isAlive: Bool {
        switch stage {
        case .notRunning: false
        case .launching, .active, .background, .freezing, .suspended, .terminating, .dying: true
        }
    }

    init(manifest: AppManifest, at now: WallTime) {
        self.manifest = manifest
        since = now
        reason = .install
    }

    /// Adds what is to follow the end of the process: at most one opening, and that last, as
    /// whoever installs or uninstalls waits for an answer.
    mutating func follow(with followUp: FollowUp) {
        let opening = followUps.last.flatMap { $0.isOpen ? $0 : nil }
        if opening != nil { followUps.removeLast() }
        followUps.append(followUp)
        if let opening, !followUp.isOpen { followUps.append(opening) }
    }
}

/// The device's state that an app's machine needs while it handles an event.
struct AppContext {
    let sharedProfile: Shared<PolicyProfile>
    let now: Moment
    let deviceAsleep: Bool
    /// Something covers the app in front.
    let isInterrupted: Bool
    /// Nothing is launched into the background (U3).
    let awaitsFirstUnlock: Bool
    let device: DeviceRecord

    var profile: PolicyProfile { sharedProfile.value }
}

extension AppMachine {
    /// Goes to `next` and records it. The reason stays with the state, for `ps` and `why`.
    mutating func move(
        to next: AppState, _ reason: Reason, _ rule: Rule?, detail: Detail? = nil,
        _ context: AppContext, _ out: inout Recorder
    ) {
        let previous = state
        state = next
        since = context.now.wall
        self.reason = reason
        note(.transition, reason, rule, detail: detail, from: previous, to: next, &out)
    }

    /// Records a decision about this app.
    mutating func note(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule?, detail: Detail? = nil,
        from: AppState? = nil, to: AppState? = nil, _ out: inout Recorder
    ) {
        let decision = out.decide(
            kind, reason, rule, detail: detail, app: id, launch: launch, from: from, to: to)
        history.append(decision)
    }

    /// Hands `call` to the app, now if it is connected, else when it says hello.
    mutating func deliver(
        _ call: AppCall, isRepeat: Bool = false, _ context: AppContext, _ out: inout Recorder
    ) {
        let delivery = calls.append(call, isRepeat: isRepeat, at: context.now.awake)
        if link.connected {
            out.effects.append(.send(id, launch, delivery, redelivered: isRepeat))
        }
    }
}
