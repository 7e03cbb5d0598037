/// A callback that an app is to run on its main thread. The names are the delegate's.
// derive: cases
public enum AppCall: Sendable, Hashable {
    case finishLaunching(toForeground: Bool, cause: LaunchCause, previousExit: Reason?)
    case didBecomeActive
    /// `leaving`: the app is left or ended, not only covered for a while.
    case willResignActive(leaving: Bool)
    /// `deadline`: when the app's background time will end.
    case didEnterBackground(deadline: AwakeInstant)
    case willEnterForeground
    /// Memory runs short: free what can be made again (M2).
    case memoryWarning
    case willTerminate
    case expireTasks([TaskID])
    case performFetch(WakeID)
    case remoteNotification(WakeID, PayloadHandle)
    /// The changes since the app was last told (Q1), and the device's state now.
    indirect case systemEvents([SystemEvent], DeviceConditions)
    /// A permission: the answer to the app's question, or a change (U4).
    case permission(Permission, PermissionState)
    /// The user's input (H2).
    case input(UserInput)
    indirect case transfer(TransferCall)
    indirect case notification(NotificationCall)
    indirect case push(PushCall)
    /// A handler that BGTaskScheduler registered.
    case backgroundTask(WakeID, identifier: String)
    /// The time of a background task is nearly over.
    case expireWake(WakeID)
    /// Its request about fetches or background tasks was refused.
    case fetchRefused(FetchRefusal)
    indirect case location(LocationCall)
    case audio(AudioCall)
    case voip(VoIPCall)
    indirect case accessories(AccessoryCall)
    indirect case bluetooth(BluetoothCall)
    indirect case link(LinkCall)
    indirect case continued(ContinuedCall)

    /// The name of the work that a process was slow with, where the daemon never heard of any.
    static let connectName = "connecting"
}

/// A call with its number; numbers count from 1 within a launch.
// derive: json
public struct Delivery: Sendable, Hashable {
    public var seq: UInt64
    public var call: AppCall
    /// When it was handed to the app, or would have been had it been connected.
    var sentAt: AwakeInstant
    /// An earlier launch was handed it too, and ended before it could say that it had handled it.
    var isRepeat = false
}

/// The calls that one launch has not yet handled, in order, and the watchdog over them (W1).
///
/// It outlives connections: after a reconnect, what the app hasn't handled is sent again.
// derive: json
struct CallQueue: Sendable, Hashable {
    var outstanding: [Delivery] = []
    var lastSeq: UInt64 = 0
    /// The watchdog of the first limited call runs from here, if that is later than its sending:
    /// the moment at which the limited call before it was handled, or the app was heard again.
    var clockStart = AwakeInstant(nanoseconds: .min)

    mutating func append(_ call: AppCall, isRepeat: Bool = false, at now: AwakeInstant) -> Delivery
    {
        lastSeq &+= 1
        let delivery = Delivery(seq: lastSeq, call: call, sentAt: now, isRepeat: isRepeat)
        outstanding.append(delivery)
        return delivery
    }

    /// Takes out every call up to `seq`, in order.
    mutating func handled(upTo seq: UInt64, at now: AwakeInstant) -> ArraySlice<Delivery> {
        let count = outstanding.prefix { $0.seq <= seq }.count
        let done = outstanding.prefix(count)
        outstanding.removeFirst(count)
        if done.contains(where: { $0.call.isLimited }) { clockStart = now }
        return done
    }

    /// Forgets `call`: what it asked for is done, although its callback hasn't returned. It isn't
    /// sent again.
    mutating func drop(_ call: AppCall) { outstanding.removeAll { $0.call == call } }

    /// Whether a call is outstanding that must return before the app may be suspended.
    var isInTransition: Bool { outstanding.contains { $0.call.isLimited } }

    /// The call that the watchdog watches, and since when.
    var watched: (delivery: Delivery, since: AwakeInstant)? {
        guard let first = outstanding.first(where: { $0.call.isLimited }) else { return nil }
        return (first, max(first.sentAt, clockStart))
    }

    /// Starts the watchdog anew: the app could not be heard until now.
    mutating func restartClock(at now: AwakeInstant) { clockStart = now }
    /// Gives the watched call `extra` more.
    mutating func extendClock(by extra: Interval) {
        if let watched { clockStart = watched.since + extra }
    }
}

/// The callbacks of a capability.
protocol CapabilityCall {
    /// The stable word for it in the log.
    var name: String { get }
    /// The wake-up that it is for.
    var wake: WakeID? { get }
}

extension AppCall {
    /// The spine's questions about a call, whatever the call says: a row each.
    private struct Row {
        let name: String
        var watchdog: Watchdog?
        var wake: WakeID?

        @inline(__always)
        init(_ name: String, _ watchdog: Watchdog? = nil, for wake: WakeID? = nil) {
            self.name = name
            self.watchdog = watchdog
            self.wake = wake
        }

        init(_ call: some CapabilityCall) { self.init(call.name, for: call.wake) }
    }

    private enum Watchdog { case launch, backgroundTransition }

    @inline(__always)
    private var row: Row {
        switch self {
        case .finishLaunching: Row("didFinishLaunching", .launch)
        case .didBecomeActive: Row("didBecomeActive")
        case .willResignActive(let leaving):
            Row("willResignActive", leaving ? .backgroundTransition : nil)
        case .didEnterBackground: Row("didEnterBackground", .backgroundTransition)
        case .willEnterForeground: Row("willEnterForeground")
        case .willTerminate: Row("willTerminate")
        case .expireTasks: Row("expirationHandler")
        case .performFetch(let wake): Row("performFetch", for: wake)
        case .remoteNotification(let wake, _): Row("didReceiveRemoteNotification", for: wake)
        case .systemEvents: Row("systemEvents")
        case .input: Row("input")
        case .memoryWarning: Row("didReceiveMemoryWarning")
        case .permission: Row("permission")
        case .transfer(let call): Row(call)
        case .notification(let call): Row(call)
        case .push(let call): Row(call)
        case .backgroundTask(let wake, _): Row("backgroundTask", for: wake)
        case .expireWake(let wake): Row("expirationHandler", for: wake)
        case .fetchRefused: Row("didNotSubmit")
        case .location(let call): Row(call)
        case .audio(let call): Row(call)
        case .voip(let call): Row(call)
        case .accessories(let call):
            Row(call.name, call.isLeaving ? .backgroundTransition : nil, for: call.wake)
        case .bluetooth(let call): Row(call)
        case .link(let call): Row(call)
        case .continued(let call): Row(call)
        }
    }

    /// The stable word for it in the log.
    package var name: String { row.name }

    /// The wake-up that it is for, and whose own limit covers it.
    package var wake: WakeID? { row.wake }

    /// Whether a watchdog limits it (W1). The rest may take their time: in the foreground a slow
    /// main thread is the app's own affair (H3), and wake-ups have a limit of their own.
    var isLimited: Bool { row.watchdog != nil }

    /// How long one that is limited may take.
    func limit(in profile: PolicyProfile) -> Interval {
        switch row.watchdog {
        case .launch: profile.launchLimit
        case .backgroundTransition: profile.backgroundTransitionLimit
        case nil: .zero
        }
    }
}
