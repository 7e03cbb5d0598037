/// Hosted programs that are thawed by schedule (Y1): mail that nobody pushes, a chat whose server
/// gives up on a silent client. Such a program knows nothing of wake-ups and is told nothing: the
/// program is thawed once it has been suspended for so long, and suspended again when its time is
/// over. One that is thawed on traffic is, too, when data arrive for it (Y6): `Thaw+Traffic.swift`.
///
/// The schedule is its Info.plist's, `QuiesceThaw`, or the user's, which lasts. The user's switch
/// `scheduledThaw` stops the thaws. A device that sleeps isn't woken for one.
// derive: json sparse
struct Thaw: Room, Sendable, Hashable {
    /// Those that have a schedule, in the order in which they got one.
    var programs: [ThawedProgram] = []

    var followsApps: Bool { !programs.isEmpty }

    mutating func handle(_ event: ThawEvent, in around: inout Surroundings) {
        switch event {
        case .schedule(let app, let schedule, let ticket):
            if let refusal = refusal(of: schedule, app, around) {
                return around.refuse(refusal, app, ticket)
            }
            around.note(
                .input, .thawScheduled, .y1,
                detail: .name(schedule?.words ?? "as its Info.plist says"), of: app)
            if let schedule {
                put(ThawedProgram(app: app, schedule: schedule, isChosen: true))
                around.out.record(.put(.thaw(ThawFact(app: app, schedule: schedule))))
            } else {
                let before = place(of: app).map { programs[$0] }
                forget(app, in: &around)
                declare(app, around)
                if let before, let at = place(of: app) { programs[at].goOn(from: before) }
            }
            follow(app, around)
            around.answer(ticket, durable: true)
        case .traffic(let app, let launch, let news): take(news, app, launch, in: &around)
        }
    }

    private func refusal(
        of schedule: ThawSchedule?, _ app: AppID, _ around: borrowing Surroundings
    ) -> Refusal? {
        if !around.isInstalled(app) { return Refusal(.unknownApp) }
        if !around.isHosted(app) { return Refusal(.thawsHostedOnly, rule: .y1) }
        if schedule?.isPossible == false { return Refusal(.thawImpossible, rule: .y1) }
        return nil
    }

    // MARK: Time

    /// Takes note of programs that were suspended, or no longer are, and thaws those whose time has
    /// come.
    mutating func settle(in around: inout Surroundings) {
        guard !programs.isEmpty else { return }
        for app in around.changedApps { follow(app, around) }
        settleTraffic(in: &around)
        settleTrials(in: &around)
        guard !around.isAsleep, around.shuttingDown == nil else { return }
        for at in programs.indices {
            if let due = programs[at].thawsAt, due <= around.now.instant {
                thaw(at, in: &around)
            }
        }
    }

    private mutating func thaw(_ at: Int, in around: inout Surroundings) {
        let program = programs[at]
        let cause = WakeCause.thaw(lasting: program.schedule.lasting)
        programs[at].thawsAt = nil
        guard let refusal = around.obstacles(to: cause, of: program.app, at: around.now).first
        else {
            if program.traffic == nil {
                around.begin(cause, program.app)
            } else {
                thawForTraffic(at, in: &around)
            }
            return
        }
        around.note(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, of: program.app)
        programs[at].sleep(from: around.now.instant)
    }

    /// Later than the schedule says by up to `Limits.thawSlackPart` of the sleep, so that it shares
    /// a moment with what else is due.
    func timedWork(at now: Moment, _ around: borrowing Surroundings) -> AwakeWindow? {
        let end = programs.compactMap { $0.traffic?.until }.min().map { AwakeWindow(at: $0) }
        guard !around.isAsleep, around.shuttingDown == nil else { return end }
        var first: InstantWindow?
        for program in programs {
            guard let window = program.window else { continue }
            first = first?.first(with: window) ?? window
        }
        guard let thaw = first?.awake(at: now) else { return end }
        return end?.first(with: thaw) ?? thaw
    }

