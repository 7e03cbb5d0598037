/// The cause of a wake-up.
// derive: cases
public enum WakeCause: Sendable, Hashable {
    /// performFetch (F2)
    case fetch
    /// didReceiveRemoteNotification with a completion handler (R2), or a voip push
    // json: type unless .remote
    case push(PayloadHandle, type: PushType = .remote)
    /// handleEventsForBackgroundURLSession (X6)
    case transfer(session: String)
    /// A background task's handler (BGTaskScheduler)
    case task(BackgroundTaskKind, identifier: String)
    /// A place, or a region's border (G1-G6)
    case location(LocationNews)
    /// A key for who played last (A5)
    case audio(RemoteOrder)
    /// Sockets that are kept, keep-alive handlers (V1-V6)
    case voip(VoIPNews)
    /// An accessory was connected or disconnected, or sent something (E1, E2)
    case accessory(AccessoryNews)
    /// News of peripherals, or of centrals (B1, B2)
    case bluetooth([BluetoothNews])
    /// The user's answer to a notification, which leaves what is in front there
    indirect case notificationAction(NotificationReply)

    public var kind: WakeKind {
        switch self {
        case .fetch: .fetch
        case .push(_, .remote): .push
        case .push(_, .voip): .voipPush
        case .transfer: .transfer
        case .task(.appRefresh, _): .refresh
        case .task(.processing, _): .processing
        case .location(let news): news.kind
        case .audio: .audio
        case .voip(let news): news.kind
        case .accessory: .accessory
        case .bluetooth: .bluetooth
        case .notificationAction: .notificationAction
        }
    }

    var rule: WakeRule { kind.rule }

    /// The stable word for it.
    public var name: String { kind.rawValue }

    /// One of no particular content, to ask about.
    public init(_ kind: WakeKind) {
        self =
            switch kind {
            case .fetch: .fetch
            case .push: .push(PayloadHandle(0))
            case .transfer: .transfer(session: "")
            case .refresh: .task(.appRefresh, identifier: "")
            case .processing: .task(.processing, identifier: "")
            case .location: .location(.update(.nowhere))
            case .significant: .location(.significant(.nowhere))
            case .region: .location(.entered(region: ""))
            case .audio: .audio(RemoteOrder(.play))
            case .voip: .voip(.connect)
            case .keepAlive: .voip(.keepAlive)
            case .accessory: .accessory(.present([]))
            case .bluetooth: .bluetooth([])
            case .voipPush: .push(PayloadHandle(0), type: .voip)
            case .notificationAction: .notificationAction(.none)
            }
    }

    var launchCause: LaunchCause {
        switch self {
        case .fetch: .fetch
        case .push(let payload, .remote): .remoteNotification(payload)
        case .push(_, .voip): .voipPush
        case .transfer: .transfer
        case .task: .backgroundTask
        case .location: .location
        case .audio: .audio
        case .voip: .voip
        // Nobody is launched for one: `WakeRule.thawsOnly`.
        case .accessory: .user
        case .bluetooth(let news): news.launchCause
        case .notificationAction: .notificationAction
        }
    }

    var payload: PayloadHandle? {
        switch self {
        case .push(let payload, _): payload
        case .fetch, .transfer, .task, .location, .audio, .voip, .accessory, .bluetooth,
            // Its payloads are its notification's.
            .notificationAction:
            nil
        }
    }

    func call(for id: WakeID) -> AppCall {
        switch self {
        case .fetch: .performFetch(id)
        case .push(let payload, .remote): .remoteNotification(id, payload)
        case .push(let payload, .voip): .push(.voipReceived(id, payload))
        case .transfer(let session): .transfer(.handleEvents(id, session: session))
        case .task(_, let identifier): .backgroundTask(id, identifier: identifier)
        case .location(let news): .location(LocationCall(wake: id, news))
        case .audio(let order): .audio(AudioCall(id, order))
        case .voip(let news): .voip(VoIPCall(id, news))
        case .accessory(let news): .accessories(AccessoryCall(id, news))
        case .bluetooth(let news): .bluetooth(BluetoothCall(wake: id, news))
        case .notificationAction(let reply): .notification(.answered(reply, id))
        }
    }
}

/// One accepted wake-up, until its completion handler is called or the app dies: woken for a
/// cause, handler called, completion awaited under a watchdog, then suspended again.
// derive: json
struct Wake: Sendable, Hashable {
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

    /// Its app has been charged for it (F7).
    // json: unless false
    var isCharged = false

    /// How often an app that had it was ended for memory; nil: never.
    var purges: Int?

    /// Waits for the next launch again (W6): who is ended for memory did nothing wrong, unless it
    /// is so each time.
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
            let end = $0 + cause.rule.limit(profile)
            return endsAt.map { min($0, end) } ?? end
        }
    }

    /// When its app is to be told that the time is nearly over; nil: it isn't.
    func warning(_ profile: PolicyProfile) -> AwakeInstant? {
        guard cause.rule.isWarned, !isWarned, let delivered, let end = deadline(profile) else {
            return nil
        }
        return max(delivered, end.before(by: profile.expirationWarning))
    }
}

/// The outcome of a wake-up.
struct FinishedWake: Sendable, Hashable {
    var app: AppID
    var wake: WakeID
    var verdict: Reason
    /// From its handler's call.
    var took: Interval
    /// The payload that nobody else needs, as far as nobody has said otherwise.
    var payload: PayloadHandle?
}
