/// The answer to "why is the device awake": what keeps it from sleeping, which apps execute now,
/// why, and until when at most.
public struct Wakefulness: Sendable, Hashable {
    /// An app whose process executes.
    public struct Executing: Sendable, Hashable {
        public var app: AppID
        public var state: AppState
        public var launch: Launch
        public var since: WallTime
        public var sentence: String
        /// Its open tasks put off the device's sleep (T5 in `ios4`).
        public var keepsAwake: Bool
        /// The screen stays on for it while nobody touches it.
        public var keepsScreenOn: Bool
        public var pending: [Pending]
        /// When it is suspended or ended at the latest, by the limits that run now; nil: without
        /// limit, as in front.
        public var latest: When?
    }

    public var isAsleep: Bool
    /// Sleep was asked for and is put off.
    public var isKeptAwake: Bool
    public var sentence: String
    /// In order of installation.
    public var apps: [Executing]
}

extension SystemMachine {
    public func whyAwake() -> Wakefulness {
        let context = around.context(.zero)
        let executing = around.appIDs.compactMap { app in
            around.withApp(app) {
                $0.executes
                    ? $0.executing(
                        context, keepsAwake: keepsAwake($0), keepsScreenOn: app == idleTimer.holder)
                    : nil
            }
        }
        return Wakefulness(
            isAsleep: around.isAsleep, isKeptAwake: around.sleepDeferred,
            sentence: deviceSentence(executing), apps: executing)
    }

    private func keepsAwake(_ app: borrowing AppMachine) -> Bool {
        !around.profile.deviceSleepSuspendsTasks && !app.tasks.open.isEmpty
    }

    private func deviceSentence(_ executing: [Wakefulness.Executing]) -> String {
        let running =
            executing.isEmpty
            ? "no app executes"
            : "\(counted(executing.count, "app")) \(executing.count == 1 ? "executes" : "execute")"
        if around.isAsleep { return "The device is asleep; \(running)." }
        let keeping = listed(
            around.appIDs.compactMap { app in
                around.withApp(app) { keepsAwake($0) ? $0.manifest.name : nil }
            })
        if around.sleepDeferred {
            return
                "The device was told to sleep, but stays awake until the open tasks of \(keeping) have ended (T5); \(running)."
        }
        if !keeping.isEmpty {
            return
                "Nothing has asked the device to sleep; if something does, it stays awake until the open tasks of \(keeping) have ended (T5); \(running)."
        }
        if let screen = idleTimer.holder.flatMap({ around.withApp($0) { $0.manifest.name } }) {
            return
                "\(screen) keeps the screen on while it is in front (isIdleTimerDisabled); \(running)."
        }
        return "Nothing keeps the device from sleeping; \(running)."
    }
}

extension AppMachine {
    /// Whether its process runs code, or is about to.
    fileprivate var executes: Bool {
        switch stage {
        case .launching, .active, .background, .freezing, .terminating, .dying: true
        case .notRunning, .suspended: false
        }
    }

    fileprivate func executing(
        _ context: AppContext, keepsAwake: Bool, keepsScreenOn: Bool
    ) -> Wakefulness.Executing {
        let pending = pending(context)
        let latest = pending.compactMap(\.latest).max {
            $0.after(.zero) < $1.after(.zero)
        }
        return Wakefulness.Executing(
            app: id, state: state, launch: launch, since: since,
            sentence: sentence(context.profile, name: manifest.name), keepsAwake: keepsAwake,
            keepsScreenOn: keepsScreenOn, pending: pending, latest: isInForeground ? nil : latest)
    }
}
