// The values that the simulator's invariants look at: found anew from the state, not from values
// that are cached of it.
extension SystemMachine {
    /// The device now, by the state alone.
    package struct Audit: Sendable {
        /// By when the first timed work of any source must be done.
        package var nextDeadline: AwakeInstant?
        /// The time that the timer was set to.
        package var armedDeadline: AwakeInstant?
        package var armedAt: Instant?
        /// In order of installation.
        package var apps: [AppAudit]
    }

    package struct AppAudit: Sendable {
        package var id: AppID
        package var launch: Launch
        package var state: AppState
        package var isAlive: Bool
        package var isLaunching: Bool
        package var isTerminating: Bool
        package var isInFront: Bool
        /// The freezer was asked and hasn't confirmed.
        package var isFreezing: Bool
        /// SIGKILL was sent and the end hasn't been heard of.
        package var isDying: Bool
        package var outstandingCalls: Int
        /// It is so far behind with what it was told of the device that it is told no more for now.
        package var isBehind: Bool
        /// It waits for the user to answer a question.
        package var isPrompting: Bool
        package var openTasks: Int
        package var wakes: Int
        /// Capabilities for which it executes.
        package var activities: [Activity]
        package var nextDeadline: AwakeInstant?
    }

    /// It changes nothing: mutating lends the machine and its apps, where copies of them would take
    /// longer than the rest.
    ///
    /// - Parameter now: the moment of the last event. Work on the clock that counts sleep is due at
    ///   another moment of the timer's clock once the device has slept.
    package mutating func audit(at now: Moment) -> Audit {
        var apps: [AppAudit] = []
        apps.reserveCapacity(around.apps.count)
        for slot in around.apps.indices { apps.append(around.apps[slot].audit(around.profile)) }
        var next = apps.compactMap(\.nextDeadline).min()
        for work in timedWork(at: now) where work.source != .appLimits {
            next = min(work.window.latest, next ?? work.window.latest)
        }
        return Audit(
            nextDeadline: next, armedDeadline: armed?.deadline, armedAt: armed?.at, apps: apps)
    }

    /// One app's, as above; nil if it isn't installed.
    package mutating func audit(of app: AppID) -> AppAudit? {
        guard let slot = around.slot(app) else { return nil }
        return around.apps[slot].audit(around.profile)
    }

    /// The newest request that was taken from an app in its present launch; nil if it isn't
    /// installed.
    package func lastRequest(of app: AppID) -> UInt64? {
        around.slot(app).map { around.apps[$0].link.lastRequest }
    }

    /// The user has force-quit it, as its fact says.
    package func isForceQuit(_ app: AppID) -> Bool {
        around.slot(app).map { around.apps[$0].forceQuit } ?? false
    }

    /// The permissions that the user gives the app, as the app's fact says; nil: there is no such
    /// fact.
    package func storedPermissions(of app: AppID) -> AppPermissions? {
        guard case .permissions(let fact) = around.permissionsFact(app) else { return nil }
        return fact.permissions
    }

    /// The device's state.
    package var conditions: DeviceConditions { around.device.conditions }

    /// The last news of the device that a launch was told, and how often each kind has changed
    /// since; nil if the app isn't installed.
    package func told(_ app: AppID) -> Told? {
        guard let slot = around.slot(app) else { return nil }
        let told = around.apps[slot].told
        var changes = zip(around.device.changes, told.changes).map { $0 &- $1 }
        for (index, event) in SystemEvent.allCases.enumerated() where event == .defaults {
            changes[index] = around.apps[slot].settings.changes
        }
        return Told(
            launch: around.apps[slot].launch, conditions: told.conditions, changes: changes,
            settings: around.apps[slot].settings.untold)
    }

    package struct Told: Sendable {
        package var launch: Launch
        package var conditions: DeviceConditions
        /// By kind.
        package var changes: [UInt64]
        /// Its settings as it knows them, and as they are; nil: it knows them.
        package var settings: (told: UInt64, current: UInt64)?
    }

    /// The awaited examination of `app` that is of the same kind as `other`, which another machine
    /// asked for; nil: this machine waits for no such answer.
    package func examination(of app: AppID, like other: Examination) -> Examination? {
        around.slot(app).flatMap { around.apps[$0].examination(like: other) }
    }

    /// The interruptions of the app in front, and whether a call goes on.
    package var overFront:
        (
            rings: Bool, isInCall: Bool, alert: Bool, notificationCenter: Bool,
            alerts: [NotificationID]
        )
    {
        (
            around.interruptions.call == .incoming, around.interruptions.call == .answered,
            around.interruptions.alert,
            around.interruptions.notificationCenter, around.interruptions.alerts
        )
    }

    /// The deadline that the timer was asked for.
    package var armedDeadline: AwakeInstant? { armed?.deadline }
}

extension AppMachine {
    fileprivate mutating func audit(_ profile: PolicyProfile) -> SystemMachine.AppAudit {
        var (isLaunching, isFreezing, isTerminating, isDying) = (false, false, false, false)
        switch stage {
        case .launching: isLaunching = true
        case .freezing: isFreezing = true
        case .terminating: isTerminating = true
        case .dying: isDying = true
        case .notRunning, .active, .background, .suspended: break
        }
        return SystemMachine.AppAudit(
            id: id, launch: launch, state: state, isAlive: isAlive, isLaunching: isLaunching,
            isTerminating: isTerminating, isInFront: isInForeground, isFreezing: isFreezing,
            isDying: isDying, outstandingCalls: calls.outstanding.count, isBehind: isBehind,
            isPrompting: !grants.prompts.isEmpty, openTasks: tasks.open.count, wakes: wakes.count,
            activities: activities, nextDeadline: nextDeadline(profile)?.latest)
    }
}
