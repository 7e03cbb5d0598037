// The views of undeclared work for `why` and the shell.
extension Busy {
    func pending(of app: AppID, at _: Moment?, _ around: borrowing Surroundings) -> [Pending] {
        if let call = called.first(where: { $0.app == app }) {
            return [
                Pending(
                    .work, "Somebody called it on the message bus, and may wait for its answer",
                    .y5, latest: .awake(call.until))
            ]
        }
        guard let program = programs.last(where: { $0.app == app }), isLookedAt(program, around)
        else { return [] }
        if let end = program.looksUntil {
            return [
                Pending(
                    .work, "It was left just now: whether it has work is being looked at", .y4,
                    latest: .awake(end))
            ]
        }
        return program.works.map { Pending(.work, "It isn't suspended, as \($0.words)", .y4) }
    }
}

extension SystemMachine {
    /// Somebody looks at programs for work.
    public var looksForWork: Bool { busy.isFollowed }

    /// A call on the message bus isn't answered unless the device hears of it: the program is
    /// suspended, or may be in a moment.
    public func needsCalls(_ app: AppID) -> Bool {
        switch around.stage(of: app) {
        case .freezing, .suspended: true
        case .background:
            !around.isAtOther(than: .called, .traffic, of: app)
        case .notRunning, .launching, .active, .terminating, .dying, nil: false
        }
    }

    /// Programs that must be looked at, again and again.
    public var programsToLookAt: [(app: AppID, launch: Launch)] {
        busy.programs.filter { busy.isLookedAt($0, around) }.map { ($0.app, $0.launch) }
    }
}
