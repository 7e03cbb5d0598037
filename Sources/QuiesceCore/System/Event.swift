/// Everything that can happen to the device. The shell reports each with its moment, once it is in
/// the journal; the same events give the same effects on every run.
///
/// Every event from a process names the process's launch, so that a dead process can't speak for
/// its successor.
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
    /// The time zone's offsets from now on: at the daemon's start, and whenever the zone or the
    /// clock may have been set.
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
    /// The kernel confirmed the freeze of that number, and all that the app had sent before was
    /// reported.
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
    indirect case motion(MotionEvent)
    indirect case location(LocationEvent)
    indirect case audio(AudioEvent)
    indirect case voip(VoIPEvent)
    indirect case accessory(AccessoryEvent)
    indirect case bluetooth(BluetoothEvent)
    indirect case link(LinkEvent)
    case idleTimer(IdleTimerEvent)
    indirect case energy(EnergyEvent)
    indirect case thaw(ThawEvent)
    indirect case windows(WindowEvent)
    indirect case busy(BusyEvent)
    indirect case continued(ContinuedEvent)
}

extension Event {
    package var origin: EventOrigin {
        switch self {
        case .install(let manifest, _, let ticket): .user(ticket, .obliges, of: manifest.id)
        case .uninstall(let app, let ticket), .quit(let app, let ticket):
            .user(ticket, .ends, of: app)
        case .open(let app, _, let ticket): .user(ticket, .begins, of: app)
        case .fetch(let app, let ticket), .setPermission(let app, _, _, let ticket):
            .user(ticket, .obliges, of: app)
        case .settingsChanged(let app, _, _, let ticket): .user(ticket, of: app)
        case .changed(_, let ticket), .answerPrompt(_, _, let ticket): .user(ticket, .obliges)
        case .input(_, _, let ticket): .user(ticket, .begins)
        case .home(let ticket), .interrupt(_, let ticket), .lock(let ticket), .unlock(let ticket),
            .passcode(_, let ticket), .shutDown(let ticket), .sleep(let ticket), .wake(let ticket),
            .memoryWarning(let ticket), .purge(_, _, let ticket):
            .user(ticket)
        case .push(let push, let ticket): .user(ticket, .obliges, of: push.app)
        case .spawned(let app, let launch, _), .spawnFailed(let app, let launch, _, _),
            .exited(let app, let launch, _), .frozen(let app, let launch, _),
            .foundFrozen(let app, let launch), .foundThawed(let app, let launch),
            .examined(let app, let launch, _, _), .connected(let app, let launch, _, _, _),
            .disconnected(let app, let launch), .handled(let app, let launch, _):
            .process(app, launch)
        case .beginTask(let app, let launch, let request, _, _),
            .endTask(let app, let launch, let request, _),
            .completeWake(let app, let launch, let request, _, _),
            .requestPermission(let app, let launch, let request, _):
            .process(app, launch, request)
        case .requestKey(let app, let launch, let ticket): .process(app, launch, for: ticket)
        case .transfer(let event): event.origin
        case .notification(let event): event.origin
        case .fetching(let event): event.origin
        case .pushService(let event): event.origin
        case .motion(let event): event.origin
        case .location(let event): event.origin
        case .audio(let event): event.origin
        case .voip(let event): event.origin
        case .accessory(let event): event.origin
        case .bluetooth(let event): event.origin
        case .link(let event): event.origin
        case .idleTimer(let event): event.origin
        case .energy(let event): event.origin
        case .thaw(let event): event.origin
        case .windows(let event): event.origin
        case .busy(let event): event.origin
        case .continued(let event): event.origin
        case .timer, .restarted, .memoryPressure, .sensed, .clockChanged: .machine
        }
    }

