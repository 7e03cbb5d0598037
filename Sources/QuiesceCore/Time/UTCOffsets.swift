/// How far a time zone is from UTC, now and for as long ahead as the shell has looked it up: the core
/// reads no time zone database. All calendar rules are its own, over such a table.
public struct UTCOffsets: Sendable, Hashable, Codable {
    /// Seconds east of UTC, until the first change.
    public var seconds: Int32
    /// In order of time.
    public var changes: [Change]

    public struct Change: Sendable, Hashable, Codable {
        public var at: WallTime
        public var seconds: Int32

        public init(at: WallTime, seconds: Int32) {
            self.at = at
            self.seconds = seconds
        }
    }

    /// - Parameter changes: in order; those that change nothing and those beyond
    ///   `Limits.utcOffsetChanges` are left out.
    public init(seconds: Int32, changes: [Change] = []) {
        self.seconds = seconds
        var current = seconds
        self.changes = []
        for change in changes.prefix(Limits.utcOffsetChanges) where change.seconds != current {
            current = change.seconds
            self.changes.append(change)
        }
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

extension Int64 {
    /// From 0 up to `divisor`, also before 1970.
    fileprivate func remainder(dividingFloor divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
