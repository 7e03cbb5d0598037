extension SystemMachine {
    /// The phase of a hosted program, and its launch; nil: it isn't hosted, or has no process.
    public func savingsPhase(of app: AppID) -> (launch: Launch, phase: ProgramSavings.Phase)? {
        guard around.isHosted(app), around.isAlive(app), let launch = around.launch(of: app) else {
            return nil
        }
        switch around.stage(of: app) {
        case .suspended: return (launch, .frozen)
        case .background, .freezing: return (launch, isInUse(app, launch) ? .inUse : .awake)
        case .notRunning, .launching, .active, .terminating, .dying, nil: return (launch, .inUse)
        }
    }

    private func isInUse(_ app: AppID, _ launch: Launch) -> Bool {
        around.isAt(.audio, app) || around.isAt(.location, app) || windows.isInSight(app, launch)
            || busy.programs.contains { $0.app == app && $0.launch == launch && !$0.works.isEmpty }
    }
}

extension Windows {
    /// A window of the program's is shown, may be, or is still to come. One that runs on for a
    /// moment after it went out of sight isn't.
    fileprivate func isInSight(_ app: AppID, _ launch: Launch) -> Bool {
        guard let client = clients.last(where: { $0.app == app && $0.launch == launch }) else {
            return false
        }
        // Followed, a known one that may be seen and isn't shown has just gone out of sight.
        let isLeaving = isFollowed && client.isKnown && !client.isShown
        return mayBeSeen(client) && !isLeaving
    }
}
