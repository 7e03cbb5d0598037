// What one app holds and another needs (C2).
extension SystemMachine {
    /// `ios4`: an app that was suspended with a lock on a shared file ends when the app in front needs
    /// the file. Nobody can see from outside what an app is about to need, and SQLite doesn't wait in the
    /// kernel for a lock: an app that shares the container is taken to need it.
    mutating func endLockHolders(_ now: Moment, _ out: inout Recorder) {
        guard !profile.sharedLockEndsSuspended, let foreground, let front = slot(foreground) else {
            return
        }
        let groups = apps[front].manifest.groups
        guard !groups.isEmpty else { return }
        for slot in apps.indices where slot != front {
            let held = apps[slot].conduct.heldLocks.first { groups.contains($0.group) }
            guard let held else { continue }
            update(slot, now, &out) { $0.endForLock(held, $1, &$2) }
        }
    }
}
