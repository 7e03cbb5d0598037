// Questions of capabilities about apps: none looks into the list of apps itself. Of an app that
// isn't installed the answer is no, none or nil.
extension Surroundings {
    /// In order of installation.
    var appIDs: [AppID] { apps.map(\.id) }

    func isInstalled(_ app: AppID) -> Bool { slots[app] != nil }

    func manifest(of app: AppID) -> AppManifest? {
        if let slot = slot(app) { apps[slot].manifest } else { nil }
    }

    func name(of app: AppID) -> String? { manifest(of: app)?.name }

    /// It is any program, and hears of nothing (`QuiesceHosted`).
    func isHosted(_ app: AppID) -> Bool { manifest(of: app)?.isHosted == true }

    // MARK: Its process

    /// The present launch, or the last.
    func launch(of app: AppID) -> Launch? {
        if let slot = slot(app) { apps[slot].launch } else { nil }
    }

    /// Where its process stands.
    func stage(of app: AppID) -> AppMachine.Stage? {
        if let slot = slot(app) { apps[slot].stage } else { nil }
    }

    func state(of app: AppID) -> AppState? {
        if let slot = slot(app) { apps[slot].state } else { nil }
    }

    func isAlive(_ app: AppID) -> Bool {
        if let slot = slot(app) { apps[slot].isAlive } else { false }
    }

    /// The process of that launch lives.
    func isAlive(_ app: AppID, _ launch: Launch) -> Bool {
        guard let slot = slot(app) else { return false }
        return apps[slot].launch == launch && apps[slot].isAlive
    }

    /// It is in front, or being launched to be.
    func isInFront(_ app: AppID) -> Bool {
        if let slot = slot(app) { apps[slot].isInForeground } else { false }
    }

    /// It was opened or woken at least once since it was installed.
    func hasBeenLaunched(_ app: AppID) -> Bool { (launch(of: app)?.number ?? 0) > 0 }

    /// How its last process ended; nil: none has.
    func lastExit(of app: AppID) -> Exit? {
        if let slot = slot(app) { apps[slot].lastExit } else { nil }
    }

    // MARK: What it is told

    /// Callbacks that are handed to it now run.
    func hears(_ app: AppID) -> Bool {
        if let slot = slot(app) { apps[slot].hears } else { false }
    }

    /// It has finished launching, and runs in front or out of sight.
    func executes(_ app: AppID) -> Bool {
        switch stage(of: app) {
        case .active, .background: true
        case .notRunning, .launching, .freezing, .suspended, .terminating, .dying, nil: false
        }
    }

    /// The freezer was asked and hasn't confirmed: what the app said before may call that off.
    func isBeingFrozen(_ app: AppID) -> Bool {
        if case .freezing = stage(of: app) { true } else { false }
    }

    /// It hears, and what is sent arrives now.
    func isConnected(_ app: AppID) -> Bool {
        guard let slot = slot(app) else { return false }
        return apps[slot].link.connected && apps[slot].hears
    }

    /// The calls that the app's launch was told and hasn't handled, in order.
    func outstandingCalls(of app: AppID) -> [Delivery] {
        if let slot = slot(app) { apps[slot].calls.outstanding } else { [] }
    }

    enum Hearing {
        case now
        /// It doesn't hear yet, or is busy with news of that kind.
        case later
        /// The launch is over: nobody is told.
        case never
    }

    /// When a launch can be told what it isn't woken for: one piece of news of a kind at a time, so
    /// that hundreds don't flood it.
    ///
    /// - Parameter isOfKind: whether a call that it hasn't handled tells news of the same kind.
    func hearing(
        of app: AppID, _ launch: Launch, unlessBusyWith isOfKind: (AppCall) -> Bool
    ) -> Hearing {
        guard let slot = slot(app), apps[slot].isAlive, apps[slot].launch == launch else {
            return .never
        }
        let isBusy = apps[slot].calls.outstanding.contains { isOfKind($0.call) }
        return apps[slot].hears && !isBusy ? .now : .later
    }

