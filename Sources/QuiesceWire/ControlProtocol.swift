/// The control protocol, version 1: what `quiesce` says to `quiesced` on `control.sock`. One JSON
/// object per datagram of a `SOCK_SEQPACKET` Unix socket; one request per connection at a time.
///
/// Every answer ends with `done`, `end` or `refused`; listings send an `item` per row before `end`.
public enum ControlRequest: Sendable, Hashable {
    /// Comes with one descriptor: the opened `Name.app` directory.
    case install
    case uninstall(app: String)
    case apps
    case open(app: String, arguments: [String])
    case home
    case quit(app: String)
    case switcher
    case lock
    case unlock
    /// With the passcode, which goes no further than the daemon's shell.
    case unlockWith(passcode: String)
    /// `old`: the present one, where one is set.
    case setPasscode(String, old: String?)
    case clearPasscode(old: String)
    case reboot
    /// Stops every app in order, then the daemon.
    case down
    case ps
    /// `follow`: items go on until the client closes. `limit`: the newest so many of those kept.
    case log(app: String?, follow: Bool, limit: Int?)
    /// `not`: a wake-up cause (`fetch`, `push`) whose absence is to be explained.
    case why(app: String, not: String?)
    /// What the device itself waits for, and what it refused.
    case whyDevice
    /// What keeps the device awake, and which apps execute.
    case whyAwake
    /// How launches ended; nil: those of every app.
    case whyKilled(app: String?)
    case status
    /// Where the app's output of its newest launch (or `launch`) is kept.
    case output(app: String, launch: UInt64?)
    case sendFetch(app: String)
    /// `payload`: the push's JSON object as text, up to 4,096 bytes.
    case sendPush(app: String, payload: String)
    /// What happens to the device, in words: `["orientation", "landscapeLeft"]` (D1).
    case sendEvent([String])
    /// An app's settings (Q5).
    case settings(app: String)
    /// nil: the setting is deleted.
    case setSetting(app: String, key: String, value: SettingValue?)
    /// What the user lets an app do (U4).
    case permissions(app: String)
    /// `state`: `authorized`, `denied`, or `notDetermined`, as at the beginning.
    case setPermission(app: String, permission: String, state: String)
    /// What apps ask the user.
    case prompts
    case answerPrompt(prompt: UInt64, allow: Bool)
    /// Purges apps for so many bytes (M1); nil: all who may go. `dryRun`: only lists who would.
    case purge(bytes: UInt64?, dryRun: Bool)
    /// What is on the screen; of an app that isn't in front, its snapshot. `svg`: as a drawing. The
    /// answer begins with a `ScreenRow`.
    case screen(app: String?, svg: Bool)
    /// Background transfers, a `TransferRow` each.
    case transfers(app: String?)
    /// As `transfers`, and then a row for each change, until the client closes: of one app's, or of one
    /// transfer.
    case followTransfers(app: String?, transfer: UInt64?)
    /// What was decided of one, as far as is remembered: a `TransferWhyAnswer`.
    case whyTransfer(UInt64)
    /// Pauses, goes on with, or cancels one.
    case controlTransfer(UInt64, TransferControl)
    /// Begins a transfer of the user's own. Answered by its row once it is on disk.
    indirect case get(GetOrder)
    /// Local notifications, a `NotificationRow` each: what is shown, or what is scheduled. `follow`: as
    /// that, and then a row for each change, until the client closes.
    case notifications(app: String?, scheduled: Bool, follow: Bool)
    /// Chooses what is shown: its app comes to the front with it (N2).
    case openNotification(UInt64)
    /// nil: all that are shown.
    case dismissNotification(UInt64?)
    /// How apps' notifications come over what is in front, an `AlertStyleRow` each (S12); nil: all apps'.
    case alertStyles(app: String?)
    /// `style`: `none`, `banner` or `alert`; nil: as at the beginning.
    case setAlertStyle(app: String, style: String?)
    /// What became of the latest pushes, a `PushRow` each. `follow`: as that, and then a row for each change,
    /// until the client closes.
    case pushes(app: String?, follow: Bool)
    /// The push gateway that the device has joined: a `GatewayRow`.
    case gateway
    /// `certificate`: PEM, what the gateway's own is checked against. Answered once the device has joined.
    case joinGateway(url: String, certificate: String)
    /// Its tokens are no more.
    case leaveGateway
    /// What the device is going to wake up for: a `ForecastSummary`, then `ForecastRow`s.
    case forecast(hours: Int)
    /// Launches or wakes an app for a background task at once (F9).
    case sendTask(app: String, identifier: String)
    /// Device sleep (T5), not the lock button.
    case sendSleep
    case sendWake
}

/// What `quiesced` answers.
public enum ControlReply: Sendable, Hashable {
    /// Carried out, and durable where that was promised. `message`: worth telling a person.
    case done(message: String?)
    /// One row of a listing, as a JSON object (text).
    case item(String)
    /// No more rows.
    case end
    case refused(Refusal)

    /// Exit code 1 unless said otherwise.
    public struct Refusal: Error, Sendable, Hashable, Codable {
        /// A stable word, for scripts: `unknownApp`, `forceQuit`, `modeNotDeclared` …
        public var reason: String
        /// One line: what, why, what to do.
        public var message: String
        /// The behaviour that decided, where one did.
        public var rule: String?

        public init(reason: String, message: String, rule: String? = nil) {
            self.reason = reason
            self.message = message
            self.rule = rule
        }
    }
}

