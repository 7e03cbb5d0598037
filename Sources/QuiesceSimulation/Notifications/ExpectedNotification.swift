import QuiesceCore
import QuiesceShell

/// A notification that an app has scheduled, and those of its occurrences that have fired: worked
/// out by plain arithmetic on the times that wall clocks show, beside the core's rules.
///
/// An object, as there may be hundreds, which many events look through and change.
final class ExpectedNotification {
    /// Which wall it goes by.
    enum Wall: Equatable {
        case utc
        case device
        case zone(String)
    }

    /// An occurrence: how many periods after the first, as the wall shows it.
    struct Occurrence: Hashable {
        var number: Int64
        /// The moment of an occurrence that comes every so many minutes or hours. Such occurrences
        /// are told apart by the moment alone: a wall clock may show an hour twice, and in another
        /// zone another number stands for the same hour.
        var moment: Int64?

        static func == (a: Self, b: Self) -> Bool {
            a.moment == b.moment && (a.moment != nil || a.number == b.number)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(moment ?? number) }
    }

    var app: AppID
    var name: String
    var content: PayloadHandle
    /// The app's request, and whether it was acknowledged.
    var launch: Launch
    var request: UInt64
    var isAcknowledged = false
    /// It was cancelled by the device, before it was acknowledged: that acknowledgement is none of
    /// it.
    var isRefused = false
    /// nil: it was presented at once, or comes at a place.
    var fireDate: WallTime?
    var every: RepeatInterval?
    /// nil: it comes at no place.
    var place: ExpectedPlace?
    var wall: Wall
    /// Nanoseconds since 1970 that the wall shows at the first.
    var first: Int64
    /// The offset at the first.
    var offset: Int32
    var fired: Set<Occurrence> = []
    /// Those that did while nothing could be written down, or just before the power failed: they
    /// may fire again.
    var unwritten: Set<Occurrence> = []
    /// It had begun before it was scheduled: those up to here aren't due.
    var before: Int64 = -1
    var isCancelled = false
    /// Its app is told of an occurrence, and hasn't handled it.
    struct Told {
        /// By the call of that number in that launch; nil: none has gone out yet.
        var call: (launch: Launch, seq: UInt64)?
    }

    var told: Told?
    /// How often it is being shown, and the daemon doesn't know yet that it is.
    var showing = 0

    init(
        _ new: NewNotification, app: AppID, launch: Launch, request: UInt64, wall: Wall,
        first: Int64, offset: Int32
    ) {
        self.app = app
        name = new.name
        content = new.content
        self.launch = launch
        self.request = request
        fireDate = new.fireDate
        every = new.every
        place = new.region.map(ExpectedPlace.init)
        self.wall = wall
        self.first = first
        self.offset = offset
    }

    /// Whether the disk knows or not.
    var hasFired: Bool { !fired.isEmpty || !unwritten.isEmpty || place?.isDone == true }
    var isPresentedAtOnce: Bool { fireDate == nil && place == nil }

    /// Runs of occurrences without a gap that it has fired in: as many as a device remembers
    /// (`Limits.firedRuns`). Beyond that, what lies in the smallest gap doesn't fire any more.
    var runs: Int {
        let numbers = Set(fired.union(unwritten).map(\.number))
        // The one right behind those that were over goes on with their run, if there were any.
        let joined = before < 0 ? -1 : before + 1
        return numbers.count { $0 > joined && !numbers.contains($0 - 1) } + (before >= 0 ? 1 : 0)
    }

    /// A daemon that knows nothing of its end goes on with it.
    func comeBack() {
        isCancelled = false
        if isRefused { isAcknowledged = false }
        isRefused = false
    }

    /// The newest occurrence by `time`, as a wall with `offset` shows it; nil: none yet.
    func newest(at time: WallTime, offset: Int32) -> Occurrence? {
        if place != nil { return nil }
        let local = time.nanoseconds + Int64(offset) * Self.second
        guard local >= first else { return nil }
        let since = local - first
        func number(_ seconds: Int64) -> Int64 { since / (seconds * Self.second) }
        func moment(_ seconds: Int64) -> Occurrence {
            let number = number(seconds)
            let shown = first + number * seconds * Self.second
            return Occurrence(number: number, moment: shown - Int64(offset) * Self.second)
        }
        return switch every {
        case nil: Occurrence(number: 0)
        case .minute: moment(60)
        case .hour: moment(3_600)
        case .day: Occurrence(number: number(86_400))
        case .week: Occurrence(number: number(7 * 86_400))
        case .month: Occurrence(number: months(to: local))
        case .quarter: Occurrence(number: months(to: local) / 3)
        case .year: Occurrence(number: months(to: local) / 12)
        case .seconds(let seconds): moment(seconds)
        // No step schedules one.
        case .matching: nil
        }
    }

    /// Whole months from the first, whose day is the last of a month that is too short for it.
    private func months(to local: Int64) -> Int64 {
        let (start, end) = (Date(first), Date(local))
        let months = (end.year - start.year) * 12 + end.month - start.month
        let day = min(start.day, end.daysInMonth)
        let isBefore = (end.day, end.intoDay) < (day, start.intoDay)
        return isBefore ? months - 1 : months
    }

    private static let second: Int64 = 1_000_000_000

    /// Counted day by day, year by year.
    private struct Date {
        var year: Int64 = 1970
        var month: Int64 = 1
        var day: Int64
        var intoDay: Int64

        init(_ nanoseconds: Int64) {
            let nanosecondsOfDay = 86_400 * ExpectedNotification.second
            day = nanoseconds / nanosecondsOfDay + 1
            intoDay = nanoseconds % nanosecondsOfDay
            while day > (isLeap ? 366 : 365) {
                day -= isLeap ? 366 : 365
                year += 1
            }
            while day > daysInMonth {
                day -= daysInMonth
                month += 1
            }
        }

        var isLeap: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

        var daysInMonth: Int64 {
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            case _: 31
            }
        }
    }
}

extension UTCOffsets {
    func offset(at time: WallTime) -> Int32 { changes.last { $0.at <= time }?.seconds ?? seconds }
}
