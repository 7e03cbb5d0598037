import QuiesceCore

// The passcode, as the daemon's shell handles it, and apps that ask for their keys.
extension SimulatedDevice {
    /// Called when the keys can be had, or no longer.
    package var keysChanged: ((Bool) -> Void)? {
        get { parts.protection.keysChanged }
        set { parts.protection.keysChanged = newValue }
    }

    /// With the right passcode, where one is set.
    package func unlock(reply: ((Answer) -> Void)? = nil) {
        guard parts.protection.keyBag.hasPasscode, machine.isLockedOrLocking else {
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
        parts.protection.keyBag.setPasscode()
        ask({ .passcode(.set, $0) }, reply: reply)
    }

    package func clearPasscode(reply: ((Answer) -> Void)? = nil) {
        guard daemonRuns, parts.protection.keyBag.hasPasscode || reply != nil else { return }
        guard !machine.isLockedOrLocking else {
            reply?(.refused(Refusal(.deviceLocked, rule: .p3)))
            return
        }
        parts.protection.keyBag.clearPasscode()
        ask({ .passcode(.cleared, $0) }, reply: reply)
    }

    func tryWrongPasscode() {
        guard parts.protection.keyBag.hasPasscode else { return }
        ask { .passcode(.wrong, $0) }
    }

    /// A process that is frozen asks nobody.
    func requestKey(_ process: SimulatedProcess) {
        guard process.isAlive, !process.isFrozen else { return }
        ask { .requestKey(process.key.app, process.key.launch, $0) }
    }
}
