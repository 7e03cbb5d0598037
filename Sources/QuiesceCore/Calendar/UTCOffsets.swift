/// How far a time zone is from UTC, now and for as long ahead as the shell has looked it up: the
/// core reads no time zone database. All calendar rules are its own, over such a table. After its
/// end the last offset holds; the shell renews it long before that.
// derive: json then=bound
public struct UTCOffsets: Sendable, Hashable {
    /// Seconds east of UTC, until the first change.
    public internal(set) var seconds: Int32
    /// In order of time.
    public internal(set) var changes: [Change]

    // derive: json
    public struct Change: Sendable, Hashable {
        public var at: WallTime
        public var seconds: Int32

        public init(at: WallTime, seconds: Int32) {
            self.at = at
            self.seconds = seconds
        }
    }

    /// Offsets are brought within `Limits.utcOffset`.
    ///
    /// - Parameter changes: in order; those that change nothing, that come before an earlier one or
    ///   the calendar's beginning, and those beyond `Limits.utcOffsetChanges` are left out.
    public init(seconds: Int32, changes: [Change] = []) {
        self.seconds = Self.possible(seconds)
        var current = self.seconds
        var last = WallTime(nanoseconds: WallDate.earliest.nanoseconds)
        self.changes = []
        for change in changes {
            let seconds = Self.possible(change.seconds)
            guard seconds != current, change.at > last else { continue }
            guard self.changes.count < Limits.utcOffsetChanges else { break }
            (current, last) = (seconds, change.at)
            self.changes.append(Change(at: change.at, seconds: seconds))
        }
    }

    mutating func bound() {
        self = UTCOffsets(seconds: seconds, changes: changes)
    }

    private static func possible(_ seconds: Int32) -> Int32 {
        min(max(seconds, -Limits.utcOffset), Limits.utcOffset)
    }

    public static let utc = UTCOffsets(seconds: 0)

    func seconds(at time: WallTime) -> Int32 {
        changes.last { $0.at <= time }?.seconds ?? seconds
    }

    /// The next moment at which the user's day or the zone's offset changes: a significant time
    /// change. Where clocks jump over midnight, the day begins with the jump.
    func nextSignificantChange(after time: WallTime) -> WallTime {
        let local = time + .seconds(Int64(seconds(at: time)))
        let intoDay = local.nanoseconds.remainder(dividingFloor: Self.day)
        let midnight = time + Interval(nanoseconds: Self.day - intoDay)
        guard let change = changes.first(where: { $0.at > time })?.at else { return midnight }
        return min(midnight, change)
    }

    private static let day: Int64 = 86_400 * 1_000_000_000
}
