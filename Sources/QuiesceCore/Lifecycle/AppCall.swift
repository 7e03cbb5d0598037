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

    /// What a process was slow with that the daemon never heard of.
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

extension AppCall {
    /// Whether a watchdog limits it (W1). The rest may take their time: in the foreground a slow
    /// main thread is the app's own affair (H3), and wake-ups have a limit of their own.
    var isLimited: Bool {
        switch self {
        case .finishLaunching, .willResignActive(leaving: true), .didEnterBackground: true
        case .willResignActive(leaving: false), .didBecomeActive, .willEnterForeground,
            .willTerminate, .expireTasks, .performFetch,
            .remoteNotification, .systemEvents, .memoryWarning, .permission, .input, .transfer,
            .notification, .push, .backgroundTask, .expireWake,
            .fetchRefused:
            false
        }
    }

    func limit(in profile: PolicyProfile) -> Interval {
        switch self {
        case .finishLaunching: profile.launchLimit
        case .willResignActive, .didEnterBackground: profile.backgroundTransitionLimit
        case .willTerminate: profile.terminationLimit
        case .performFetch: profile.fetchLimit
        case .remoteNotification: profile.pushLimit
        case .transfer(.handleEvents): profile.transferLimit
        case .backgroundTask: profile.fetchLimit
        case .didBecomeActive, .willEnterForeground, .expireTasks, .systemEvents, .memoryWarning,
            .permission, .input, .transfer(.ask), .transfer(.completed),
            .transfer(.finishedEvents), .notification, .push, .expireWake,
            .fetchRefused:
            .zero
        }
    }

    /// The stable word for it in the log.
    package var name: String {
        switch self {
        case .finishLaunching: "didFinishLaunching"
        case .didBecomeActive: "didBecomeActive"
        case .willResignActive: "willResignActive"
        case .didEnterBackground: "didEnterBackground"
        case .willEnterForeground: "willEnterForeground"
        case .willTerminate: "willTerminate"
        case .expireTasks: "expirationHandler"
        case .performFetch: "performFetch"
        case .remoteNotification: "didReceiveRemoteNotification"
        case .systemEvents: "systemEvents"
        case .input: "input"
        case .memoryWarning: "didReceiveMemoryWarning"
        case .permission: "permission"
        case .transfer(.handleEvents): "handleEventsForBackgroundURLSession"
        case .transfer(.ask): "didReceiveChallenge"
        case .transfer(.completed): "didComplete"
        case .transfer(.finishedEvents): "urlSessionDidFinishEvents"
        case .notification(.received): "didReceiveLocalNotification"
        case .notification(.dropped): "didNotSchedule"
        case .push(.registered): "didRegisterForRemoteNotifications"
        case .push(.notRegistered): "didFailToRegisterForRemoteNotifications"
        case .push(.received): "didReceiveRemoteNotification"
        case .backgroundTask: "backgroundTask"
        case .expireWake: "expirationHandler"
        case .fetchRefused: "didNotSubmit"
        }
    }
}