    /// Its sleep begins when it is suspended, and is over when it executes for whatever cause.
    private mutating func follow(_ app: AppID, _ around: borrowing Surroundings) {
        guard let at = place(of: app) else { return }
        guard around.stage(of: app) == .suspended, isAllowed(app, around) else {
            programs[at].thawsAt = nil
            programs[at].traffic?.isAlone = false
            return
        }
        if programs[at].thawsAt == nil, programs[at].traffic?.isAlone != true {
            programs[at].sleep(from: around.now.instant)
        }
    }

    func isAllowed(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.permissions(of: app)?[.scheduledThaw] == .authorized
    }

    func place(of app: AppID) -> Int? { programs.firstIndex { $0.app == app } }

    private mutating func put(_ program: ThawedProgram) {
        if let at = place(of: program.app) {
            let before = programs[at]
            programs[at] = program
            programs[at].goOn(from: before)
        } else {
            programs.append(program)
        }
    }

    // MARK: Programs come and go

    mutating func installed(_ manifest: AppManifest, in around: inout Surroundings) {
        guard let at = place(of: manifest.id), programs[at].isChosen else {
            programs.removeAll { $0.app == manifest.id }
            return declare(manifest.id, around)
        }
        if !manifest.isHosted { forget(manifest.id, in: &around) }
    }

    /// The user has chosen no schedule: the Info.plist's counts, if there is one.
    private mutating func declare(_ app: AppID, _ around: borrowing Surroundings) {
        guard let manifest = around.manifest(of: app), manifest.isHosted, let thaw = manifest.thaw,
            thaw.isPossible
        else { return }
        put(ThawedProgram(app: app, schedule: thaw))
    }

    private mutating func forget(_ app: AppID, in around: inout Surroundings) {
        guard let at = place(of: app) else { return }
        if programs[at].isChosen { around.out.record(.delete(key: Fact.key(thawOf: app))) }
        programs.remove(at: at)
    }

    mutating func remove(of app: AppID, in around: inout Surroundings) {
        forget(app, in: &around)
    }

    // MARK: Facts

    var facts: [Fact] { programs.compactMap(\.fact) }

    static var factKind: String? { "thaw" }

    /// Only where the user has decided anything.
    func fact(of app: AppID) -> Fact? { place(of: app).flatMap { programs[$0].fact } }

    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {
        for case .thaw(let fact) in facts where around.isHosted(fact.app) {
            if fact.schedule.isPossible, place(of: fact.app) == nil {
                put(ThawedProgram(app: fact.app, schedule: fact.schedule, isChosen: true))
            }
        }
    }

    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        for app in around.appIDs where place(of: app) == nil { declare(app, around) }
        for at in programs.indices {
            if deviceRestarted { programs[at].thawsAt = nil }
            follow(programs[at].app, around)
        }
    }
}

/// A hosted program that has a schedule.
// derive: json
struct ThawedProgram: Sendable, Hashable {
    var app: AppID
    var schedule: ThawSchedule
    /// By the user; else its Info.plist says so.
    // json: unless false
    var isChosen = false
    /// From when on it is thawed; nil: it isn't suspended, or its schedule is stopped.
    var thawsAt: Instant?
    /// Set for one that is thawed on traffic.
    var traffic: ProgramTraffic?

    init(app: AppID, schedule: ThawSchedule, isChosen: Bool = false) {
        self.app = app
        self.schedule = schedule
        self.isChosen = isChosen
        if schedule.isOnTraffic { traffic = ProgramTraffic() }
    }

    /// It is suspended.
    mutating func sleep(from now: Instant) {
        thawsAt = now + (traffic?.sleep ?? schedule.every)
        traffic?.began = now
        traffic?.hasData = false
    }

    var window: InstantWindow? {
        thawsAt.map {
            InstantWindow(
                earliest: $0,
                latest: traffic?.latest ?? $0 + Limits.thawSlack(traffic?.sleep ?? schedule.every))
        }
    }

    var fact: Fact? { isChosen ? .thaw(ThawFact(app: app, schedule: schedule)) : nil }
}

/// The stored fact about a schedule that the user has chosen.
// derive: json
public struct ThawFact: Sendable, Hashable {
    public var app: AppID
    public var schedule: ThawSchedule
}
