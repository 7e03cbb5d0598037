import QuiesceCore
import QuiesceShell

/// The passcode and the keys of protected files.
final class ProtectionPart: SimulatedPart {
    var keyBag = SimulatedKeyBag() {
        didSet { if keyBag.isOpen != oldValue.isOpen { keysChanged?(keyBag.isOpen) } }
    }
    var keysChanged: ((Bool) -> Void)?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        ports.protectData = { [unowned self, unowned device] in
            if device.permits() { keyBag.isOpen = $0 == .hold }
        }
    }

    // MARK: Deaths

    func boots(_: SimulatedDevice) { keyBag.booted() }

    func daemonStarts(
        as machine: SystemMachine, knowsAll: Bool, _: SimulatedDevice
    ) {
        // The disk may after all have taken facts that the daemon before couldn't write down.
        let mayForget = !knowsAll || keyBag.isRestartUnrecorded
        keyBag.daemonStarts()
        if mayForget, machine.awaitsFirstUnlock { keyBag.unlockIsForgotten() }
    }

    /// The passcode was changed, and the daemon died before it had written that down.
    func setsRight(_ device: SimulatedDevice) {
        guard keyBag.hasPasscode != device.machine.isPasscodeSet else { return }
        let change: PasscodeEvent = keyBag.hasPasscode ? .set : .cleared
        device.device.ask {
            .passcode(change, $0)
        } reply: { _ in
        }
    }

    func locksAtStart(_: SimulatedDevice) -> Bool { keyBag.hasPasscode }

    /// Once passcodes are tried again, if too many were wrong.
    func hourBegins(_ device: SimulatedDevice) {
        if device.machine.isLockedOrLocking, keyBag.hasPasscode { device.perform(.unlock) }
    }

    // MARK: What must hold

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        // A daemon that dies before has lost its keys, and nothing has started anew. A restart that
        // a tool asked for and that couldn't be written down may have been for nothing.
        if case .restarted(_, deviceRestarted: true, _) = event {
            if device.journal.losesEvents {
                keyBag.restartedUnrecorded()
            } else {
                keyBag.booted()
            }
        }
        if case .passcode(.accepted, _) = event, !device.machine.isLockedOrLocking {
            keyBag.unlocked()
        }
        if case .requestKey(let app, _, let ticket) = event,
            reaction.effects.contains(.answer(ticket, .done)), !keyBag.isOpen
        {
            device.fail(.lockedIsUnreadable, "it is handed its key", app)
        }
        if keyBag.awaitsFirstUnlock {
            for case .spawn(let app, _, _) in reaction.effects {
                device.fail(.nothingBeforeFirstUnlock, "it is launched", app)
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
