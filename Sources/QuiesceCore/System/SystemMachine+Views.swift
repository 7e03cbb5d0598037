// The views of the device for tools.
extension SystemMachine {
    /// An installed app and what it does now.
    public struct AppView: Sendable, Hashable {
        public var manifest: AppManifest
        public var state: AppState
        public var launch: Launch
        public var pid: Int32?
        public var since: WallTime
        public var reason: Reason
        /// Background tasks open now.
        public var openTasks: Int
        /// A process exists, even if it is about to end.
        public var isAlive: Bool
        /// Its process is being ended.
        public var isEnding: Bool
        /// It is in front and doesn't answer input (H3).
        public var isUnresponsive: Bool
    }

    /// Every installed app, in order of installation.
    public var views: [AppView] { around.apps.map(\.view) }

    /// nil if it isn't installed.
    public func view(_ app: AppID) -> AppView? { around.slot(app).map { around.apps[$0].view } }

    /// Bundles that are put in place when the version before has ended.
    package var awaitedBundles: [StagedBundle] {
        around.apps.flatMap(\.followUps).compactMap {
            switch $0 {
            case .install(_, let bundle, _): bundle
            case .open, .uninstall: nil
            }
        }
    }

    /// The stable word for a call that the app has not handled.
    package func callName(_ seq: UInt64, of app: AppID) -> String? {
        guard let slot = around.slot(app) else { return nil }
        return around.apps[slot].calls.outstanding.first { $0.seq == seq }?.call.name
    }

    public var profile: PolicyProfile { around.profile }
    /// Decisions are numbered up to here.
    public var lastDecision: UInt64 { around.lastDecision }
    /// The app in front: inactive or active (S1).
    public var foreground: AppID? { around.foreground }
    /// Apps in the switcher, the newest first (U1).
    public var recents: [AppID] { around.recents }
    public var isLocked: Bool { around.isLocked }
    /// The screen is locked, or will be when the app in front has left: nobody touches or opens
    /// anything.
    public var isLockedOrLocking: Bool { around.isLockedOrLocking }
    public var isAsleep: Bool { around.isAsleep }

    /// The time zone that apps are told; nil: the machine's.
    public var timeZone: String? { around.device.conditions.timeZone }
    /// The zone that a tool has put the device in; nil: it is in the machine's own.
    public var overriddenTimeZone: String? {
        around.device.conditions.overridden.contains(.timeZone) ? timeZone : nil
    }

    /// When the timer that was asked for is to fire; nil: none is set.
    public var timerAt: Instant? { armed?.at }

    /// The shell's payloads that wake-ups, transfers, notifications and pushes still need, each
    /// once.
    public var payloadsInUse: [PayloadHandle] {
        var used = around.apps.flatMap { $0.wakes.compactMap(\.cause.payload) }
        for id in transfers.ids { used += transfers[id]?.transfer.payloads ?? [] }
        for id in notifications.ids { used += notifications[id]?.payloads ?? [] }
        for push in pushes.pending { used += push.value.payloads }
        // A push, its wake-up and what is shown of it share one.
        var known: Set<PayloadHandle> = []
        return used.filter { known.insert($0).inserted }
    }
}

extension AppMachine {
    fileprivate var view: SystemMachine.AppView {
        SystemMachine.AppView(
            manifest: manifest, state: state, launch: launch, pid: pid, since: since,
            reason: reason,
            openTasks: tasks.open.count, isAlive: isAlive, isEnding: isEnding,
            isUnresponsive: input?.isUnresponsive ?? false)
    }

    private var isEnding: Bool {
        switch stage {
        case .terminating, .dying: true
        case .notRunning, .launching, .active, .background, .freezing, .suspended: false
        }
    }
}
