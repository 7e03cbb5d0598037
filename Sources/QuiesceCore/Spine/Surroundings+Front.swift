// The app in front, and the things that cover it.
extension Surroundings {
    /// The screen is locked, or will be when the app in front has left: nobody touches or opens
    /// anything.
    var isLockedOrLocking: Bool { isLocked || locking != nil }

    /// A passcode is set, and hasn't been given since the device started: nothing is launched into
    /// the background (U3).
    var awaitsFirstUnlock: Bool { protection.awaitsFirstUnlock }

    /// The app in front has a question that covers it.
    var isPrompting: Bool {
        guard let slot = foreground.flatMap(slot) else { return false }
        return !apps[slot].grants.prompts.isEmpty
    }

    /// - Parameters:
    ///   - opening: the notification that the user chose, which the app is handed as it comes to
    ///     the front.
    ///   - link: the URL, the quick action or the activity that it is opened with, likewise.
    mutating func openByUser(
        _ app: AppID, _ arguments: [String], choosing opening: AppMachine.Opening? = nil,
        with link: AppLink? = nil
    ) {
        if let opening, let slot = slot(app) { apps[slot].opening = opening }
        news.append(.openedByUser)
        interruptions.behindCall = nil
        interruptions.notificationCenter = false
        bringToFront(app, arguments, with: link)
        followInterruptions()
    }

    /// The app has been handed it, or never will be.
    mutating func forgetOpening(_ id: NotificationID, of app: AppID) {
        guard let slot = slot(app), apps[slot].opening?.id == id else { return }
        apps[slot].opening = nil
    }

    mutating func bringToFront(_ app: AppID, _ arguments: [String], with link: AppLink? = nil) {
        if foreground != app { leaveForeground() }
        // Set only now: who leaves the way to the front forgets with what it was opened.
        if let link, let slot = slot(app) { apps[slot].opened = link }
        // Set before the app changes: `update` takes it back if the app can't come now.
        foreground = app
        if recents.first != app {
            recents.removeAll { $0 == app }
            recents.insert(app, at: 0)
            if recents.count > Limits.recentApps { recents.removeLast() }
            out.record(.put(.device(deviceFact)))
        }
        update(app) { $0.open(arguments: arguments, $1, &$2) }
        if foreground == nil { awaitsFront = app }
    }

    mutating func leaveForeground() {
        if let app = awaitsFront, let slot = slot(app) {
            apps[slot].followUps.removeAll(where: \.isOpen)
            apps[slot].opened = nil
        }
        awaitsFront = nil
        guard let app = foreground, let slot = slot(app) else { return }
        foreground = nil
        update(slot) { $0.leave($1, &$2) }
        if apps[slot].leavesSwitcherWhenLeft(profile) { forgetRecent(app) }
    }

    mutating func forgetRecent(_ app: AppID) {
        guard recents.contains(app) else { return }
        recents.removeAll { $0 == app }
        out.record(.put(.device(deviceFact)))
    }

    /// The app in front hears of what came or went over it.
    mutating func followInterruptions() {
        guard let app = foreground else { return }
        update(app) { $0.followInterruptions($1, &$2) }
    }
}
