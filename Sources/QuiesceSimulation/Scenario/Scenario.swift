import QuiesceCore

/// A device and everything that happens to it from outside. It holds no randomness: what a
/// generator chose is written out, so that a saved scenario outlives the generator.
public struct Scenario: Sendable, Hashable {
    public var header: Header
    public var steps: [Step]

    // derive: json
    public struct Header: Sendable, Hashable {
        /// The form of the file.
        public var version = 1
        /// The case that the scenario shows, for a reader; the seed that the scenario was found
        /// with.
        public var note: String
        /// The name of one of `PolicyProfile.named`.
        public var profile: String
        public var apps: [AppManifest]
        /// The rules, if they are none of those that a name selects.
        public var policy: PolicyProfile?
        /// The calendar time at the start of the first step; nil: 14 November 2023, 22:13:20.
        public var start: WallTime?
        /// The places of apps that aren't installed at the start.
        public var absent: [Int]?

        public init(note: String, profile: String, apps: [AppManifest]) {
            self.note = note
            self.profile = profile
            self.apps = apps
        }

        /// The clocks at the start of the first step. The apps were installed just before.
        public var startMoment: Moment {
            var moment = Moment.simulationStart
            if let start { moment.wall = start }
            return moment
        }

        /// The device's rules: `policy`, else those that `profile` names, else iOS 8.
        public var rules: PolicyProfile {
            policy ?? PolicyProfile.named.first { $0.name == profile } ?? .ios8
        }
    }

    public init(header: Header, steps: [Step]) {
        self.header = header
        self.steps = steps
    }
}

/// One thing that happens, some time after the one before.
// derive: json
public struct Step: Sendable, Hashable {
    /// Milliseconds since the step before.
    public var after: Int64
    public var action: Action

    public init(after: Int64, _ action: Action) {
        self.after = after
        self.action = action
    }

