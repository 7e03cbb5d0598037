/// The control protocol, version 1: what `quiesce` says to `quiesced` on `control.sock`. One JSON
/// object per datagram of a `SOCK_SEQPACKET` Unix socket; one request per connection at a time.
///
/// Every answer ends with `done`, `end` or `refused`; listings send an `item` per row before `end`.
// derive: tag=type
public enum ControlRequest: Sendable, Hashable {
    /// Comes with one descriptor: the opened `Name.app` directory. `session`: a hosted program runs
    /// in it, and in no sandbox, until it is installed again; nil: as every app.
    case install(session: ProgramSession? = nil)
    case uninstall(app: String)
    case apps
    // json: arguments unless []
    case open(app: String, arguments: [String])
    case home
    case quit(app: String)
    case switcher
    case lock
    case unlock
    case reboot
    /// Ends every app in order, then the daemon. The message says how many.
    case down
    /// Another daemon takes this one's place: what is installed there by now. Apps stay as they
    /// are.
    case restart
    case ps
    /// `follow`: items go on until the client closes. `limit`: the newest so many of those kept.
    // json: follow unless false
    case log(app: String?, follow: Bool, limit: Int?)
    /// `not`: a wake-up cause (`fetch`, `push`) whose absence is to be explained.
    case why(app: String, not: String?)
    /// The obstacles that the device itself waits for, and the requests that it refused.
    case whyDevice
    /// The reasons that keep the device awake, and the apps that execute.
    case whyAwake
    /// How launches ended; nil: those of every app.
    case whyKilled(app: String?)
    case status
    /// Where the app's output of its newest launch (or `launch`) is kept.
    case output(app: String, launch: UInt64?)
    /// An event of the device's, in words: `["orientation", "landscapeLeft"]` (D1).
    // json: _0=words
    case sendEvent([String])
    /// The picture on the screen; of an app that isn't in front, its snapshot. `svg`: as a drawing.
    /// The answer begins with a `ScreenRow`.
    // json: svg unless false
    case screen(app: String?, svg: Bool)
    /// Device sleep (T5), not the lock button.
    case sendSleep
    case sendWake
    // json: words
    case fetch(Fetch)
    // json: words
    case push(Push)
    // json: words
    case notification(Notification)
    // json: words
    case transfer(Transfer)
    // json: words
    case permission(Permission)
    // json: words
    case passcode(Passcode)
    // json: words
    case setting(Setting)
    // json: words
    case memory(Memory)
    // json: words
    case location(Location)
    // json: words
    case link(Link)
    /// The energy that apps' fetches have cost: `EnergyRow`s (F7).
    case energy
    // json: words
    case thaw(Thaw)
    /// CPU time and wake-ups that hosted programs didn't take: `SavingsRow`s. `lastSeconds`: of so
    /// much time, from a minute to a day; nil: of all since the device came up.
    case savings(app: String?, lastSeconds: Int?)
    // json: words
    case continuedTasks(ContinuedTasks)
}

/// The answers of `quiesced`.
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
