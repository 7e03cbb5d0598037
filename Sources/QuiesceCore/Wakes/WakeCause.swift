/// The kinds of wake-ups. The raw value is the stable word for one, which `why --not` takes.
public enum WakeKind: String, Sendable, CaseIterable {
    case fetch, push, transfer, refresh, processing
    /// Standard updates, significant changes, regions entered or left (G1-G6).
    case location, significant, region
    /// A key of a headset, the keyboard or the lock screen (A5)
    case audio
    /// A kept socket in which something waits, or a connection to be made anew (V1, V3, V6)
    case voip
    /// A keep-alive handler (V2)
    case keepAlive
    /// An accessory that is connected, disconnected or sends something (E1, E2)
    case accessory
    /// A peripheral's updates, connections and disconnections, a central's requests (B1, B2)
    case bluetooth
    /// A push of the type voip, for a call (V1)
    case voipPush
    /// The user's answer to a notification
    case notificationAction
    /// A hosted program's time by its schedule (Y1)
    case thaw

    /// The names that `why --not` takes.
    public static let names = allCases.map(\.rawValue)
    /// Those that it will take once apps are woken for them.
    public static let namesToCome = [
        "newsstand"
    ]
    /// It takes this, too: a notification wakes nobody, but it may be kept from being seen.
    public static let notificationName = "notification"
}

extension WakeKind {
    var rule: WakeRule {
        switch self {
        case .fetch: .fetch
        case .push: .push
        case .transfer: .transfer
        case .refresh: .refresh
        case .processing: .processing
        case .location: .location
        case .significant: .significant
        case .region: .region
        case .audio: .audio
        case .voip: .voip
        case .keepAlive: .keepAlive
        case .accessory: .accessory
        case .bluetooth: .bluetooth
        case .voipPush: .voipPush
        case .notificationAction: .notificationAction
        case .thaw: .thaw
        }
    }
}

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
    /// A hosted program's time by its schedule (Y1)
    case thaw(lasting: Interval)

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
        case .thaw: .thaw
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
            case .thaw: .thaw(lasting: .zero)
            }
    }

    /// How its app learns of it: why it is launched, where it has no process, and the callback
    /// that it is handed; nil: it isn't told.
    private func delivery(_ id: WakeID) -> (launch: LaunchCause, call: AppCall?) {
        switch self {
        case .fetch: (.fetch, .performFetch(id))
        case .push(let payload, .remote):
            (.remoteNotification(payload), .remoteNotification(id, payload))
        case .push(let payload, .voip): (.voipPush, .push(.voipReceived(id, payload)))
        case .transfer(let session): (.transfer, .transfer(.handleEvents(id, session: session)))
        case .task(_, let identifier):
            (.backgroundTask, .backgroundTask(id, identifier: identifier))
        case .location(let news): (.location, .location(LocationCall(wake: id, news)))
        case .audio(let order): (.audio, .audio(AudioCall(id, order)))
        case .voip(let news): (.voip, .voip(VoIPCall(id, news)))
        // Nobody is launched for one: `WakeRule.needsProcess`.
        case .accessory(let news): (.user, .accessories(AccessoryCall(id, news)))
        case .bluetooth(let news):
            (news.launchCause, .bluetooth(BluetoothCall(wake: id, news)))
        case .notificationAction(let reply):
            (.notificationAction, .notification(.answered(reply, id)))
        case .thaw: (.user, nil)
        }
    }

    var launchCause: LaunchCause { delivery(WakeID(0)).launch }

    func call(for id: WakeID) -> AppCall? { delivery(id).call }

    /// The payload that goes with its verdict. Those of an answer to a notification are the
    /// notification's.
    var payload: PayloadHandle? {
        if case .push(let payload, _) = self { payload } else { nil }
    }

    /// How long its app has for it.
    func limit(_ profile: PolicyProfile) -> Interval {
        if case .thaw(let lasting) = self { lasting } else { rule.limit(profile) }
    }
}