    /// Apps are named by their place in the header.
    // derive: cases
    public enum Action: Sendable, Hashable {
        // The user and the device
        case open(app: Int)
        case home
        case quit(app: Int)
        case lock
        /// With the right passcode, where one is set.
        case unlock
        /// Another one, a first one, or none any more; nothing while the device is locked.
        case setPasscode
        case clearPasscode
        /// Somebody guesses, and is wrong.
        case wrongPasscode
        case sleep
        case wake
        /// The app, again or anew.
        case install(app: Int)
        case uninstall(app: Int)
        case fetch(app: Int)
        case push(app: Int, contentAvailable: Bool, times: Int)
        /// A call, an alert or the notification centre comes or goes, by `Interruption`'s name.
        case interrupt(Interruption)
        /// So many alerts, one every 50 ms, each dismissed before the next.
        case alerts(times: Int)
        /// The device's new conditions, in the words of `quiesce send`: `["proximity", "near"]`.
        case change(words: [String])
        /// The same, by one of the machine's own sources: `["battery", "0.5", "charging"]`.
        case sense(words: [String])
        /// Somebody sets the clock forward, or back. From then on the device knows its midnights.
        case setClock(milliseconds: Int64)
        /// The user gives a setting of the app this value.
        case setting(app: Int, value: UInt64)
        case permit(app: Int, Permission, PermissionState)
        /// How its notifications come over the app in front; nil: as the profile has it.
        case alertStyle(app: Int, AlertStyle?)
        /// The user answers the oldest question of any app.
        case answerPrompt(allow: Bool)
        /// The user's input to the app in front, in the words of `quiesce send`:
        /// `["touch", "began", "10", "20"]`.
        case input(words: [String])
        /// Running apps are warned as if memory ran short.
        case memoryWarning
        /// The kernel says that memory runs short; what apps use is as they behave.
        case memoryPressure(MemoryPressure.Level, bytes: UInt64)
        /// nil: everyone who may go.
        case purge(bytes: UInt64?)
        /// The device is restarted by its user; the daemon stays.
        case reboot
        /// It is shut down in order, and started again.
        case shutDown
        // Apps
        /// How it answers from now on.
        indirect case behave(app: Int, AppBehaviour)
        /// It asks the user for a permission.
        case ask(app: Int, Permission)
        case beginTask(app: Int)
        /// The oldest open one, or one that never was.
        case endTask(app: Int, known: Bool)
        case beginTasks(app: Int, times: Int)
        case complete(app: Int, wake: UInt64)
        case disconnect(app: Int)
        /// `signal`: that it dies of; 0 or less: it exits with that code, without the sign.
        case die(app: Int, signal: Int32)
        /// If it runs, it begins a background task.
        indirect case work(app: Int, Work)
        /// If it runs, it asks for the key of its protected files.
        case openProtectedFile(app: Int)
        /// So many messages at once that mean nothing.
        case flood(app: Int, messages: Int)
        /// If it runs, it does something with its background sessions.
        indirect case transfer(app: Int, AppTransferAction)
        /// If it runs, it asks something of its notifications or fetches.
        indirect case notification(app: Int, AppNotificationAction)
        /// The user chooses, or clears away, one of what is shown, counted around.
        case openNotification(Int)
        case dismissNotification(Int)
        /// The desktop takes one off the screen by itself, counted likewise.
        case vanishNotification(Int)
        case answerNotification(Int, AnswerChoice)
        /// An app, or its server, does something with pushes.
        indirect case pushes(app: Int, AppPushAction)
        /// Nothing: time passes until here.
        case rest
        // The network
        case network(NetworkChange)
        /// `host`: a place in `SimulatedWeb.origins`.
        case server(host: Int, ServerChange)
        case gateway(GatewayChange)
        indirect case motion(MotionStep)
        indirect case location(LocationStep)
        indirect case audio(AudioStep)
        indirect case voip(VoIPStep)
        indirect case accessory(AccessoryStep)
        indirect case bluetooth(BluetoothStep)
        case idleTimer(app: Int, disabled: Bool)
        indirect case link(LinkStep)
        indirect case thaw(ThawStep)
        indirect case windows(WindowStep)
        indirect case busy(BusyStep)
        indirect case traffic(TrafficStep)
        indirect case continued(ContinuedStep)
        // Faults
        case agent(AgentFault)
        case killDaemon(at: DaemonDeath, downtime: Int64)
        /// With so many more things done that it wants of the world: records, effects, submissions
        /// to the store.
        case killDaemonAmid(calls: Int, downtime: Int64)
        case powerCut(journalKept: Bool)
        /// The journal's last events are lost with it.
        case powerCutLosing(events: Int)
        /// The journal is kept, and the clock is more than a year slow until it is found.
        case powerCutWithoutClock
        case findClock
        /// The result of every write to the disk from now on.
        case disk(DiskFault)
        /// Nothing runs for so many milliseconds, but every clock.
        case stall(milliseconds: Int64)
        /// The machine is suspended for so many milliseconds: only schedules count them.
        case suspend(milliseconds: Int64)
        /// How long the freezer takes from now on.
        case freezer(milliseconds: Int64)
        /// Somebody else freezes or thaws the app's processes.
        case foreignFreeze(app: Int)
        case foreignThaw(app: Int)
    }

    /// Where SIGKILL meets the daemon.
    // derive: json
    public enum DaemonDeath: String, Sendable, Hashable, CaseIterable {
        /// Between two events.
        case idle
        /// With the next event read and not in the journal yet.
        case beforeRecording
        /// With the next event in the journal, and nothing done about it.
        case beforeActing
    }
}

/// The result of a write to the disk.
// derive: json
public enum DiskFault: String, Sendable, Hashable, CaseIterable {
    case none
    /// ENOSPC, for the store and the journal.
    case full
    /// EIO, for the store.
    case failing

    var reason: Reason? {
        switch self {
        case .none: nil
        case .full: .noSpace
        case .failing: .storeFailed
        }
    }
}

/// A scenario's file: a line of JSON for the header, and one for each step.
extension Scenario {
    public struct Malformed: Error, CustomStringConvertible {
        public var line: Int
        public var problem: String
        public var description: String { "line \(line): \(problem)" }
    }

