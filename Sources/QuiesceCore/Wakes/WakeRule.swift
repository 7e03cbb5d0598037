/// The rules of a kind of wake-ups: one row of the table below. A class, as every look at a
/// deadline goes by one.
final class WakeRule: Sendable {
    /// As in "it is woken for …".
    let spoken: String
    /// The modes of which an app must declare one (O4), the usual one first; none: it needn't.
    let modes: [BackgroundMode]
    /// The behaviour by which an app is woken.
    let rule: Rule
    /// The behaviour by which the completion handler must be called.
    let completion: Rule
    /// How long its app has for it.
    let limit: @Sendable (PolicyProfile) -> Interval
    /// Why its app is thawed or launched.
    let woken: Reason
    /// How a tool's request for one is logged.
    let sent: Reason
    /// Which plan it waits for; nil: it comes when somebody asks for it.
    let plan: Plan?
    /// An app in front is left for it (F9), so whatever keeps an app out of the background bars it
    /// there, too.
    let leavesFront: Bool
    /// The app may show something else than before (F7).
    let refreshesSnapshot: Bool
    /// A completion says whether there is something new.
    let bringsNews: Bool
    /// The app is told before its time is over.
    let isWarned: Bool
    /// It is of where the device is: what the profile and the user say of that holds for it.
    let isOfLocation: Bool
    /// The user waits for it: a restart of the device ends it.
    let isOfTheMoment: Bool
    /// Nobody is launched for it (W6): it is for a process that lives, and ends with it. The reason
    /// says so to who asks; nil: its app is launched.
    let needsProcess: Reason?
    /// The switch of the user's that it needs, and the reason where that is off.
    let permission: (needed: Permission, denied: Reason)?
    /// It is over once its time is, and its app isn't told that it was woken.
    let endsByItself: Bool
    /// Further conditions, for `why --not`: sentences, each after a space.
    let condition: String
    /// The user's switches for background refresh don't hinder it (F8): it is a call, and no
    /// refresh.
    let isNoRefresh: Bool
    /// The user asks for it now: who force-quit the app before means it all the same.
    let isByUser: Bool

    init(
        spoken: String, modes: [BackgroundMode], rule: Rule, completion: Rule,
        limit: @escaping @Sendable (PolicyProfile) -> Interval, woken: Reason, sent: Reason,
        plan: Plan? = nil, leavesFront: Bool = false, refreshesSnapshot: Bool = false,
        bringsNews: Bool = false, isWarned: Bool = false, isOfLocation: Bool = false,
        isOfTheMoment: Bool = false, needsProcess: Reason? = nil,
        permission: (needed: Permission, denied: Reason)? = nil, endsByItself: Bool = false,
        isNoRefresh: Bool = false, isByUser: Bool = false, condition: String = ""
    ) {
        self.spoken = spoken
        self.modes = modes
        self.rule = rule
        self.completion = completion
        self.limit = limit
        self.woken = woken
        self.sent = sent
        self.plan = plan
        self.leavesFront = leavesFront
        self.refreshesSnapshot = refreshesSnapshot
        self.bringsNews = bringsNews
        self.isWarned = isWarned
        self.isOfLocation = isOfLocation
        self.isOfTheMoment = isOfTheMoment
        self.needsProcess = needsProcess
        self.permission = permission
        self.endsByItself = endsByItself
        self.condition = condition
        self.isNoRefresh = isNoRefresh
        self.isByUser = isByUser
    }

    /// The plan for wake-ups of apps that asked for them.
    enum Plan: Sendable {
        /// Fetches, and refreshes as one of them: by the owner's habits, with a budget.
        case fetches
        /// When the device has nothing else to do.
        case idleTime
    }

    /// Whether an app may be woken for it (O4).
    func isDeclared(by manifest: AppManifest) -> Bool {
        modes.isEmpty || modes.contains(where: manifest.backgroundModes.contains)
    }
}

extension WakeRule {
    /// performFetch
    static let fetch = WakeRule(
        spoken: "a fetch", modes: [.fetch], rule: .f2, completion: .f5, limit: { $0.fetchLimit },
        woken: .wokenForFetch, sent: .fetch, plan: .fetches, leavesFront: true,
        refreshesSnapshot: true, bringsNews: true)

    /// didReceiveRemoteNotification with a completion handler. A push announces an issue of a
    /// Newsstand app, too (K1).
    static let push = WakeRule(
        spoken: "a push", modes: [.remoteNotification, .newsstandContent], rule: .r2,
        completion: .r5, limit: { $0.pushLimit }, woken: .wokenForPush, sent: .push,
        bringsNews: true)

    /// handleEventsForBackgroundURLSession
    static let transfer = WakeRule(
        spoken: "a transfer", modes: [], rule: .x6, completion: .x6, limit: { $0.transferLimit },
        woken: .wokenForTransfer, sent: .transfer,
        condition:
            " It is woken once all tasks of one of its sessions have ended, or one of them has a question (X6)."
    )

