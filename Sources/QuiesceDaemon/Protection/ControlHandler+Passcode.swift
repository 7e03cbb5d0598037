import QuiesceCore
import QuiesceWire

// The passcode (P3).
extension ControlHandler {
    func handle(_ request: ControlRequest.Passcode, _ client: ControlServer.Client) {
        switch request {
        case .unlockWith(let passcode):
            unlock(client) { protection.unlock(with: passcode, reply: $0) }
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
}
