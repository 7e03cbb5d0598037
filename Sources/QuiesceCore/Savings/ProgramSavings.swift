/// The processor's time and the wake-ups that a hosted program didn't take, as it was frozen.
///
/// Between its first freeze after it was left and its return it would have gone on at its own rate:
/// that of its stretches, out of sight and awake, that ended with a freeze. Its use in thaws is
/// taken off, with the work of the freezes: the rest is below zero where they cost more. Neither is
/// counted while the program is in sight, plays, or has work: it would run then anyway.
///
/// Fed with moves and the readings that they ask for; it never reads a clock or the kernel.
public struct ProgramSavings: Sendable, Hashable {
    /// Where a program is, as far as its use counts.
    public enum Phase: Sendable, Hashable {
        /// In front, in sight, or at work that keeps it from being frozen.
        case inUse
        /// Awake and out of sight, for no work of its own.
        case awake
        case frozen
    }

    /// A look at the kernel's counters that is due.
    public enum Reading: Sendable, Hashable {
        /// One from which the next counts.
        case first
        /// The use since the last reading.
        case next
    }

    /// Sums of a time.
    public struct Sum: Sendable, Hashable {
        public var frozen = Interval.zero
        public var thawed = Interval.zero
        public var taken = ProgramUse.none

        public var outOfSight: Interval { frozen + thawed }

        static func + (a: Sum, b: Sum) -> Sum {
            Sum(
                frozen: a.frozen + b.frozen, thawed: a.thawed + b.thawed, taken: a.taken + b.taken)
        }
    }

    /// The answer to who asks.
    public struct Account: Sendable, Hashable {
        public var sum: Sum
        /// nil: nothing was measured yet.
        public var rate: ProgramRate?

        /// nil: nobody knows its rate. Below zero: it costs more than awake.
        public var saved: ProgramUse? { rate.map { $0.use(in: sum.outOfSight) - sum.taken } }
    }

    private enum Stretch: Sendable, Hashable {
        case inUse
        /// It was left, and hasn't been frozen since.
        case left
        case frozen
        case thawed
    }

    private struct Minute: Sendable, Hashable {
        var number: Int64
        var sum: Sum
    }

    private struct Measured: Sendable, Hashable {
        var use: ProgramUse
        var time: Interval
        var isOfStart: Bool
    }

    private var stretch = Stretch.inUse
    /// Moves from one stretch to another so far: a reading that one has overtaken tells of none.
    public private(set) var moves = 0
    private var since = AwakeInstant.zero
    /// nil: nobody saw its start.
    private var startedAt: AwakeInstant?
    /// When the first reading of this stretch out of sight was taken.
    private var leftAt: AwakeInstant?
    /// It was thawed since the last reading.
    private var wasThawed = false
    /// In the order of time.
    private var rates: [Measured] = []
    private var minutes: [Minute] = []
    private var total = Sum()

    public init() {}

    // MARK: Moves

    /// - Returns: the reading that is due now; nil: none.
    public mutating func move(to phase: Phase, at now: AwakeInstant) -> Reading? {
        let next: Stretch =
            switch (stretch, phase) {
            case (_, .inUse): .inUse
            case (_, .frozen): .frozen
            case (.inUse, .awake), (.left, .awake): .left
            case (.frozen, .awake), (.thawed, .awake): .thawed
            }
        guard next != stretch else { return nil }
        moves += 1
        let last = stretch
        close(at: now)
        (stretch, since) = (next, now)
        switch next {
        case .left:
            (leftAt, wasThawed) = (nil, false)
            return .first
        case .frozen: return .next
        case .thawed:
            wasThawed = true
            return nil
        case .inUse:
            // A stretch that ends by its return is none that a freeze would have cut off.
            return last == .thawed ? .next : nil
        }
    }

    /// A process of it is being started.
    public mutating func start(at now: AwakeInstant) {
        end(at: now)
        startedAt = now
    }

    /// Its process has ended: its last use in a thaw nobody knows.
    public mutating func end(at now: AwakeInstant) {
        close(at: now)
        (stretch, since, startedAt, leftAt, wasThawed) = (.inUse, now, nil, nil, false)
    }

    private mutating func close(at now: AwakeInstant) {
        switch stretch {
        case .inUse, .left: break
        case .frozen: add(\.frozen, until: now)
        case .thawed: add(\.thawed, until: now)
        }
        since = now
    }

