/// Everything that can happen to the device. The shell reports each with its moment, once it is in
/// the journal; the same events give the same effects on every run.
///
/// What comes from a process names its launch, so that a dead process can't speak for its successor.
/// Events and effects are copied from hand to hand, so what is large and rare is kept apart.
// derive: cases
public enum Event: Sendable, Hashable {
    // The user, through tools
    indirect case install(AppManifest, StagedBundle, Ticket)
    case uninstall(AppID, Ticket)
    case open(AppID, arguments: [String], Ticket)
    case home(Ticket)
    /// Removed from the switcher by the user: force-quit (U1).
    case quit(AppID, Ticket)
    case interrupt(Interruption, Ticket)
    case lock(Ticket)
    case unlock(Ticket)
    /// The shell's finding about a passcode, which it never tells (P3).
    case passcode(PasscodeEvent, Ticket)
    /// Every app is to be ended; the shell then stops, or starts again as after boot.
    case shutDown(Ticket)
    // The device
    case sleep(Ticket)
    case wake(Ticket)
    case fetch(AppID, Ticket)
    case changed(DeviceChange, Ticket)
    /// As `changed`, by one of the machine's own sources; a tool may override it.
    case sensed(DeviceChange)
    /// The time zone's offsets from now on: at the daemon's start, and whenever the zone or the clock
    /// may have been set.
    case clockChanged(UTCOffsets)
    /// Two numbers that stand for what an app's settings were and are (Q5).
    case settingsChanged(AppID, from: UInt64, to: UInt64, Ticket)
    /// The user sets one of an app's switches; `notDetermined`: as at the beginning (U4).
    case setPermission(AppID, Permission, PermissionState, Ticket)
    case answerPrompt(PromptID, allow: Bool, Ticket)
    /// For the app in front. `screen`: the size of what it shows; nil: nothing so far.
    case input(UserInput, screen: ScreenSize?, Ticket)
    /// Its payload is on disk. Without a ticket it is from the gateway.
    indirect case push(NewPush, Ticket?)
    indirect case pushService(PushServiceEvent)
    /// The kernel says that memory runs short.
    case memoryPressure(MemoryPressure)
    /// As if memory ran short, for the apps that run (D1).
    case memoryWarning(Ticket)
    /// Purge for so many bytes; nil: everyone who may go.
    case purge(bytes: UInt64?, [Footprint], Ticket)
    // Processes
    case spawned(AppID, Launch, pid: Int32)
    /// `step`: what failed; `code`: its errno.
    case spawnFailed(AppID, Launch, step: String, code: Int32)
    case exited(AppID, Launch, ExitStatus)
    /// The kernel confirmed the freeze of that number, and all that the app had sent before was reported.
    case frozen(AppID, Launch, freeze: UInt64)
    /// Somebody else froze or thawed it (P7 of the reliability catalogue).
    case foundFrozen(AppID, Launch)
    case foundThawed(AppID, Launch)
    /// The answer to `Effect.examine`.
    case examined(AppID, Launch, Examination, Findings)
    // Apps
    case connected(AppID, Launch, lastReceived: UInt64, lastHandled: UInt64, openTasks: [TaskID])
    case disconnected(AppID, Launch)
    case handled(AppID, Launch, seq: UInt64)
    case beginTask(AppID, Launch, request: UInt64, TaskID, name: String?)
    case endTask(AppID, Launch, request: UInt64, TaskID)
    case completeWake(AppID, Launch, request: UInt64, WakeID, WakeResult)
    case requestPermission(AppID, Launch, request: UInt64, Permission)
    /// It asks for the key of its protected files (P3).
    case requestKey(AppID, Launch, Ticket)
    // Transfers
    indirect case transfer(TransferEvent)
    // Notifications and fetches
    indirect case notification(NotificationEvent)
    indirect case fetching(FetchEvent)
    // Time
    /// The timer that `arm` asked for, or any other moment: early and repeated calls are harmless.
    case timer
    /// The first event after the daemon came back: what the kernel shows.
    /// `launching`: wake-ups that wait for a launch get it; not in a crash loop of the daemon.
    case restarted([ObservedProcess], deviceRestarted: Bool, launching: Bool)
}

/// An app's process that a new daemon found.
// derive: json
public struct ObservedProcess: Sendable, Hashable {
    public var app: AppID
    public var launch: Launch
    public var pid: Int32
    public var frozen: Bool

    public init(app: AppID, launch: Launch, pid: Int32, frozen: Bool) {
        self.app = app
        self.launch = launch
        self.pid = pid
        self.frozen = frozen
    }
}
