// What one app holds and another needs (C2).
extension Surroundings {
    /// `ios4`: an app that was suspended with a lock on a shared file ends when the app in front needs
    /// the file. Nobody can see from outside what an app is about to need, and SQLite doesn't wait in the
    /// kernel for a lock: an app that shares the container is taken to need it.
    mutating func endLockHolders() {
        guard !profile.sharedLockEndsSuspended, let foreground, let front = slot(foreground) else {
            return
        }
        let groups = apps[front].manifest.groups
        guard !groups.isEmpty else { return }
        for slot in apps.indices where slot != front {
            let held = apps[slot].conduct.heldLocks.first { groups.contains($0.group) }
            guard let held else { continue }
            update(slot) { $0.endForLock(held, $1, &$2) }
        }
    }
}

extension SystemMachine {
    /// What this machine asked of `app` that is of the same kind as `other`, which another machine
    /// asked; nil: it waits for no such answer.
    package func examination(of app: AppID, like other: Examination) -> Examination? {
        guard let slot = around.slot(app) else { return nil }
        switch other {
        case .suspended:
            guard around.apps[slot].stage == .suspended else { return nil }
            return .suspended(freeze: around.apps[slot].freezes)
        case .executing:
            guard let stay = around.apps[slot].conduct.stay, stay.isAsked else { return nil }
            return .executing(stay: stay.number)
        }
    }
}