    // MARK: Readings

    /// The first reading was taken.
    public mutating func began(at time: AwakeInstant) {
        if stretch == .left { leftAt = time }
    }

    /// - Parameters:
    ///   - use: since the last reading; nil: there is none.
    ///   - stops: threads that the freeze has just stopped. Each has gone to sleep for it, once,
    ///     which is none of the program's own wake-ups.
    public mutating func used(_ use: ProgramUse?, stops: Int64 = 0, at time: AwakeInstant) {
        let freeze = ProgramUse(cpu: .zero, wakeUps: stops)
        defer { (leftAt, wasThawed) = (nil, false) }
        guard let use else { return charge(freeze, at: time) }
        // A reading may be missing where the machine was busy: then all counts as its thaws' use.
        if wasThawed { return charge(use, at: time) }
        charge(freeze, at: time)
        guard let leftAt, since - leftAt >= Limits.savingsStretchLeast else { return }
        let own = ProgramUse(cpu: use.cpu, wakeUps: max(0, use.wakeUps - stops))
        let isOfStart = startedAt.map { leftAt - $0 < Limits.savingsStart } ?? false
        rates.append(Measured(use: own, time: since - leftAt, isOfStart: isOfStart))
        if rates.count > Limits.savingsStretches { rates.removeFirst() }
    }

    private mutating func charge(_ use: ProgramUse, at time: AwakeInstant) {
        total.taken = total.taken + use
        update(Self.minute(of: time)) { $0.taken = $0.taken + use }
    }

    // MARK: Minutes

    private static let minuteLength = Interval.seconds(60)

    private static func minute(of time: AwakeInstant) -> Int64 {
        time.nanoseconds / minuteLength.nanoseconds
    }

    private mutating func add(_ part: WritableKeyPath<Sum, Interval>, until end: AwakeInstant) {
        guard end > since else { return }
        total[keyPath: part] = total[keyPath: part] + (end - since)
        let last = Self.minute(of: end)
        // Minutes before are kept no longer.
        var minute = max(Self.minute(of: since), last - Limits.savingsMinutes + 1)
        while minute <= last {
            let begin = AwakeInstant(nanoseconds: minute * Self.minuteLength.nanoseconds)
            let time = min(end, begin + Self.minuteLength) - max(since, begin)
            update(minute) { $0[keyPath: part] = $0[keyPath: part] + time }
            minute += 1
        }
    }

    /// A reading may come when the next minute has begun.
    private mutating func update(_ number: Int64, _ body: (inout Sum) -> Void) {
        var at = minutes.count
        while at > 0, minutes[at - 1].number > number { at -= 1 }
        if at > 0, minutes[at - 1].number == number {
            body(&minutes[at - 1].sum)
        } else {
            var minute = Minute(number: number, sum: Sum())
            body(&minute.sum)
            minutes.insert(minute, at: at)
        }
        let first = (minutes.last?.number ?? 0) - Limits.savingsMinutes + 1
        minutes.removeAll { $0.number < first }
    }

    // MARK: Answers

    /// - Parameter last: of so much time, with the minute in which it begins; nil: of all.
    public func account(at now: AwakeInstant, last: Interval? = nil) -> Account {
        var all = self
        all.close(at: now)
        var sum = all.total
        if let last {
            let first = Self.minute(of: max(.zero, now.before(by: last)))
            sum = all.minutes.filter { $0.number >= first }.reduce(Sum()) { $0 + $1.sum }
        }
        return Account(sum: sum, rate: rate)
    }

    /// The lower quartile: many programs are busier in the seconds after they are left than later.
    private var rate: ProgramRate? {
        let later = rates.filter { !$0.isOfStart }
        let counted = later.isEmpty ? rates : later
        guard !counted.isEmpty else { return nil }
        func calm(_ rate: (Measured) -> Double) -> Double {
            counted.map(rate).sorted()[(counted.count - 1) / 4]
        }
        return ProgramRate(
            cpuShare: calm { $0.use.cpu.inSeconds / $0.time.inSeconds },
            wakeUpsPerSecond: calm { Double($0.use.wakeUps) / $0.time.inSeconds },
            over: counted.reduce(.zero) { $0 + $1.time }, stretches: counted.count,
            isOfStart: later.isEmpty)
    }
}
