/// An app that waits for calls.
// derive: json
struct VoIPClient: Sendable, Hashable {
    var app: AppID
    /// The launch whose sockets these are; nil: none has run since the daemon or the device began.
    var launch: Launch?
    // json: sockets unless []
    var sockets: [KeptSocket] = []
    /// Those that were found to be over: once the app has heard of it, they aren't watched any
    /// more.
    // json: over unless []
    var over: [Int32] = []
    /// The daemon waits for something to arrive by its sockets.
    // json: isWatched unless false
    var isWatched = false
    /// How often its keep-alive handler is called, and since when that counts.
    var keepAlive: KeepAlive?
    /// Its quota is spent until here: it has wake-ups for traffic in advance.
    // json: quotaSpentUntil=ration
    var quotaSpentUntil = Instant.zero
    /// It is suspended with sockets, and waits for the next wake-up that it may have.
    // json: isOverQuota=isRationed, isOverQuota unless false
    var isOverQuota = false
    /// The last wake-up of the app for traffic, until the wake-up is over.
    var wake: WakeID?
    /// Wake-ups in a row after which it said that there was nothing new.
    // json: inVain unless 0
    var inVain = 0
    var relaunch: VoIPRelaunch?
    /// How often it was launched again without a time in peace.
    // json: relaunches unless 0
    var relaunches = 0
    /// When its present process was first seen.
    var launchedAt: Instant?

    init(app: AppID) { self.app = app }

    /// Another launch: the connections of the one before have ended with it (V4).
    mutating func begin(_ launch: Launch) {
        self.launch = launch
        sockets = []
        over = []
        isWatched = false
        isOverQuota = false
        wake = nil
        keepAlive = nil
        inVain = 0
        relaunch = nil
    }

    /// Before this it isn't woken for traffic again.
    var watchableAt: Instant { quotaSpentUntil.before(by: Limits.voipWakesInAdvance) }

    /// A wake-up for traffic is used up.
    mutating func spendQuota(at now: Instant) {
        // An app that has nothing to do with its traffic is woken for it less and less.
        var pause = Limits.voipWakePause.nanoseconds
        for _ in 0..<min(inVain, Limits.voipWakesInVain) { pause *= 2 }
        quotaSpentUntil = max(quotaSpentUntil, now) + Interval(nanoseconds: pause)
    }

    /// Time alone may bring something.
    var isTimed: Bool { keepAlive != nil || relaunch != nil || isOverQuota }

    /// When time alone brings something; nil: never.
    var due: InstantWindow? {
        var first = keepAlive?.window
        for moment in [relaunch?.at, isOverQuota ? watchableAt : nil] {
            guard let moment else { continue }
            let window = InstantWindow(at: moment)
            first = first?.first(with: window) ?? window
        }
        return first
    }
}

/// An app is to be launched again.
// derive: json
struct VoIPRelaunch: Sendable, Hashable {
    var at: Instant
    var why: Why

    // derive: json
    enum Why: String, Sendable, Hashable {
        /// V3
        case deviceStarted
        /// V6
        case ended
    }
}
