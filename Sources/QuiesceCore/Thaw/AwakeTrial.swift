/// Whether a program that is thawed on traffic takes less CPU time awake (Y7), as far as is known.
///
/// In each thaw a program does whatever it has put off since the last. One that is hardly busy may
/// take more so than awake: it is tried awake for a minute, which ends at once when it has taken
/// what it takes in a minute frozen. The trial costs no more than another such minute.
// derive: json
struct AwakeTrial: Sendable, Hashable {
    /// So much CPU time the program takes in a minute in which it is frozen, and thawed.
    var frozen = Interval.zero
    /// The program's; another launch is another program.
    var launch: Launch?
    // json: unless .none
    var stage = Stage.none
    /// Its use in the minute at hand, as far as it was awake for nothing else.
    // json: unless Interval.zero
    var used = Interval.zero
    // json: unless Interval.zero
    var time = Interval.zero
    /// No trial begins before; nil: none has failed.
    var notBefore: Instant?
    /// The next one that fails keeps others away for so long.
    // json: unless Limits.awakeTrialPause
    var pause = Limits.awakeTrialPause

    // derive: json
    enum Stage: String, Sendable, Hashable {
        case none
        /// It is awake to see what it takes.
        case trial
        /// It took no more awake than frozen, and is left so.
        case cheaper
    }

    /// It is left awake where it is out of sight.
    var isAwake: Bool { stage != .none }

    /// - Parameter use: its CPU time in `time`, in which it was frozen, and thawed.
    /// - Returns: whether a trial begins.
    mutating func tookFrozen(_ use: Interval, in time: Interval, at now: Instant) -> Bool {
        guard !isAwake, time >= Limits.awakeTrial else { return false }
        frozen = Interval(
            nanoseconds: Int64(
                Double(use.nanoseconds) * Limits.awakeTrial.inSeconds / time.inSeconds))
        guard frozen >= Limits.awakeTrialLeast, notBefore.map({ $0 <= now }) ?? true else {
            return false
        }
        stage = .trial
        begin()
        return true
    }

    /// - Parameter use: its CPU time in `time`, in which it was awake for this alone.
    /// - Returns: whether the stage is another one now.
    mutating func tookAwake(_ use: Interval, in time: Interval, at now: Instant) -> Bool {
        guard isAwake else { return false }
        used = used + use
        self.time = self.time + time
        let most =
            stage == .trial
            ? frozen : Interval(nanoseconds: frozen.nanoseconds / 2 * Limits.awakeHalvesMost)
        if used > most {
            stage = .none
            begin()
            notBefore = now + pause
            pause = min(pause + pause, Limits.awakeTrialPauseMost)
            return true
        }
        guard self.time >= Limits.awakeTrial else { return false }
        defer { begin() }
        guard stage == .trial else { return false }
        (stage, pause) = (.cheaper, Limits.awakeTrialPause)
        return true
    }

    /// Its use so far counts for nothing: it does something else as well.
    mutating func begin() { (used, time) = (.zero, .zero) }

    /// It comes to the front: a trial is over, without a result.
    mutating func interrupt() {
        if stage == .trial { stage = .none }
        begin()
    }
}

extension Thaw {
    mutating func take(
        _ use: Interval, in time: Interval, isAwake: Bool, _ at: Int, _ launch: Launch,
        in around: inout Surroundings
    ) {
        guard var trial = programs[at].traffic?.trial else { return }
        trial.launch = launch
        let app = programs[at].app
        let now = around.now.instant
        if isAwake {
            guard runsForTrial(app, around) else { return }
            guard trial.tookAwake(use, in: time, at: now) else {
                programs[at].traffic?.trial = trial
                return
            }
            around.note(
                .input, trial.isAwake ? .cheaperAwake : .dearerAwake, .y7,
                detail: .name(trial.frozen.spoken), of: app)
        } else if around.stage(of: app) == .suspended, trial.tookFrozen(use, in: time, at: now) {
            around.note(.input, .triedAwake, .y7, detail: .name(trial.frozen.spoken), of: app)
        }
        programs[at].traffic?.trial = trial
    }

    /// It is in the background for its trial alone, so that all it takes counts.
    fileprivate func runsForTrial(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.stage(of: app) == .background && around.isAt(.awake, app)
            && !around.isAtOther(than: .awake, of: app)
    }

    /// Those that are tried, or cheaper awake, aren't suspended where they are out of sight.
    mutating func settleTrials(in around: inout Surroundings) {
        for at in programs.indices {
            let app = programs[at].app
            guard let trial = programs[at].traffic?.trial, trial != AwakeTrial() else { continue }
            if trial.launch != around.launch(of: app) || !around.isAlive(app) {
                programs[at].traffic?.trial = AwakeTrial()
            } else if around.isInFront(app) {
                programs[at].traffic?.trial.interrupt()
            } else if !runsForTrial(app, around) {
                programs[at].traffic?.trial.begin()
            }
        }
        let awake = programs.filter { $0.traffic?.trial.isAwake == true }.map(\.app)
        for app in around.appIDs where around.isAt(.awake, app) || awake.contains(app) {
            guard let launch = around.launch(of: app) else { continue }
            around.setActivity(
                .awake, of: app, launch, awake.contains(app) && isAllowed(app, around))
        }
    }
}

extension SystemMachine {
    /// A program that is awake for Y7 alone: its use is read until it is no longer among these.
    public struct AwakeWatch: Sendable, Hashable {
        public var app: AppID
        public var launch: Launch
        /// So often.
        public var every: Interval
    }

    public var awakeWatches: [AwakeWatch] {
        thaw.programs.compactMap { program in
            guard let trial = program.traffic?.trial, trial.isAwake,
                thaw.runsForTrial(program.app, around), let launch = around.launch(of: program.app)
            else { return nil }
            return AwakeWatch(
                app: program.app, launch: launch,
                every: trial.stage == .trial ? Limits.awakeLook : Limits.awakeTrial)
        }
    }
}
