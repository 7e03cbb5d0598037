// Apps, and the one way to change one.
extension Surroundings {
    func slot(_ app: AppID) -> Int? { slots[app] }

    func context(_ now: Moment) -> AppContext {
        AppContext(
            sharedProfile: sharedProfile, now: now, deviceAsleep: isAsleep && !sharesAwakeTime,
            isInterrupted: interruptions.coverFront || isPrompting,
            awaitsFirstUnlock: awaitsFirstUnlock, device: device)
    }

    /// Lets `body` change one app, then notes its next deadline and whether it is still in front.
    mutating func update(
        _ slot: Int, _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) {
        let context = context(now)
        let audience = wantsAudiences ? apps[slot].audience : nil
        let wasAlive = apps[slot].isAlive
        let after = Self.update(&apps[slot], context, &out, body)
        let app = apps[slot].id
        if let audience {
            let isOther = audience != apps[slot].audience
            if isOther { news.append(.audience(app)) }
            if isOther || wasAlive != apps[slot].isAlive { noteChange(of: app) }
        }
        schedule.set(slot, after.deadline)
        if after.hasFollowUp, ended.last != app { ended.append(app) }
        if !after.isInForeground, foreground == app { foreground = nil }
        if sleepDeferred { retrySleep() }
    }

    /// Does nothing to an app that isn't installed.
    mutating func update(
        _ app: AppID, _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) {
        if let slot = slot(app) { update(slot, body) }
    }

    mutating func updateAll(_ body: (inout AppMachine, AppContext, inout Recorder) -> Void) {
        for slot in apps.indices { update(slot, body) }
    }

    /// In place, as a copy of an app's machine takes longer than most changes.
    private static func update(
        _ app: inout AppMachine, _ context: AppContext, _ out: inout Recorder,
        _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) -> (
        deadline: DeadlineSchedule<AwakeClock>.Window?, hasFollowUp: Bool, isInForeground: Bool
    ) {
        let before = app.lasting
        body(&app, context, &out)
        app.tellIfExecuting(context, &out)
        if app.input != nil { app.sendInput(context, &out) }
        app.endIfFlooded(context, &out)
        app.watchConduct(context, &out)
        if app.lasting != before { out.record(.put(.app(app.fact))) }
        return (app.nextDeadline(context.profile), app.hasFollowUp(context), app.isInForeground)
    }

    /// As `update`, for what a process of `launch` said or did; a dead one's word is dropped.
    mutating func update(
        _ app: AppID, _ launch: Launch,
        _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) {
        guard let slot = slot(app), apps[slot].launch == launch, apps[slot].isAlive else { return }
        update(slot, body)
    }

    /// Hands it a callback, now if it is connected, else when it says hello.
    mutating func deliver(_ call: AppCall, isRepeat: Bool = false, to app: AppID) {
        update(app) { $0.deliver(call, isRepeat: isRepeat, $1, &$2) }
    }

    /// Takes a numbered request of an app, once.
    ///
    /// - Returns: whether it is to be carried out: it is new, and its process lives.
    mutating func takeRequest(
        _ speaker: (app: AppID, launch: Launch, request: UInt64), lasts: Bool = true
    ) -> Bool {
        guard let slot = slot(speaker.app), apps[slot].launch == speaker.launch, apps[slot].isAlive
        else { return false }
        var isNew = false
        update(slot) { app, _, out in
            isNew = app.isNew(request: speaker.request)
            if lasts {
                out.promises.append(.ack(speaker.app, speaker.launch, request: speaker.request))
            } else {
                out.effects.append(.ack(speaker.app, speaker.launch, request: speaker.request))
            }
        }
        return isNew
    }

    /// Accepts a wake-up.
    @discardableResult
    mutating func begin(_ cause: WakeCause, _ app: AppID) -> WakeID {
        lastWake &+= 1
        let wake = Wake(id: WakeID(lastWake), cause: cause)
        out.record(.put(.device(deviceFact)))
        update(app) { $0.take(wake, $1, &$2) }
        return wake.id
    }

    /// The machine stood still for `late`, and apps with it.
    mutating func extendLimits(by late: Interval) {
        let context = context(now)
        for slot in apps.indices {
            apps[slot].extendLimits(by: late, context)
            schedule.set(slot, apps[slot].nextDeadline(profile))
        }
    }

    mutating func rebuildSlots() {
        slots = [:]
        schedule = DeadlineSchedule()
        for (slot, app) in apps.enumerated() {
            slots[app.id] = slot
            schedule.set(slot, app.nextDeadline(profile))
        }
    }

    // MARK: What lasts

    var deviceFact: DeviceFact { DeviceFact(recents: recents, lastWake: lastWake) }

    var conditionsFact: Fact? {
        let lasting = device.conditions.lasting
        return lasting == DeviceConditions() ? nil : .conditions(lasting)
    }

    mutating func recordApp(_ slot: Int) {
        out.record(.put(.app(apps[slot].fact)))
    }
}