/// A row of `quiesce ps`.
public struct ProcessRow: Sendable, Hashable, Codable {
    public var id: String
    /// `notRunning`, `inactive`, `active`, `background` or `suspended` (S1)
    public var state: String
    public var pid: Int?
    public var launch: UInt64
    /// ISO 8601 with milliseconds.
    public var since: String
    public var reason: String
    /// Background tasks open now.
    public var tasks: Int
    public var memoryBytes: Int?
    /// True: in front, and leaves the user's input unanswered (H3).
    public var unresponsive: Bool?
    /// In the switcher alone: where the app's last screen is kept, and since when (P2).
    public var snapshot: String?
    public var snapshotTaken: String?

    public init(
        id: String, state: String, pid: Int?, launch: UInt64, since: String, reason: String,
        tasks: Int, memoryBytes: Int?
    ) {
        self.id = id
        self.state = state
        self.pid = pid
        self.launch = launch
        self.since = since
        self.reason = reason
        self.tasks = tasks
        self.memoryBytes = memoryBytes
    }
}

/// A row of `quiesce purge`: who goes, in order.
public struct PurgeRow: Sendable, Hashable, Codable {
    public var id: String
    public var state: String
    public var bytes: UInt64
    /// The behaviour that puts it at its place: `M1` or `M2`.
    public var rule: String

    public init(id: String, state: String, bytes: UInt64, rule: String) {
        self.id = id
        self.state = state
        self.bytes = bytes
        self.rule = rule
    }
}

/// A row of `quiesce apps`.
public struct AppRow: Sendable, Hashable, Codable {
    public var id: String
    public var name: String
    public var version: String
    public var backgroundModes: [String]
    public var exitsOnSuspend: Bool
    public var container: String
    /// What its icon shows; nil: nothing.
    public var badge: Int?

    public init(
        id: String, name: String, version: String, backgroundModes: [String], exitsOnSuspend: Bool,
        container: String
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.backgroundModes = backgroundModes
        self.exitsOnSuspend = exitsOnSuspend
        self.container = container
    }
}

/// A row of `quiesce log` (D2).
public struct LogRow: Sendable, Hashable, Codable {
    public var seq: UInt64
    /// ISO 8601 with milliseconds.
    public var time: String
    public var app: String?
    /// `input`, `transition`, `task`, `deliver`, `merge`, `wake`, `refuse` or `kill`
    public var kind: String
    public var from: String?
    public var to: String?
    /// A stable word: `launchTimedOut` …
    public var reason: String
    /// A behaviour's number: `W1` …
    public var rule: String?
    public var detail: String?
    /// `reason` and `detail` in plain words; in `why` alone.
    public var sentence: String?
    /// What to do to have it otherwise, of what ended or refused something; in `why` alone.
    public var change: String?

    public init(
        seq: UInt64, time: String, app: String?, kind: String, from: String?, to: String?,
        reason: String, rule: String?, detail: String?, sentence: String? = nil,
        change: String? = nil
    ) {
        self.seq = seq
        self.time = time
        self.app = app
        self.kind = kind
        self.from = from
        self.to = to
        self.reason = reason
        self.rule = rule
        self.detail = detail
        self.sentence = sentence
        self.change = change
    }
}

/// The answer of `quiesce status`.
public struct DeviceStatus: Sendable, Hashable, Codable {
    public var device: String
    public var version: String
    public var pid: Int
    public var home: String
    public var profile: String
    public var since: String
    /// `cgroup` or `signals` (SIGSTOP and SIGCONT, where no cgroup can be written).
    public var freezer: String
    /// `uids`, `landlock` or `none`
    public var isolation: String
    public var foreground: String?
    public var locked: Bool
    public var asleep: Bool
    public var apps: Int
    public var running: Int
    public var suspended: Int
    /// What the owner should know: a fallback in use, a store that was moved aside …
    public var notes: [String]
    /// Whether pushes' payloads are kept in the journal; absent from an older daemon's answer.
    public var journalPayloads: Bool?
    /// Whether a passcode is set (P3); absent from an older daemon's answer, as are the next two.
    public var passcode: Bool?
    /// Whether files with complete protection can be read now.
    public var protectedData: Bool?
    /// Wrong passcodes since the last right one.
    public var wrongPasscodes: Int?
    /// Only where there are transfers.
    public var transfers: TransferStatus?
    /// No notification fires before the clock shows this, as it is older than it was before the device
    /// restarted (ISO 8601); nil: none is held.
    public var notificationsHeldUntil: String?

    public init(
        device: String, version: String, pid: Int, home: String, profile: String, since: String,
        freezer: String, isolation: String, foreground: String?, locked: Bool, asleep: Bool,
        apps: Int, running: Int, suspended: Int, notes: [String], journalPayloads: Bool? = nil,
        passcode: Bool? = nil, protectedData: Bool? = nil, wrongPasscodes: Int? = nil
    ) {
        self.device = device
        self.version = version
        self.pid = pid
        self.home = home
        self.profile = profile
        self.since = since
        self.freezer = freezer
        self.isolation = isolation
        self.foreground = foreground
        self.locked = locked
        self.asleep = asleep
        self.apps = apps
        self.running = running
        self.suspended = suspended
        self.notes = notes
        self.journalPayloads = journalPayloads
        self.passcode = passcode
        self.protectedData = protectedData
        self.wrongPasscodes = wrongPasscodes
    }
}

/// The answer of `output`: files that the tool reads itself, as it may be much.
public struct OutputLocation: Sendable, Hashable, Codable {
    public var launch: UInt64
    public var path: String

    public init(launch: UInt64, path: String) {
        self.launch = launch
        self.path = path
    }
}