    public init(lines text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        func decode<T: JSONReadable>(_ type: T.Type, _ index: Int) throws -> T {
            do {
                return try type.read(Array(lines[index].utf8))
            } catch {
                throw Malformed(line: index + 1, problem: "not a \(type): \(error)")
            }
        }
        guard !lines.isEmpty else { throw Malformed(line: 1, problem: "the file is empty") }
        let header = try decode(Header.self, 0)
        guard header.version == 1 else {
            throw Malformed(line: 1, problem: "version \(header.version) is not known")
        }
        guard
            header.policy != nil
                || PolicyProfile.named.contains(where: { $0.name == header.profile })
        else {
            throw Malformed(line: 1, problem: "no profile is named \(header.profile)")
        }
        let steps = try lines.indices.dropFirst().map { try decode(Step.self, $0) }
        for (index, step) in steps.enumerated() {
            if let app = step.action.body.app, !header.apps.indices.contains(app) {
                throw Malformed(line: index + 2, problem: "there is no app \(app)")
            }
            if let words = step.action.words {
                do {
                    _ = try DeviceChange(words: words)
                } catch {
                    throw Malformed(line: index + 2, problem: error.description)
                }
            }
            if case .input(let words) = step.action {
                do {
                    _ = try UserInput(words: words)
                } catch {
                    throw Malformed(line: index + 2, problem: error.description)
                }
            }
            if step.after < 0 { throw Malformed(line: index + 2, problem: "time runs backwards") }
        }
        self.init(header: header, steps: steps)
    }

    public func lines() -> String {
        ([header.jsonText] + steps.map(\.jsonText)).joined(separator: "\n") + "\n"
    }
}

extension Step.Action {
    /// The body of this kind of step: the one place that tells the kinds of steps apart.
    var body: any StepBody {
        switch self {
        case .fetch(let app): FetchStep(place: app)
        case .transfer(let app, let action): AppStep(app, action)
        case .network(let change): change
        case .server(let host, let change): ServerStep(host: host, change: change)
        case .agent(let fault): fault
        case .notification(let app, let action): AppStep(app, action)
        case .alertStyle(let app, let style): AlertStyleStep(place: app, style: style)
        case .openNotification(let number): NotificationChoice.open(number)
        case .dismissNotification(let number): NotificationChoice.dismiss(number)
        case .vanishNotification(let number): NotificationChoice.vanish(number)
        case .answerNotification(let number, let choice): NotificationChoice.answer(number, choice)
        case .push(let app, let contentAvailable, let times):
            SilentPushes(place: app, contentAvailable: contentAvailable, times: times)
        case .pushes(let app, let action): AppStep(app, action)
        case .gateway(let change): change
        case .motion(let step): step
        case .location(let step): step
        case .audio(let step): step
        case .voip(let step): step
        case .accessory(let step): step
        case .bluetooth(let step): step
        case .idleTimer(let app, let disabled): IdleTimerStep(place: app, disabled: disabled)
        case .link(let step): step
        case .thaw(let step): step
        case .windows(let step): step
        case .busy(let step): step
        case .traffic(let step): step
        case .continued(let step): step
        case .unlock: ProtectionStep.unlock
        case .setPasscode: ProtectionStep.setPasscode
        case .clearPasscode: ProtectionStep.clearPasscode
        case .wrongPasscode: ProtectionStep.wrongPasscode
        case .openProtectedFile(let app): ProtectedFileStep(place: app)
        case .input(let words): InputStep(words: words)
        case .open(let app), .quit(let app), .install(let app), .uninstall(let app),
            .setting(let app, _), .permit(let app, _, _):
            DeviceStep(action: self, app: app, isRequest: true)
        case .home, .lock, .sleep, .wake, .interrupt, .change, .memoryWarning, .purge,
            .answerPrompt:
            DeviceStep(action: self, isRequest: true)
        case .behave(let app, _), .beginTask(let app), .endTask(let app, _),
            .beginTasks(let app, _), .complete(let app, _), .disconnect(let app),
            .die(let app, _), .work(let app, _), .flood(let app, _), .foreignFreeze(let app),
            .foreignThaw(let app), .ask(let app, _):
            DeviceStep(action: self, app: app)
        case .setClock: DeviceStep(action: self, isDoneOnce: true)
        case .alerts, .sense, .memoryPressure, .reboot, .shutDown, .rest, .killDaemon,
            .killDaemonAmid, .powerCut, .powerCutLosing, .powerCutWithoutClock, .findClock, .disk,
            .stall, .suspend, .freezer:
            DeviceStep(action: self)
        }
    }

    /// A change of the device, as it is typed.
    fileprivate var words: [String]? {
        switch self {
        case .change(let words), .sense(let words): words
        case _: nil
        }
    }
}