    /// One line that doesn't depend on how Swift prints values.
    package var words: String {
        switch self {
        case .install(let manifest, _, let ticket): "install \(manifest.id.name) #\(ticket.value)"
        case .uninstall(let app, let ticket): "uninstall \(app.name) #\(ticket.value)"
        case .open(let app, _, let ticket): "open \(app.name) #\(ticket.value)"
        case .home(let ticket): "home #\(ticket.value)"
        case .quit(let app, let ticket): "quit \(app.name) #\(ticket.value)"
        case .interrupt(let interruption, let ticket):
            "interrupt \(interruption.rawValue) #\(ticket.value)"
        case .memoryPressure(let pressure):
            "memoryPressure \(pressure.level.rawValue) \(pressure.bytes) \(pressure.footprints.count)"
        case .memoryWarning(let ticket): "memoryWarning #\(ticket.value)"
        case .purge(let bytes, let footprints, let ticket):
            "purge \(bytes ?? 0) \(footprints.count) #\(ticket.value)"
        case .lock(let ticket): "lock #\(ticket.value)"
        case .unlock(let ticket): "unlock #\(ticket.value)"
        case .passcode(let passcode, let ticket): "passcode \(passcode.rawValue) #\(ticket.value)"
        case .requestKey(let app, let launch, let ticket):
            "requestKey \(app.name).\(launch.number) #\(ticket.value)"
        case .shutDown(let ticket): "shutDown #\(ticket.value)"
        case .sleep(let ticket): "sleep #\(ticket.value)"
        case .wake(let ticket): "wake #\(ticket.value)"
        case .fetch(let app, let ticket): "fetch \(app.name) #\(ticket.value)"
        case .push(let push, let ticket):
            "push \(push.app.name) \(push.contentAvailable ? 1 : 0) \(push.payload.value)\(push.isPlain ? "" : " " + push.words) #\(ticket?.value ?? 0)"
        case .spawned(let app, let launch, let pid): "spawned \(app.name).\(launch.number) \(pid)"
        case .spawnFailed(let app, let launch, let step, let code):
            "spawnFailed \(app.name).\(launch.number) \(step) \(code)"
        case .exited(let app, let launch, let status):
            "exited \(app.name).\(launch.number) \(status.words)"
        case .frozen(let app, let launch, let freeze):
            "frozen \(app.name).\(launch.number) \(freeze)"
        case .foundFrozen(let app, let launch): "foundFrozen \(app.name).\(launch.number)"
        case .foundThawed(let app, let launch): "foundThawed \(app.name).\(launch.number)"
        case .examined(let app, let launch, let examination, let findings):
            "examined \(app.name).\(launch.number) \(examination) \(findings.locks.count) \(findings.ports.count) \(findings.cpu?.nanoseconds ?? -1)"
        case .connected(let app, let launch, let received, let handled, let tasks):
            "connected \(app.name).\(launch.number) \(received) \(handled) \(tasks.count)"
        case .disconnected(let app, let launch): "disconnected \(app.name).\(launch.number)"
        case .handled(let app, let launch, let seq):
            "handled \(app.name).\(launch.number) \(seq)"
        case .beginTask(let app, let launch, let request, let task, _):
            "beginTask \(app.name).\(launch.number) \(request) \(task.value)"
        case .endTask(let app, let launch, let request, let task):
            "endTask \(app.name).\(launch.number) \(request) \(task.value)"
        case .completeWake(let app, let launch, let request, let wake, let result):
            "completeWake \(app.name).\(launch.number) \(request) \(wake.value) \(result.rawValue)"
        case .changed(let change, let ticket):
            "changed \(change.words.joined(separator: " ")) #\(ticket.value)"
        case .sensed(let change): "sensed \(change.words.joined(separator: " "))"
        case .clockChanged(let offsets): "clockChanged \(offsets.seconds) \(offsets.changes.count)"
        case .settingsChanged(let app, let from, let to, let ticket):
            "settingsChanged \(app.name) \(from) \(to) #\(ticket.value)"
        case .setPermission(let app, let permission, let state, let ticket):
            "setPermission \(app.name) \(permission.rawValue) \(state.rawValue) #\(ticket.value)"
        case .answerPrompt(let prompt, let allow, let ticket):
            "answerPrompt \(prompt.value) \(allow ? 1 : 0) #\(ticket.value)"
        case .requestPermission(let app, let launch, let request, let permission):
            "requestPermission \(app.name).\(launch.number) \(request) \(permission.rawValue)"
        case .input(let input, _, let ticket):
            "input \(input.words.joined(separator: " ")) #\(ticket.value)"
        case .transfer(let event): "transfer " + event.words
        case .notification(let event): "notification " + event.words
        case .fetching(let event): "fetching " + event.words
        case .pushService(let event): "pushService " + event.words
        case .motion(let event): "motion " + event.words
        case .location(let event): "location " + event.words
        case .audio(let event): "audio " + event.words
        case .voip(let event): "voip " + event.words
        case .accessory(let event): "accessory " + event.words
        case .bluetooth(let event): "bluetooth " + event.words
        case .link(let event): "link " + event.words
        case .idleTimer(let event): "idleTimer " + event.words
        case .energy(let event): "energy " + event.words
        case .thaw(let event): "thaw " + event.words
        case .windows(let event): "windows " + event.words
        case .busy(let event): "busy " + event.words
        case .continued(let event): "continued " + event.words
        case .timer: "timer"
        case .restarted(let found, let device, let launching):
            "restarted \(found.count) \(device ? 1 : 0) \(launching ? 1 : 0)"
        }
    }
}

extension ExitStatus {
    fileprivate var words: String {
        switch self {
        case .exited(let code): "exited \(code)"
        case .signalled(let signal): "signalled \(signal)"
        case .outOfMemory: "outOfMemory"
        case .unknown: "unknown"
        }
    }
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
