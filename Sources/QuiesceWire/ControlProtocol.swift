/// The control protocol, version 1: what `quiesce` says to `quiesced` on `control.sock`. One JSON
/// object per datagram of a `SOCK_SEQPACKET` Unix socket; one request per connection at a time.
///
/// Every answer ends with `done`, `end` or `refused`; listings send an `item` per row before `end`.
// derive: tag=type
public enum ControlRequest: Sendable, Hashable {
    /// Comes with one descriptor: the opened `Name.app` directory.
    case install
    case uninstall(app: String)
    case apps
    // json: arguments unless []
    case open(app: String, arguments: [String])
    case home
    case quit(app: String)
    case switcher
    case lock
    case unlock
    /// With the passcode, which goes no further than the daemon's shell.
    case unlockWith(passcode: String)
    /// `old`: the present one, where one is set.
    // json: _0=passcode
    case setPasscode(String, old: String?)
    case clearPasscode(old: String)
    case reboot
    /// Stops every app in order, then the daemon.
    case down
    case ps
    /// `follow`: items go on until the client closes. `limit`: the newest so many of those kept.
    // json: follow unless false
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
    // json: _0=words
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
    // json: dryRun unless false
    case purge(bytes: UInt64?, dryRun: Bool)
    /// What is on the screen; of an app that isn't in front, its snapshot. `svg`: as a drawing. The
    /// answer begins with a `ScreenRow`.
    // json: svg unless false
    case screen(app: String?, svg: Bool)
    /// Background transfers, a `TransferRow` each.
    case transfers(app: String?)
    /// As `transfers`, and then a row for each change, until the client closes: of one app's, or of one
    /// transfer.
    case followTransfers(app: String?, transfer: UInt64?)
    /// What was decided of one, as far as is remembered: a `TransferWhyAnswer`.
    // json: _0=transfer
    case whyTransfer(UInt64)
    /// Pauses, goes on with, or cancels one.
    // json: _0=transfer, _1=control
    case controlTransfer(UInt64, TransferControl)
    /// Begins a transfer of the user's own. Answered by its row once it is on disk.
    // json: _0=order
    indirect case get(GetOrder)
    /// Local notifications, a `NotificationRow` each: what is shown, or what is scheduled. `follow`: as
    /// that, and then a row for each change, until the client closes.
    // json: scheduled unless false, follow unless false
    case notifications(app: String?, scheduled: Bool, follow: Bool)
    /// Chooses what is shown: its app comes to the front with it (N2).
    // json: _0=notification
    case openNotification(UInt64)
    /// nil: all that are shown.
    // json: _0=notification
    case dismissNotification(UInt64?)
    /// How apps' notifications come over what is in front, an `AlertStyleRow` each (S12); nil: all apps'.
    case alertStyles(app: String?)
    /// `style`: `none`, `banner` or `alert`; nil: as at the beginning.
    case setAlertStyle(app: String, style: String?)
    /// What became of the latest pushes, a `PushRow` each. `follow`: as that, and then a row for each change,
    /// until the client closes.
    // json: follow unless false
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
// derive: tag=type
public enum ControlReply: Sendable, Hashable {
    /// Carried out, and durable where that was promised. `message`: worth telling a person.
    case done(message: String?)
    /// One row of a listing, as a JSON object (text).
    // json: _0=value
    case item(String)
    /// No more rows.
    case end
    // json: flat
    case refused(Refusal)

    /// Exit code 1 unless said otherwise.
    // derive: json
    public struct Refusal: Error, Sendable, Hashable {
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
