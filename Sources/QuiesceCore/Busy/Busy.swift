/// Hosted programs that have work which nobody declared: a job under a terminal, a debugger, a
/// copy, a download.
///
/// Such a program is looked at when it is left, before it is suspended, and as long as it has work
/// it isn't (Y4). Nobody looks while something else keeps it running, as a window that is shown:
/// then when that is over. Once it is suspended, a wake-up makes it no busier: whatever began while
/// it was in front was seen.
///
/// One that is called on the message bus is thawed for that, as its caller waits (Y5).
///
/// The user's switch `backgroundWork` has it suspended all the same.
// derive: json sparse
struct Busy: Room, Sendable, Hashable {
    /// A launch of a hosted program that is, or was, in front, and hasn't been suspended since.
    // derive: json
    struct Program: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        /// Its work, as was seen last.
        // json: unless []
        var works: [BusyWork] = []
        /// It was left and nobody has said yet whether it has work; it isn't suspended before that.
        var looksUntil: AwakeInstant?
    }

    /// A launch of a hosted program that somebody called.
    // derive: json
    struct Called: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        var until: AwakeInstant
    }

    /// In the order in which they came to the front.
    var programs: [Program] = []
    /// In the order of their last calls.
    var called: [Called] = []
    /// Somebody looks at programs.
    var isFollowed = false

    var followsApps: Bool { isFollowed }

    mutating func handle(_ event: BusyEvent, in around: inout Surroundings) {
        switch event {
        case .followed:
            isFollowed = true
            for app in around.appIDs { follow(app, around) }
        case .looked(let app, let launch, let works): look(app, launch, works, in: &around)
        case .called(let app, let launch): call(app, launch, around)
        }
    }

    /// Later looks at one that has work are news only if that has changed.
    private mutating func look(
        _ app: AppID, _ launch: Launch, _ works: [BusyWork], in around: inout Surroundings
    ) {
        guard let at = place(of: app, launch), isLookedAt(programs[at], around) else { return }
        programs[at].looksUntil = nil
        if works != programs[at].works {
            programs[at].works = works
            around.note(
                .input, works.isEmpty ? .hasNoWork : .hasWork, .y4,
                detail: works.isEmpty
                    ? .none : .name(works.map(\.words).joined(separator: ", and ")),
                of: app)
        }
        if works.isEmpty { end(at, in: &around) }
    }

    private mutating func call(_ app: AppID, _ launch: Launch, _ around: borrowing Surroundings) {
        guard around.isHosted(app), around.isAlive(app, launch), isAllowed(app, around) else {
            return
        }
        called.removeAll { $0.app == app }
        called.append(
            Called(app: app, launch: launch, until: around.now.awake + Limits.busyCallLimit))
    }

    private func place(of app: AppID, _ launch: Launch) -> Int? {
        programs.firstIndex { $0.app == app && $0.launch == launch }
    }

    /// It was left, and nothing else keeps it running but for what it takes frozen.
    func isLookedAt(_ program: Program, _ around: borrowing Surroundings) -> Bool {
        around.stage(of: program.app) == .background
            && !around.isAtOther(than: .work, .awake, of: program.app)
    }

    // MARK: Programs come to the front, and are left

    mutating func settle(in around: inout Surroundings) {
        settleCalls(in: &around)
        guard isFollowed else { return }
        for app in around.changedApps { follow(app, around) }
        for at in programs.indices.reversed() {
            let program = programs[at]
            guard stays(program, around) else {
                end(at, in: &around)
                continue
            }
            if !isLookedAt(program, around) {
                (programs[at].works, programs[at].looksUntil) = ([], nil)
            } else if let end = program.looksUntil {
                guard end > around.now.awake else {
                    self.end(at, in: &around)
                    continue
                }
            } else if program.works.isEmpty {
                programs[at].looksUntil = around.now.awake + Limits.busyLookLimit
            }
            around.setActivity(.work, of: program.app, program.launch, true)
        }
    }

    private mutating func settleCalls(in around: inout Surroundings) {
        for at in called.indices.reversed() {
            let call = called[at]
            let goesOn = call.until > around.now.awake && isAllowed(call.app, around)
            if !goesOn { called.remove(at: at) }
            around.setActivity(.called, of: call.app, call.launch, goesOn)
        }
    }

    private mutating func follow(_ app: AppID, _ around: borrowing Surroundings) {
        guard around.isHosted(app), around.isInFront(app), isAllowed(app, around),
            let launch = around.launch(of: app), place(of: app, launch) == nil
        else { return }
        programs.append(Program(app: app, launch: launch))
    }

    private func stays(_ program: Program, _ around: borrowing Surroundings) -> Bool {
        guard around.isAlive(program.app, program.launch), isAllowed(program.app, around) else {
            return false
        }
        return switch around.stage(of: program.app) {
        case .launching, .active, .background: true
        case .notRunning, .freezing, .suspended, .terminating, .dying, nil: false
        }
    }

    private func isAllowed(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.permissions(of: app)?[.backgroundWork] == .authorized
    }

    private mutating func end(_ at: Int, in around: inout Surroundings) {
        let program = programs.remove(at: at)
        around.setActivity(.work, of: program.app, program.launch, false)
    }

    /// The ends of the times for looks, and for calls.
    func timedWork(at _: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        var next = called.lazy.map(\.until).min()
        for case let end? in programs.lazy.map(\.looksUntil) { next = min(end, next ?? end) }
        return next.map { AwakeWindow(at: $0) }
    }

    mutating func remove(of app: AppID, in _: inout Surroundings) {
        programs.removeAll { $0.app == app }
        called.removeAll { $0.app == app }
    }

    /// A new daemon looks anew, with as much time as the last had.
    mutating func restart(deviceRestarted: Bool, in _: inout Surroundings) {
        if deviceRestarted { (programs, called) = ([], []) }
        for at in programs.indices { programs[at].looksUntil = nil }
    }
}
