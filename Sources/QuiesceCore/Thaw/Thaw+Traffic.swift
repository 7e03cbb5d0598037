// Programs that are thawed on traffic (Y6): when data arrive for one that is suspended, and until
// its connections rest again.
//
// A server that asks whether its client is still there waits for some seconds. How many is learnt:
// at first `Limits.trafficPatience`, and where one gave up, half of what it waited. A client that
// has to say by itself that it is there is thawed each minute, and twice as often once it had to
// connect anew.

/// The connections of a program, as far as they decide when it is thawed. A schedule that is set
/// again, or another start of the device, begins without what was learnt.
// derive: json
struct ProgramTraffic: Sendable, Hashable {
    /// So long its servers wait for an answer: it is thawed no sooner after its last sleep began
    /// than half of this, and no later than this.
    // json: unless Limits.trafficPatience
    var patience = Limits.trafficPatience
    /// The longest sleep without data.
    // json: unless Limits.trafficSleep
    var sleep = Limits.trafficSleep
    /// When its sleep began; nil: it has had none.
    var began: Instant?
    /// Data wait for it.
    // json: unless false
    var hasData = false
    /// It has no connections: there is nobody to whom it would have to speak.
    // json: unless false
    var isAlone = false
    /// It is thawed, until then at the latest.
    var until: AwakeInstant?
    // json: unless AwakeTrial()
    var trial = AwakeTrial()

    /// When it is thawed at the latest, as data wait.
    var latest: Instant? {
        hasData ? began.map { $0 + patience } : nil
    }
}

extension ThawedProgram {
    /// The sleep that goes on is kept, as nobody tells again of the data that wait; lessons aren't.
    mutating func goOn(from before: ThawedProgram) {
        guard let sleep = before.traffic, traffic != nil else { return }
        traffic?.began = sleep.began
        traffic?.hasData = sleep.hasData
        traffic?.isAlone = sleep.isAlone
        traffic?.until = sleep.until
        thawsAt = before.thawsAt
    }

    /// Data wait for it, if it is suspended.
    fileprivate mutating func arrived() {
        guard let traffic, let began = traffic.began, thawsAt != nil || traffic.isAlone else {
            return
        }
        self.traffic?.hasData = true
        thawsAt = thawsAt ?? began + traffic.sleep
        hasten()
    }

    /// It is thawed sooner than it would be, where data wait for it.
    fileprivate mutating func hasten() {
        guard let traffic, traffic.hasData, let began = traffic.began, let due = thawsAt else {
            return
        }
        thawsAt = min(due, began + Interval(nanoseconds: traffic.patience.nanoseconds / 2))
    }
}

extension Thaw {
    mutating func take(
        _ news: TrafficNews, _ app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        guard let at = place(of: app), let traffic = programs[at].traffic,
            around.isAlive(app, launch)
        else { return }
        switch news {
        case .arrived:
            programs[at].arrived()
        case .hasNone:
            guard programs[at].thawsAt != nil, !traffic.hasData else { return }
            programs[at].thawsAt = nil
            programs[at].traffic?.isAlone = true
        case .rests: programs[at].traffic?.until = nil
        case .gaveUp(let waited):
            let patience = max(
                Limits.trafficPatienceLeast,
                min(traffic.patience, Interval(nanoseconds: waited.nanoseconds / 2)))
            guard patience < traffic.patience else { return }
            programs[at].traffic?.patience = patience
            programs[at].hasten()
            around.note(.input, .serverGaveUp, .y6, detail: .name(waited.spoken), of: app)
        case .connectedAnew:
            let sleep = max(
                Limits.trafficSleepLeast, Interval(nanoseconds: traffic.sleep.nanoseconds / 2))
            guard sleep < traffic.sleep else { return }
            programs[at].traffic?.sleep = sleep
            around.note(.input, .connectedAnew, .y6, detail: .name(sleep.spoken), of: app)
        case .tookFrozen(let use, let time):
            take(use, in: time, isAwake: false, at, launch, in: &around)
        case .tookAwake(let use, let time):
            take(use, in: time, isAwake: true, at, launch, in: &around)
        }
    }

    mutating func thawForTraffic(_ at: Int, in around: inout Surroundings) {
        let program = programs[at]
        guard let launch = around.launch(of: program.app) else { return }
        programs[at].traffic?.until = around.now.awake + program.schedule.lasting
        around.setActivity(.traffic, of: program.app, launch, true)
    }

    /// Ends thaws whose time is over, and those of programs that have ended or may have none.
    mutating func settleTraffic(in around: inout Surroundings) {
        for at in programs.indices {
            let app = programs[at].app
            guard let until = programs[at].traffic?.until else { continue }
            if until <= around.now.awake || !around.isAlive(app) || !isAllowed(app, around) {
                programs[at].traffic?.until = nil
            }
        }
        let thawed = programs.filter { $0.traffic?.until != nil }.map(\.app)
        for app in around.appIDs where around.isAt(.traffic, app) || thawed.contains(app) {
            guard let launch = around.launch(of: app) else { continue }
            around.setActivity(.traffic, of: app, launch, thawed.contains(app))
        }
    }
}

extension SystemMachine {
    /// A program whose connections are watched.
    public struct TrafficWatch: Sendable, Hashable {
        public var app: AppID
        public var launch: Launch
        /// It is thawed, until its connections rest; else it is suspended, until data arrive.
        public var isThawed: Bool
    }

    public var trafficWatches: [TrafficWatch] {
        thaw.programs.compactMap { program in
            guard let traffic = program.traffic, let launch = around.launch(of: program.app) else {
                return nil
            }
            // One that is being frozen is the same program still: what is known of its
            // connections is kept.
            let isThawed = traffic.until != nil || around.isBeingFrozen(program.app)
            guard isThawed || program.thawsAt != nil || traffic.isAlone else { return nil }
            return TrafficWatch(app: program.app, launch: launch, isThawed: isThawed)
        }
    }
}
