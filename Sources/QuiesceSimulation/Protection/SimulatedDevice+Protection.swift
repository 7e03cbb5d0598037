import QuiesceCore

// The passcode, as the daemon's shell handles it, and apps that ask for their keys.
extension SimulatedDevice {
    /// With the right passcode, where one is set.
    package func unlock(reply: ((Answer) -> Void)? = nil) {
        guard keyBag.hasPasscode, machine.isLockedOrLocking else {
            return ask({ .unlock($0) }, reply: reply)
        }
        ask({ .passcode(.accepted, $0) }, reply: reply)
    }

    /// The key bag is on disk before the core hears of it.
    package func setPasscode(reply: ((Answer) -> Void)? = nil) {
        guard daemonRuns else { return }
        guard !machine.isLockedOrLocking else {
            reply?(.refused(Refusal(.deviceLocked, rule: .p3)))
            return
        }
        keyBag.setPasscode()
        ask({ .passcode(.set, $0) }, reply: reply)
    }

    package func clearPasscode(reply: ((Answer) -> Void)? = nil) {
        guard daemonRuns, keyBag.hasPasscode || reply != nil else { return }
        guard !machine.isLockedOrLocking else {
            reply?(.refused(Refusal(.deviceLocked, rule: .p3)))
            return
        }
        keyBag.clearPasscode()
        ask({ .passcode(.cleared, $0) }, reply: reply)
    }

    func tryWrongPasscode() {
        guard keyBag.hasPasscode else { return }
        ask { .passcode(.wrong, $0) }
    }

    /// A process that is frozen asks nobody.
    func requestKey(_ process: SimulatedProcess) {
        guard process.isAlive, !process.isFrozen else { return }
        ask { .requestKey(process.key.app, process.key.launch, $0) }
    }

    // MARK: What must hold

    func checkProtection(_ event: Event, _ reaction: Reaction) {
        // A daemon that dies before has lost its keys, and nothing has started anew.
        // A restart that a tool asked for and that couldn't be written down may have been for nothing.
        if case .restarted(_, deviceRestarted: true, _) = event {
            if journal.losesEvents { keyBag.restartedUnrecorded() } else { keyBag.booted() }
        }
        if case .passcode(.accepted, _) = event, !machine.isLockedOrLocking { keyBag.unlocked() }
        if case .requestKey(let app, _, let ticket) = event,
            reaction.effects.contains(.answer(ticket, .done, durable: false)), !keyBag.isOpen
        {
            fail(.lockedIsUnreadable, "it is handed its key", app)
        }
        if keyBag.awaitsFirstUnlock {
            for case .spawn(let app, _, _) in reaction.effects {
                fail(.nothingBeforeFirstUnlock, "it is launched", app)
            }
        }
    }
}

extension Invariant {
    public static let nothingBeforeFirstUnlock = Self(
        "nothing is launched before the first unlock with a passcode")
    public static let lockedIsUnreadable = Self(
        "no key is handed out while protected data is locked")
}
