/// When a notification is due: what a wall shows when it first is, where that wall hangs, and how
/// it repeats (N1, N5).
///
/// - A date that the wall never shows, as clocks are put forward over it or a whole day is skipped,
///   is due in the first instant after. One that it shows twice is due the first time; but the
///   first occurrence is due in the pass that the app asked for.
/// - Days, weeks, months, quarters and years are counted on the wall's calendar, always from
///   `first`: the 31st is the last day of shorter months and the 31st again after them, 29 February
///   is the 28th in common years.
/// - Minutes and hours are counted by the wall's clock: an hourly one is due whenever the wall
///   shows that minute and second, be the hour shown twice. What clocks skip is not made up for.
/// - Of a match, each wall time from `first` on that matches; where hours are free, one that clocks
///   skip isn't made up for.
/// - Occurrences that fall on one instant are one.
/// - In the zone of the device, the wall goes along: days and longer are due when the new one shows
///   their date, unless they have been already; minutes and hours, when it shows their minute or
///   second.
///
/// An occurrence's mark is what tells it from all others for good; whoever keeps the marks of the
/// delivered ones delivers each once, whatever becomes of clocks, zones and the database meanwhile.
// derive: json
public struct FireRule: Sendable, Hashable {
    /// The first occurrence; repeats are counted from it.
    // json: first=on
    public var first: WallDate
    /// The later of the two times at which the wall shows `first` is meant. The value has no
    /// meaning unless the wall shows `first` twice.
    // json: isLaterPass=later
    public var isLaterPass: Bool
    public var zone: FireZone
    /// nil: it is due once.
    public var every: RepeatInterval?

    public init(
        first: WallDate, isLaterPass: Bool = false, zone: FireZone, every: RepeatInterval? = nil
    ) {
        self.first = first
        self.isLaterPass = isLaterPass
        self.zone = zone
        self.every = every
    }

    /// As an app says it: a moment, taken as what the wall of `zone` shows then.
    ///
    /// - Parameter offsets: the zone's; of no account for `.absolute`.
    public init(
        at fireDate: WallTime, zone: FireZone, every: RepeatInterval? = nil,
        offsets: UTCOffsets = .utc
    ) {
        let offsets = zone.offsets(offsets)
        let date = offsets.wall(at: fireDate)
        if case .matching(let match) = every {
            self.init(first: match.first(from: date) ?? date, zone: zone, every: every)
            return
        }
        self.init(
            first: date, isLaterPass: offsets.first(showing: date) < fireDate, zone: zone,
            every: every)
    }
}

/// Where the wall hangs that a notification goes by.
public enum FireZone: Sendable, Hashable {
    /// In UTC: the app named no zone, and means moments. Repeats are counted in UTC too.
    case absolute
    /// Wherever the device is.
    case device
    case named(ZoneName)

    /// A zone's offsets where this is a place; for what is absolute, none.
    func offsets(_ offsets: UTCOffsets) -> UTCOffsets {
        switch self {
        case .absolute: .utc
        case .device, .named: offsets
        }
    }

    private static let absoluteWord = "absolute"
    private static let deviceWord = "device"
}

/// One of the times that a notification is due.
// derive: json
public struct Occurrence: Sendable, Hashable {
    /// The moment, by the zone's offsets as they were known when it was asked for.
    public var at: WallTime
    /// Which it is. Of days and longer, the date as the rule has it; of minutes and hours, the
    /// moment, as UTC's wall shows it. Grows from one occurrence to the next.
    public var mark: WallDate

    public init(at: WallTime, mark: WallDate) {
        self.at = at
        self.mark = mark
    }
}

/// The occurrence of a rule that is due at some moment. Those before it are not delivered any more.
public struct DueOccurrence: Sendable, Hashable {
    public var newest: Occurrence
    /// How many are due before the newest; of more than `Limits.countedMatches` that match a wall,
    /// at least so many.
    public var skipped: Int64
}

extension FireZone: WrittenAs {
    public var written: String {
        switch self {
        case .absolute: Self.absoluteWord
        case .device: Self.deviceWord
        case .named(let zone): zone.name
        }
    }

    public init?(written: String) {
        switch written {
        case Self.absoluteWord: self = .absolute
        case Self.deviceWord: self = .device
        case _:
            guard let zone = ZoneName(written) else { return nil }
            self = .named(zone)
        }
    }
}