    /// The notification that the user chose, if it is to be handed that once its last process has
    /// ended and it comes to the front.
    func awaitedOpening(of app: AppID) -> NotificationID? {
        guard let slot = slot(app), apps[slot].followUps.contains(where: \.isOpen) else {
            return nil
        }
        return apps[slot].opening?.id
    }

    // MARK: Waking it

    /// Wake-ups that it hasn't completed, in the order in which they were accepted.
    func wakes(of app: AppID) -> [Wake] {
        if let slot = slot(app) { apps[slot].wakes } else { [] }
    }

    /// Marks a wake-up that an app is being charged for.
    ///
    /// - Returns: when it was handed to the app; nil: it wasn't, or is over, or charged already.
    mutating func charge(_ wake: WakeID, of app: AppID) -> AwakeInstant? {
        guard let slot = slot(app),
            let at = apps[slot].wakes.firstIndex(where: { $0.id == wake && !$0.isCharged }),
            let delivered = apps[slot].wakes[at].delivered
        else { return nil }
        apps[slot].wakes[at].isCharged = true
        return delivered
    }

    /// The launch that is to complete the wake-up, nil within it if none is yet; nil: it is over.
    func launch(awaiting wake: WakeID, of app: AppID) -> Launch?? {
        guard let slot = slot(app) else { return nil }
        return apps[slot].wakes.first { $0.id == wake }.map(\.launch)
    }

    /// The cause of that wake-up; nil: the wake-up is over.
    func cause(of wake: WakeID) -> WakeCause? {
        for app in apps {
            if let found = app.wakes.first(where: { $0.id == wake }) { return found.cause }
        }
        return nil
    }

    /// An app is awake for a wake-up, and the device with it.
    var isAwakeForWake: Bool { apps.contains { $0.isAlive && !$0.wakes.isEmpty } }

    /// It doesn't execute, and could.
    func canBeWoken(_ app: AppID) -> Bool {
        if let slot = slot(app) { apps[slot].canBeWoken } else { false }
    }

    /// The obstacles to its wake-up at `now`, the deciding one first; nobody wakes one that isn't
    /// installed.
    func obstacles(
        to cause: WakeCause, of app: AppID, contentAvailable: Bool = true, at now: Moment
    ) -> [Refusal] {
        guard let slot = slot(app) else { return [Refusal(.unknownApp)] }
        // Before the app is looked up: else the app would be copied.
        let context = context(now)
        return apps[slot].obstacles(to: cause, contentAvailable: contentAvailable, context)
    }

    /// Before this it isn't launched into the background, as it crashed; in the past: nothing keeps
    /// it from that.
    func retryAt(_ app: AppID) -> Instant? {
        if let slot = slot(app) { apps[slot].crashes.retryAt } else { nil }
    }

    // MARK: What the user lets it do

    func permissions(of app: AppID) -> AppPermissions? {
        if let slot = slot(app) { apps[slot].grants.permissions } else { nil }
    }

    /// Questions that apps wait for the user to answer, in order of installation.
    var prompts: [Prompt] { apps.flatMap(\.grants.prompts) }

    // MARK: What it holds

    /// Suspended apps that hold locks for which others may wait, in order of installation.
    var lockHolders: [(app: AppID, locks: [HeldLock])] {
        var found: [(AppID, [HeldLock])] = []
        // By index, as a copy of an app's machine takes longer than a look at it, and each event
        // asks.
        for slot in apps.indices where !apps[slot].conduct.heldLocks.isEmpty {
            found.append((apps[slot].id, apps[slot].conduct.heldLocks))
        }
        return found
    }

    /// Its memory was moved into swap in this suspension.
    func isPagedOut(_ app: AppID) -> Bool {
        if let slot = slot(app) { apps[slot].conduct.isPagedOut } else { false }
    }

    // MARK: Explanations

    /// Lends an app's machine to an explanation, as each part of it may be what explains where the
    /// app is. Nobody else is handed one.
    func withApp<Answer>(_ app: AppID, _ body: (borrowing AppMachine) -> Answer?) -> Answer? {
        if let slot = slot(app) { body(apps[slot]) } else { nil }
    }
}
