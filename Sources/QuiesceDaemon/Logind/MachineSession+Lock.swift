import Glibc
import QuiesceBus
import QuiesceCore
import QuiesceShell

// The device is locked while the user's session is: when that is, is the desktop's to say, as the
// device has no timeout of its own.
extension MachineSession {
    func sessionChanged(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, let path = signal.object,
            signal.tree()?.text == Logind.session,
            let isLocked = signal.tree()?["LockedHint"]?.flag
        else { return }
        // Those of others are no matter of this device.
        get("User", ofSession: path) { [weak self] in
            guard case .list(let user) = $0, user.first?.number == Int64(getuid()) else { return }
            self?.setLocked(isLocked)
        }
    }

    /// One may be locked since before the daemon began: no signal tells of it.
    func askSessions() {
        link?.attempt { bus throws(BusError) in
            let call = try bus.call(
                Logind.name, path: Logind.path, interface: Logind.manager, method: "ListSessions")
            try bus.send(call, seconds: Limits.logindAnswerSeconds) { [weak self] answer in
                guard case .list(let sessions)? = answer.tree() else { return }
                for case .list(let session) in sessions {
                    // Id, user, name, seat, path.
                    guard session.count == 5, session[1].number == Int64(getuid()),
                        let path = session[4].text
                    else { continue }
                    self?.get("LockedHint", ofSession: path) { [weak self] in
                        if $0.flag == true { self?.setLocked(true) }
                    }
                }
            }
        }
    }

    private func get(
        _ property: String, ofSession path: String, _ then: @escaping (BusTree) -> Void
    ) {
        link?.attempt { bus throws(BusError) in
            let call = try bus.call(
                Logind.name, path: path, interface: Logind.properties, method: "Get")
            try call.append(Logind.session)
            try call.append(property)
            try bus.send(call, seconds: Limits.logindAnswerSeconds) { answer in
                if let value = answer.tree() { then(value) }
            }
        }
    }

    /// A device with a passcode isn't unlocked by the session: the keys to its files are under it.
    private func setLocked(_ isLocked: Bool) {
        device.ask({ isLocked ? .lock($0) : .unlock($0) }, reply: { _ in })
    }
}