    /// A short task of BGTaskScheduler
    static let refresh = WakeRule(
        spoken: "a refresh", modes: [.fetch], rule: .f2, completion: .f5, limit: { $0.fetchLimit },
        woken: .wokenForTask, sent: .backgroundTask, plan: .fetches, refreshesSnapshot: true,
        isWarned: true)

    /// A long one
    static let processing = WakeRule(
        spoken: "processing", modes: [.processing], rule: .f2, completion: .f5,
        limit: { $0.processingLimit }, woken: .wokenForTask, sent: .backgroundTask, plan: .idleTime,
        refreshesSnapshot: true, isWarned: true)

    /// A standard update (G3, G6)
    static let location = WakeRule(
        spoken: "a place", modes: [.location], rule: .g3, completion: .g3,
        limit: { _ in Limits.locationTime }, woken: .wokenForLocation, sent: .wokenForLocation,
        isOfLocation: true, permission: (.location, .locationNotAllowed))

    /// A significant change of place, which needs no mode (G1)
    static let significant = WakeRule(
        spoken: "a significant change of place", modes: [], rule: .g1, completion: .g1,
        limit: { _ in Limits.locationTime }, woken: .wokenForLocation, sent: .wokenForLocation,
        isOfLocation: true, permission: (.location, .locationNotAllowed))

    /// A region that was entered or left (G4)
    static let region = WakeRule(
        spoken: "a region", modes: [], rule: .g4, completion: .g4,
        limit: { _ in Limits.locationTime }, woken: .wokenForRegion, sent: .wokenForRegion,
        isOfLocation: true, permission: (.location, .locationNotAllowed))

    /// A key for who played last, which has ended (A5)
    static let audio = WakeRule(
        spoken: "a play key", modes: [.audio], rule: .a5, completion: .a5,
        limit: { _ in Limits.remoteCommandTime }, woken: .wokenForRemoteCommand,
        sent: .wokenForRemoteCommand, isOfTheMoment: true,
        condition: " It is launched for a play key once it has ended (A5).")

    /// A kept socket in which something waits (V1), or a connection to be made anew (V3, V6)
    static let voip = WakeRule(
        spoken: "a call's connection", modes: [.voip], rule: .v1, completion: .v9,
        limit: { _ in Limits.voipTime }, woken: .wokenForVoIP, sent: .wokenForVoIP,
        bringsNews: true, isOfTheMoment: true,
        condition: " It is woken for what arrives in a socket that it has handed over (V1).")

    /// A keep-alive handler (V2)
    static let keepAlive = WakeRule(
        spoken: "its keep-alive handler", modes: [.voip], rule: .v2, completion: .v2,
        limit: { $0.keepAliveLimit }, woken: .wokenForKeepAlive, sent: .wokenForKeepAlive,
        isOfTheMoment: true, condition: " Its keep-alive handler must be set (V2).")
    /// Bytes of an accessory, or its coming and going, for a suspended app (E1, E2)
    static let accessory = WakeRule(
        spoken: "an accessory", modes: [.externalAccessory], rule: .e1, completion: .e1,
        limit: { _ in Limits.accessoryTime }, woken: .wokenForAccessory, sent: .wokenForAccessory,
        isOfTheMoment: true, needsProcess: .accessoryNeedsProcess,
        condition:
            " It is woken while it is suspended, once an accessory that speaks one of its protocols is connected, disconnected or sends something in its session (E1, E2)."
    )
    /// News of peripherals or centrals (B1, B2). Which of the modes it must have declared depends
    /// on the news.
    static let bluetooth = WakeRule(
        spoken: "Bluetooth", modes: [.bluetoothCentral, .bluetoothPeripheral], rule: .b1,
        completion: .b1, limit: { _ in Limits.bluetoothTime }, woken: .wokenForBluetooth,
        sent: .wokenForBluetooth, isOfTheMoment: true,
        permission: (.bluetooth, .bluetoothNotAllowed),
        condition:
            " It is woken for updates, connections and disconnections of its peripherals, and for requests of centrals (B1, B2)."
    )
    /// A push of the type voip: a call (V1), with a completion handler (R5)
    static let voipPush = WakeRule(
        spoken: "a voip push", modes: [.voip], rule: .v1, completion: .r5,
        limit: { _ in Limits.voipPushTime }, woken: .wokenForVoIPPush, sent: .push,
        isNoRefresh: true,
        condition: " The app must have asked for voip pushes (R1).")
    /// An action of a notification, or its dismissal, for an app that stays where it is (N2). It
    /// has a completion handler, as a push has.
    static let notificationAction = WakeRule(
        spoken: "an answer to a notification", modes: [], rule: .n2, completion: .n2,
        limit: { $0.pushLimit }, woken: .wokenForNotificationAction,
        sent: .wokenForNotificationAction, isNoRefresh: true, isByUser: true,
        condition:
            " It is woken once the user chooses an action of one of its notifications that doesn't open it, or dismisses one of a category that asks for that (N2)."
    )
}
