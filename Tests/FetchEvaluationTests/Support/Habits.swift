import TestSupport

@testable import FetchEvaluation

/// Owners with habits, made from a seed: apps that are opened around some times of most days, and
/// often again soon after, on devices that are in use a little before, and now and then for
/// nothing.
enum Habits {
    static let days: Int64 = 24

    static func trace(seed: UInt64, owners: Int = 2) -> Trace {
        Trace(
            owners: (0..<owners).map { owner(seed: seed &* 31 &+ UInt64($0), name: "owner\($0)") })
    }

    static func owner(seed: UInt64, name: String = "owner") -> Owner {
        var random = SeededGenerator(seed: seed)
        var screen: [Span] = []
        let apps = (0..<(1 + random.below(3))).map { number in
            let uses = uses(&random)
            for use in uses { screen.append(Span(use.start - seconds(0..<30, &random), use.end)) }
            return Owner.App(name: "app\(number)", uses: uses)
        }
        for _ in 0..<(Int(days) * 4) {
            let start = seconds(0..<(days * Day.seconds), &random)
            screen.append(Span(start, start + seconds(10..<300, &random)))
        }
        return Owner(name: name, apps: apps, screen: screen)
    }

    private static func uses(_ random: inout SeededGenerator) -> [Span] {
        let times = (0..<(1 + random.below(3))).map { _ in seconds(25_000..<82_000, &random) }
        var starts: [WallSeconds] = []
        for day in 0..<days {
            for time in times where day == 0 || random.below(10) < 7 {
                starts.append(Day.start(day) + time + seconds(-1_200..<1_200, &random))
                while random.below(10) < 4, let last = starts.last {
                    starts.append(last + seconds(400..<2_400, &random))
                }
            }
        }
        // An open begins 300 s after the last session, at the earliest.
        var uses: [Span] = []
        for start in starts.sorted() where start >= (uses.last?.end ?? .min / 2) + 300 {
            uses.append(Span(start, start + seconds(20..<200, &random)))
        }
        return uses
    }

    private static func seconds(_ range: Range<Int64>, _ random: inout SeededGenerator) -> Int64 {
        range.lowerBound + Int64(random.below(Int(range.upperBound - range.lowerBound)))
    }
}

/// A time of the 1st, 2nd … day of 1970.
func at(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0, _ second: Int64 = 0) -> WallSeconds {
    Day.start(day - 1) + hour * 3_600 + minute * 60 + second
}

/// An owner of one app that is opened for a minute at each of `opens`.
func owner(opening opens: [WallSeconds], screen: [Span] = []) -> Owner {
    Owner(
        name: "owner",
        apps: [Owner.App(name: "app", uses: opens.map { Span($0, $0 + 60) })], screen: screen)
}
