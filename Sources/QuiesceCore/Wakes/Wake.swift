/// What an app is woken for.
public enum WakeCause: Sendable, Hashable, Codable {
    /// performFetch (F2)
    case fetch
    /// didReceiveRemoteNotification with a completion handler (R2)
    case push(PayloadHandle)
    /// handleEventsForBackgroundURLSession (X6)
    case transfer(session: String)
    /// A background task's handler (BGTaskScheduler)
    case task(BackgroundTaskKind, identifier: String)

    /// The modes of which an app must declare one for it (O4), the usual one first; none: it needn't. A push
    /// announces an issue of a Newsstand app, too (K1).
    var modes: [BackgroundMode] {
        switch self {
        case .fetch: [.fetch]
        case .push: [.remoteNotification, .newsstandContent]
        case .transfer: []
        case .task(.appRefresh, _): [.fetch]
        case .task(.processing, _): [.processing]
        }
    }

    var launchCause: LaunchCause {
        switch self {
        case .fetch: .fetch
        case .push(let payload): .remoteNotification(payload)
        case .transfer: .transfer
        case .task: .backgroundTask
        }
    }

    /// The stable word for it.
    public var name: String {
        switch self {
        case .fetch: "fetch"
        case .push: "push"
        case .transfer: "transfer"
        case .task(.appRefresh, _): "refresh"
        case .task(.processing, _): "processing"
        }
    }

    /// As in "it is woken for …".
    var spoken: String {
        switch self {
        case .fetch, .push, .transfer, .task(.appRefresh, _): "a \(name)"
        case .task(.processing, _): name
        }
    }

    /// The names that `why --not` takes, and what it will once apps are woken for it.
    public static let names = ["fetch", "push", "transfer", "refresh", "processing"]
    public static let namesToCome = [
        "location", "region", "audio", "voip", "newsstand", "accessory", "bluetooth",
    ]

    /// It takes this, too: a notification wakes nobody, but it may be kept from being seen.
    public static let notificationName = "notification"

    /// A wake-up of no particular content, to ask about.
    ///
    /// - Returns: nil unless `name` is one of `names`.
    public init?(name: String) {
        let all: [WakeCause] = [
            .fetch, .push(PayloadHandle(0)), .transfer(session: ""),
            .task(.appRefresh, identifier: ""), .task(.processing, identifier: ""),
        ]
        guard let cause = all.first(where: { $0.name == name }) else { return nil }
        self = cause
    }

    var payload: PayloadHandle? {
        switch self {
        case .fetch: nil
        case .push(let payload): payload
        case .transfer, .task: nil
        }
    }

    func limit(in profile: PolicyProfile) -> Interval {
        switch self {
        case .fetch: profile.fetchLimit
        case .push: profile.pushLimit
        case .transfer: profile.transferLimit
        case .task(.appRefresh, _): profile.fetchLimit
        case .task(.processing, _): profile.processingLimit
        }
    }

    func call(for id: WakeID) -> AppCall {
        switch self {
        case .fetch: .performFetch(id)
        case .push(let payload): .remoteNotification(id, payload)
        case .transfer(let session): .transfer(.handleEvents(id, session: session))
        case .task(_, let identifier): .backgroundTask(id, identifier: identifier)
        }
    }
}

/// One accepted wake-up, until its completion handler is called or the app dies: woken for a
/// cause, handler called, completion awaited under a watchdog, then suspended again.
struct Wake: Sendable, Hashable, Codable {
    var id: WakeID
    var cause: WakeCause
    /// The launch that is to handle it, once one was started or woken for it.
    var launch: Launch?
    /// When its handler was called; the watchdog runs from here.
    var delivered: AwakeInstant?
    /// An earlier launch may have handled it, and ended through no fault of its own.
    var isRepeat = false
    /// The app was told that its time is nearly over.
    var isWarned = false
    /// When its time is over, if that is sooner than its limit.
    var endsAt: AwakeInstant?
    /// Its time is over once it begins: what it needs is gone.
    var endsAtOnce = false

    /// How often an app that had it was ended for memory; nil: never.
    var purges: Int?

    /// Waits for the next launch again (W6): who is ended for memory did nothing wrong, unless it is so each
    /// time.
    mutating func giveBackAfterPurge() {
        let before = purges ?? 0
        guard before < Limits.purgesPerWake else { return }
        purges = before + 1
        giveBack()
    }

    /// Waits for the next launch again.
    mutating func giveBack() {
        if delivered != nil { isRepeat = true }
        launch = nil
        delivered = nil
        isWarned = false
        endsAt = nil
    }

    func deadline(_ profile: PolicyProfile) -> AwakeInstant? {
        delivered.map {
            let end = $0 + cause.limit(in: profile)
            return endsAt.map { min($0, end) } ?? end
        }
    }

    /// When its app is to be told that the time is nearly over; nil: it isn't.
    func warning(_ profile: PolicyProfile) -> AwakeInstant? {
        guard case .task = cause, !isWarned, let delivered, let end = deadline(profile) else {
            return nil
        }
        return max(delivered, end.before(by: profile.expirationWarning))
    }
}

/// What became of a wake-up.
struct FinishedWake: Sendable, Hashable {
    var app: AppID
    var wake: WakeID
    var verdict: Reason
    /// From its handler's call.
    var took: Interval
    /// What nobody else needs, as far as nobody has said otherwise.
    var payload: PayloadHandle?
}

extension AppManifest {
    /// Whether the app may be woken for it (O4).
    func declares(_ cause: WakeCause) -> Bool {
        cause.modes.isEmpty || cause.modes.contains(where: backgroundModes.contains)
    }
}
