/// The habits of one app, learnt from its use: under 2 KiB, as they are stored with the app's
/// facts.
public struct AppHabits: Sendable, Hashable {
    /// Opens by slot of the day in 256ths, the older the less.
    var opens = [UInt16](repeating: 0, count: FetchModel.slotsPerDay)
    /// Opens by `ReturnTimes` since it was left, in 256ths, the older the less.
    var returns = [UInt16](repeating: 0, count: FetchModel.returnBins)
    /// The days over which they were counted, in 256ths, the older the less.
    var days: Int32 = 0
    var opened: LocalTime?
    var closed: LocalTime?
    var fetched: LocalTime?
    /// The day whose budget `used` counts.
    var budgetDay: Int64 = 0
    var used: Int32 = 0
    /// The best moment of each window of this day, as `FetchLevel`s.
    package var today: [UInt8]
    /// The same of the days before, the oldest first, at most `FetchModel.daysRemembered`.
    var past: [UInt8] = []

    init(windowsPerDay: Int) { today = [UInt8](repeating: 0, count: windowsPerDay) }

    /// An open counts once a visit.
    mutating func learnOpen(at time: LocalTime) {
        let away = closed.map { time - $0 }
        let sameVisit = away.map { (0..<FetchModel.sameVisit).contains($0) } ?? false
        if !sameVisit {
            Self.count(&opens[time.secondOfDay / Int(FetchModel.slot)])
            if let away, away > 0 { Self.count(&returns[ReturnTimes.bin(of: away)]) }
        }
        opened = time
    }

    /// A day is over, and `elapsed` have passed since it began.
    mutating func endDay(elapsed: Int64) {
        for _ in 0..<min(elapsed, 256) {  // After which nothing is left of any count.
            for slot in opens.indices { Self.fade(&opens[slot]) }
            for bin in returns.indices { Self.fade(&returns[bin]) }
            days = days * Int32(FetchModel.kept) / 256 + 256
        }
        past += today
        let excess = past.count - FetchModel.daysRemembered * today.count
        if excess > 0 { past.removeFirst(excess) }
        clearToday()
    }

    private static func count(_ counter: inout UInt16) {
        counter = UInt16(min(Int(counter) + 256, Int(UInt16.max)))
    }

    private static func fade(_ counter: inout UInt16) {
        counter = UInt16(Int(counter) * FetchModel.kept / 256)
    }

    mutating func clearToday() {
        for index in today.indices { today[index] = 0 }
    }

    /// Opens a day per slot, in the `slots` from that of `time` on and near them.
    func habit(at time: LocalTime, slots: Int) -> Double {
        let first = time.secondOfDay / Int(FetchModel.slot)
        let reach = FetchModel.reach
        var sum = 0
        var weights = 0
        for offset in -reach..<slots + reach {
            let weight = reach + 1 - max(0, -offset, offset - slots + 1)
            let slot = (first + offset + FetchModel.slotsPerDay) % FetchModel.slotsPerDay
            sum += weight * Int(opens[slot])
            weights += weight
        }
        return Double(sum) / (Double(weights) * (Double(days) + 128))
    }

    /// How many fetches of `budget` are left on the day of `time`. A day that comes again, as the
    /// clock was set back, has no second budget (T2); a day far ahead isn't believed (D10).
    func left(of budget: Int, at time: LocalTime) -> Int {
        let isCounted = budgetDay >= time.day && budgetDay <= time.day + 1
        return isCounted ? max(0, budget - Int(used)) : budget
    }

    mutating func countFetch(at time: LocalTime) {
        if left(of: .max, at: time) == .max {
            budgetDay = time.day
            used = 0
        }
        used = min(used + 1, Int32(Int16.max))
        fetched = time
    }

    /// The wall now reads `to` where it read `from`. What was learnt stays, this day's moments go.
    mutating func clockSet(from: LocalTime, to: LocalTime) {
        let shift = to - from
        opened = opened.map { $0 + shift }
        closed = closed.map { $0 + shift }
        fetched = fetched.map { $0 + shift }
        // The budget goes along, but for a day that was begun already.
        if left(of: .max, at: from) < .max, !(to.day...to.day + 1).contains(budgetDay) {
            budgetDay = to.day
        }
        clearToday()
    }
}
