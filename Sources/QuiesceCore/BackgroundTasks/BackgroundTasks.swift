/// One launch's finite-length tasks and the background time that they may still use (T1-T7).
///
/// The allowance is the app's, not a task's. It is spent only while the app is in the background,
/// executing, with a task open; it is given anew when the app comes back to the foreground.
// derive: json
struct BackgroundTasks: Sendable, Hashable {
    // derive: json
    struct Task: Sendable, Hashable {
        var id: TaskID
        var name: String?
    }

    /// Open tasks, in the order in which they began.
    var open: [Task] = []
    var spent = Interval.zero
    /// Since when the allowance is being spent; nil while it isn't.
    var spendingSince: AwakeInstant?
    /// The expiration handlers have been called for this stretch.
    var warned = false
    /// The warning's time has been granted to an app whose allowance was used up, in one last
    /// stretch: with another, an app could live on by ending and beginning tasks.
    var graceGiven = false
    /// Tasks that were refused, and which the app may take for begun.
    var refused: [TaskID]?
    /// Tasks that began with no time left, whose handlers are to be called once those before have
    /// returned.
    var unwarned: [TaskID]?

    enum BeginResult { case began, alreadyOpen, tooMany, noTimeLeft }

    /// - Parameter goesOn: it was open before its connection broke.
    mutating func begin(
        _ id: TaskID, name: String?, goesOn: Bool = false, _ profile: PolicyProfile
    ) -> BeginResult {
        if open.contains(where: { $0.id == id }) { return .alreadyOpen }
        if isOver, !goesOn || spent >= profile.backgroundAllowance { return .noTimeLeft }
        guard open.count < Limits.openTasksPerApp else { return .tooMany }
        open.append(Task(id: id, name: name))
        return .began
    }

    /// - Returns: the task, or nil when none of that id is open (T7).
    mutating func end(_ id: TaskID) -> Task? {
        unwarned?.removeAll { $0 == id }
        guard let at = open.firstIndex(where: { $0.id == id }) else { return nil }
        return open.remove(at: at)
    }

    mutating func endAll() {
        open.removeAll()
        unwarned = nil
    }

    /// No task can be begun before the app comes back to the foreground.
    var isOver: Bool { graceGiven && open.isEmpty }

    /// The app will end what it took for begun, before it hears that it isn't.
    mutating func refuse(_ id: TaskID) {
        let others = (refused ?? []).filter { $0 != id }
        refused = others.suffix(Limits.refusedTasksPerApp - 1) + [id]
    }

    /// - Returns: whether it was refused, and the app hasn't ended it yet.
    mutating func endRefused(_ id: TaskID) -> Bool {
        unwarned?.removeAll { $0 == id }
        guard let at = refused?.firstIndex(of: id) else { return false }
        refused?.remove(at: at)
        return true
    }

    /// Starts or stops spending, according to whether the app executes in the background.
    mutating func update(
        executingInBackground: Bool, at now: AwakeInstant, _ profile: PolicyProfile
    ) {
        let spends = executingInBackground && !open.isEmpty
        if let since = spendingSince {
            guard !spends else { return }
            spent = spent + max(.zero, now - since)
            spendingSince = nil
            warned = false
        } else if spends {
            let enough = profile.backgroundAllowance - profile.expirationWarning
            if spent > enough, enough >= .zero, !graceGiven {
                spent = enough
                graceGiven = true
            }
            spendingSince = now
        }
    }

    /// The app came back to the foreground (T3).
    mutating func renew() {
        spent = .zero
        spendingSince = nil
        warned = false
        graceGiven = false
    }

    mutating func markWarned() {
        warned = true
        unwarned = nil
    }

    /// Its handler must be called too, although the others' were before it began.
    mutating func awaitWarning(_ id: TaskID) {
        unwarned = (unwarned ?? []).suffix(Limits.openTasksPerApp - 1) + [id]
    }

    /// The tasks whose handlers are to be called now.
    mutating func takeUnwarned() -> [TaskID] {
        defer { unwarned = nil }
        return unwarned ?? []
    }

    mutating func extend(by extra: Interval) {
        if let since = spendingSince { spendingSince = since + extra }
    }

    /// When the time is out, were it spent from `now` on.
    func end(from now: AwakeInstant, _ profile: PolicyProfile) -> AwakeInstant {
        (spendingSince ?? now) + (profile.backgroundAllowance - spent)
    }

    /// When the handlers are to be called: ahead of the end, but not before the spending began.
    func warning(_ profile: PolicyProfile) -> DeadlineSchedule<AwakeClock>.Window? {
        guard let since = spendingSince, let end = deadline(profile) else { return nil }
        let latest = max(since, end.before(by: profile.expirationWarning))
        let earliest = max(since, latest.before(by: profile.expirationWarningSlack))
        return .init(earliest: earliest, latest: latest)
    }

    /// When the time is out; nil while none is spent.
    func deadline(_ profile: PolicyProfile) -> AwakeInstant? {
        spendingSince.map { $0 + (profile.backgroundAllowance - spent) }
    }
}
