// What the simulator's invariants look at: found anew from the state, not from what is cached of it.
extension SystemMachine {
    /// What holds of the device now, by the state alone.
    package struct Audit: Sendable {
        /// The first deadline of any app, or of the calendar.
        package var nextDeadline: AwakeInstant?
        /// What the timer was asked for.
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
        package var isInFront: Bool
        /// The freezer was asked and hasn't confirmed.
        package var isFreezing: Bool
        /// SIGKILL was sent and the end hasn't been heard of.
        package var isDying: Bool
        package var outstandingCalls: Int
        package var openTasks: Int
        package var wakes: Int
        package var nextDeadline: AwakeInstant?
    }

    package var audit: Audit {
        Audit(
            nextDeadline: (apps.compactMap { $0.nextDeadline(profile)?.latest }
                + [calendar?.due].compactMap(\.self)).min(),
            armedDeadline: armed?.deadline, armedAt: armed?.at,
            apps: apps.map { $0.audit(profile) })
    }

    /// One app's; nil if it isn't installed.
    package func audit(of app: AppID) -> AppAudit? {
        guard let slot = slot(app) else { return nil }
        return apps[slot].audit(profile)
    }

    /// The deadline that the timer was asked for.
    package var armedDeadline: AwakeInstant? { armed?.deadline }
}

extension AppMachine {
    fileprivate func audit(_ profile: PolicyProfile) -> SystemMachine.AppAudit {
        var (isFreezing, isDying) = (false, false)
        switch stage {
        case .freezing: isFreezing = true
        case .dying: isDying = true
        case .notRunning, .launching, .active, .background, .suspended, .terminating: break
        }
        return SystemMachine.AppAudit(
            id: id, launch: launch, state: state, isAlive: isAlive, isInFront: isInForeground,
            isFreezing: isFreezing, isDying: isDying, outstandingCalls: calls.outstanding.count,
            openTasks: tasks.open.count, wakes: wakes.count,
            nextDeadline: nextDeadline(profile)?.latest)
    }
}
