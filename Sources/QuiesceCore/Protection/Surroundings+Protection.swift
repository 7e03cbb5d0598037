// Passcode, protected data, and what waits for the first unlock (P3, U3).
extension Surroundings {
    /// Before this no passcode is tried; nil: one may be now.
    func passcodeRetry(at now: Moment) -> Instant? {
        protection.isPasscodeSet && now.instant < protection.retryAt ? protection.retryAt : nil
    }

    mutating func passcode(
        _ event: PasscodeEvent, _ ticket: Ticket
    ) {
        switch event {
        case .set:
            _ = out.decide(.input, .passcodeSet, .p3)
            protection.isPasscodeSet = true
            protection.wrongTries = 0
            protection.retryAt = .zero
            // Set just when the screen was locked without one.
            if isLockedOrLocking { protectData() }
            recordPasscode()
            answer(ticket, durable: true)
        case .cleared:
            guard protection.isPasscodeSet else {
                return refuse(Refusal(.noPasscode, rule: .p3), nil, ticket)
            }
            _ = out.decide(.input, .passcodeCleared, .p3)
            protection = Protection()
            out.effects.append(.protectData(.hold))
            setProtectedData(available: true)
            recordPasscode()
            answer(ticket, durable: true)
        case .accepted:
            if refuseDelayed(ticket) { return }
            let hadTries = protection.wrongTries > 0
            protection.wrongTries = 0
            protection.retryAt = .zero
            protection.awaitsFirstUnlock = false
            protection.forgetsAt = nil
            protection.holdsKeys = true
            out.effects.append(.protectData(.hold))
            if hadTries { recordPasscode() }
            input(.unlock)
            setProtectedData(available: true)
            leaveLock()
            answer(ticket)
        case .wrong:
            if refuseDelayed(ticket) { return }
            protection.count(at: now.instant)
            recordPasscode()
            refuse(
                Refusal(
                    .wrongPasscode, rule: .p3,
                    detail: .tries(
                        protection.wrongTries, until: passcodeRetry(at: now))),
                nil, ticket)
        }
    }

    /// - Returns: whether it was refused, as no passcode is tried now.
    private mutating func refuseDelayed(
        _ ticket: Ticket
    ) -> Bool {
        guard let until = passcodeRetry(at: now) else { return false }
        refuse(
            Refusal(
                .passcodeDelayed, rule: .p3,
                detail: .tries(protection.wrongTries, until: until)),
            nil, ticket)
        return true
    }

    private mutating func recordPasscode() {
        out.record(protection.fact.map { .put(.passcode($0)) } ?? .delete(key: Fact.passcodeKey))
    }

    /// The device is locked: apps have a moment to finish, then the keys are forgotten.
    mutating func protectData() {
        guard protection.isPasscodeSet else { return }
        if protection.holdsKeys {
            protection.forgetsAt = now.awake + profile.protectedDataGrace
        }
        setProtectedData(available: false)
    }

    /// Apps that execute are told at once, the others when they wake (Q1). Those that waited for
    /// the first unlock are looked at, too.
    private mutating func setProtectedData(
        available: Bool
    ) {
        device = device.changed { $0.isProtectedDataAvailable = available }
        updateAll { _, _, _ in }
    }

    /// The grace after a lock is over.
    mutating func meetProtectionDeadline() {
        guard let end = protection.forgetsAt, end <= now.awake else { return }
        forgetKeys()
    }

    private mutating func forgetKeys() {
        protection.forgetsAt = nil
        protection.holdsKeys = false
        _ = out.decide(.input, .protectedDataGone, .p3)
        out.effects.append(.protectData(.forget))
    }

    /// A new daemon, or a restarted device, has no keys: the user gives the passcode first.
    mutating func lockAfterRestart(
        deviceRestarted: Bool
    ) {
        guard protection.isPasscodeSet else { return }
        if deviceRestarted {
            protection.awaitsFirstUnlock = true
            protection.restartDelay(at: now.instant)
        }
        forgetKeys()
        if !isLockedOrLocking {
            isLocked = true
            // After a restart of the device nothing is left of what was in front.
            behindLock = deviceRestarted ? nil : foreground
        }
        device = device.changed { $0.isProtectedDataAvailable = false }
    }

    /// The app asks for the key of its protected files. It gets no word of it from here but whether
    /// it may have it.
    mutating func requestKey(
        _ app: AppID, _ launch: Launch, _ ticket: Ticket
    ) {
        guard isAlive(app, launch) else {
            return refuse(Refusal(.notAnApp, rule: .p3), app, ticket)
        }
        guard protection.holdsKeys else {
            return refuse(Refusal(.protectedDataUnavailable, rule: .p3), app, ticket)
        }
        answer(ticket)
    }
}

extension SystemMachine {
    /// Whether protected files can be read, by whoever asks now: as long as the keys are held.
    public var holdsProtectionKeys: Bool { around.protection.holdsKeys }
    public var isPasscodeSet: Bool { around.protection.isPasscodeSet }
    /// Wrong passcodes since the last right one.
    public var wrongPasscodes: Int { around.protection.wrongTries }
    /// Before this no passcode is tried; nil: one may be now.
    public func passcodeRetry(at now: Moment) -> Instant? { around.passcodeRetry(at: now) }

    /// A passcode is set, and hasn't been given since the device started: nothing is launched into
    /// the background (U3).
    public var awaitsFirstUnlock: Bool { around.protection.awaitsFirstUnlock }
}
