import QuiesceCore
import QuiesceWire

// The passcode (P3).
extension ControlHandler {
    func handle(_ request: ControlRequest.Passcode, _ client: ControlServer.Client) {
        switch request {
        case .unlockWith(let passcode):
            protection.pad.clear()
            unlock(client) { protection.unlock(with: passcode, reply: $0) }
        case .pressKey(let key): press(key, client)
        case .setPasscode(let passcode, let old):
            let bytes = passcode.utf8.count
            guard Limits.passcodeBytes.contains(bytes) else {
                return client.refuse(
                    ProtocolErrorCode.malformed.rawValue,
                    "a passcode has \(Limits.passcodeBytes.lowerBound) to \(Limits.passcodeBytes.upperBound) bytes, this one has \(bytes)"
                )
            }
            protection.set(passcode, old: old, reply: answer(client))
        case .clearPasscode(let old): protection.clear(old: old, reply: answer(client))
        }
    }

    /// A key of the lock screen's keypad.
    private func press(_ key: String, _ client: ControlServer.Client) {
        guard protection.hasPasscode, device.machine.isLockedOrLocking else {
            protection.pad.clear()
            return client.refuse(
                "notLocked",
                "there is no keypad: the device isn't locked with a passcode; see `quiesce status`")
        }
        switch protection.pad.press(key) {
        case .typed(let count):
            client.send(.done(message: "\(count) \(count == 1 ? "digit is" : "digits are") typed"))
        case .tries(let passcode):
            unlock(client) { protection.unlock(with: passcode, reply: $0) }
        case .nothingTyped: client.refuse("nothingTyped", "no digit is typed; type the passcode")
        case .full: client.refuse("passcodeTooLong", "no passcode is longer; press ok or delete")
        case .unknownKey:
            client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "the keypad has no key \"\(key.printable)\"; it has \(PasscodePad.keys.joined(separator: ", "))"
            )
        }
    }
}
