// The resources that one app holds and another needs (C2).
extension Surroundings {
    /// `ios4`: an app that was suspended with a lock on a shared file ends when the app in front
    /// needs the file. Nobody can see from outside what an app is about to need, and SQLite doesn't
    /// wait in the kernel for a lock: an app that shares the container is taken to need it.
    mutating func endLockHolders() {
        guard !profile.sharedLockEndsSuspended, let front = foreground,
            let groups = manifest(of: front)?.groups, !groups.isEmpty
        else { return }
        for holder in lockHolders where holder.app != front {
            let held = holder.locks.first { groups.contains($0.group) }
            guard let held else { continue }
            update(holder.app) { $0.endForLock(held, $1, &$2) }
        }
    }
}
