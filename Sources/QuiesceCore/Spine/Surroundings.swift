/// The state that every capability shares: the apps, the front, the lock, sleep, the device's
/// state, and the event that is being handled. A capability looks at apps, wakes them, tells them
/// things and decides through it.
// derive: json
struct Surroundings: Sendable, Hashable {
    /// Shared, as each change of an app is told of it.
    // json: sharedProfile=profile
    var sharedProfile: Shared<PolicyProfile>
    /// In order of installation.
    var apps: [AppMachine] = []
    // json: omit
    var slots: [AppID: Int] = [:]
    /// The app in front: inactive or active (S1).
    var foreground: AppID?
    /// Apps in the switcher, the newest first (U1).
    var recents: [AppID] = []
    var isLocked = false
    /// Only as the device was sent to sleep: it wakes without the lock, if no passcode is set.
    var isLockedBySleep = false
    var locking: Locking?
    /// The passcode, and protected files.
    var protection = Protection()
    var interruptions = Interruptions()
    /// The app that is to come to the front once its last process has ended.
    var awaitsFront: AppID?
    /// The app that was in front when the device was locked.
    var behindLock: AppID?
    var isAsleep = false
    /// Sleep was asked for, and open tasks put it off (T5 in `ios4`).
    var sleepDeferred = false
    /// It sleeps, and is awake for a wake-up: open tasks share that time (T5).
    var sharesAwakeTime = false
    /// Nothing begins any more, until the next restart.
    var shuttingDown: Ticket?
    /// Its shutting down is over, and who asked for it was answered.
    var hasStopped = false
    /// The device's state.
    // json: device=conditions
    var device = DeviceRecord()
    /// nil: nobody has said what time zone it is.
    var calendar: Calendar?
    var lastWake: UInt64 = 0
    var lastDecision: UInt64 = 0
    /// The endings and refusals of apps that aren't installed, or aren't any more.
    var history = History()
    /// Payloads that two hold: a push, and the notification of what it presents.
    var sharedPayloads: [PayloadHandle] = []
    // json: omit
    var schedule = DeadlineSchedule<AwakeClock>()
    /// Apps without a process that something may be to follow; empty between events.
    // json: omit
    var ended: [AppID] = []
    /// The timer has just fired when it was to; false between events.
    // json: omit
    var isTimedMoment = false
    /// The signals of apps that capabilities want to hear of; empty between events.
    // json: omit
    var news: [AppSignal] = []
    /// Apps whose audience or permission has changed, for the capabilities that follow each while
    /// they settle; empty else.
    // json: omit
    private(set) var changedApps: [AppID] = []
    /// Those that have changed since the capabilities last settled.
    // json: omit
    private var newlyChangedApps: [AppID] = []
    /// Somebody wants to hear of each app whose audience is another.
    // json: omit
    var wantsAudiences = false
    /// The results of the event that is being handled.
    // json: omit
    var out = Recorder()

    /// The moment of the event that is being handled.
    var now: Moment { out.now }

    /// A device without apps.
    init(profile: PolicyProfile) { sharedProfile = Shared(profile) }

    var profile: PolicyProfile {
        get { sharedProfile.value }
        set { sharedProfile = Shared(newValue) }
    }

    // MARK: Payloads

    /// Somebody else holds it as well.
    mutating func share(_ payload: PayloadHandle) { sharedPayloads.append(payload) }

    /// One who holds it lets go: the last drops it.
    mutating func release(_ payload: PayloadHandle) {
        guard let at = sharedPayloads.firstIndex(of: payload) else {
            return out.dropPayload(payload)
        }
        sharedPayloads.remove(at: at)
    }

    // MARK: Changed apps

    mutating func noteChange(of app: AppID) { newlyChangedApps.append(app) }

    /// The capabilities settle: what changes meanwhile they see when they do so again.
    mutating func showChangedApps() {
        swap(&changedApps, &newlyChangedApps)
        newlyChangedApps.removeAll(keepingCapacity: true)
    }

    // MARK: An event

    mutating func begin(at now: Moment) {
        out.begin(lastDecision: lastDecision, at: now)
    }

    /// - Returns: what comes of the event.
    mutating func end() -> Reaction {
        lastDecision = out.lastDecision
        ended.removeAll(keepingCapacity: true)
        changedApps.removeAll(keepingCapacity: true)
        newlyChangedApps.removeAll(keepingCapacity: true)
        wantsAudiences = false
        return out.take()
    }
}

/// A change of an app, or of the device, that a capability acts upon.
enum AppSignal: Sendable, Hashable {
    /// Whether and when the app can be told something.
    case audience(AppID)
    /// The user has opened an app.
    case openedByUser
    /// The user has set one of an app's switches.
    case permissionSet(AppID)
    /// The alert of a push was shown after all, or wasn't, for the reason in `refused`.
    case presented(PushID, refused: Reason?)
}
