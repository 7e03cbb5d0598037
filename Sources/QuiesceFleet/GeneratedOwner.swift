import Foundation
import QuiesceCore
import QuiesceSimulation

/// A made-up owner: the apps that somebody has and how that person uses them. The same seed and
/// number make the same owner.
///
/// Each figure is distributed as of 14 owners of Android phones who were recorded in the winter
/// of 2013 (UbiqLog4UCI, R. Rawassizadeh and others, UCI data set 369), unless it says otherwise.
/// Nobody's record is in here.
struct GeneratedOwner: Sendable {
    struct App: Sendable {
        var id: AppID
        /// Opens a day.
        var opens: Double
        /// The middle of five hours in which it is opened thrice as often as in others: four hours
        /// hold a third of an app's opens.
        var favouriteHour: Int
        /// Silent pushes a day, made up: mail and chats get many, most apps few.
        var pushes: Int
        /// It wants fetches, and begins tasks when it is left; made up.
        var fetches: Bool
        var beginsTasks: Bool
        /// It goes on when its background time is over; made up: one app in thirty.
        var ignoresExpiration: Bool
    }

    var apps: [App]
    /// Times a day that the device is taken in hand.
    var uses: Double
    /// The owner's day begins so many hours after, or before, the others'.
    var lateness: Int
    /// Hours of the day away from home, where the network is cellular; made up.
    var away: Range<Int>
    /// Battery that an hour of use takes, in percent; made up.
    var drain: Int
    private(set) var random: SeededGenerator

    init(number: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number))
        // The medians of owners: 5 apps that are opened regularly, of 1 to 11. Others are opened
        // now and then; they are among these.
        apps = (0..<(4 + random.below(12))).compactMap { index in
            AppID("org.example.fleet.App\(index)").map { id in
                App(
                    id: id, opens: min(30, exp(0.56 + 0.90 * random.normal())),
                    favouriteHour: random.below(24),
                    pushes: random.below(4) == 0 ? 10 + random.below(40) : random.below(5),
                    fetches: random.below(4) > 0, beginsTasks: random.below(5) < 2,
                    ignoresExpiration: random.below(30) == 0)
            }
        }
        uses = min(120, max(10, exp(3.78 + 0.47 * random.normal())))
        lateness = random.below(5) - 2
        away = (7 + random.below(3))..<(16 + random.below(4))
        drain = 8 + random.below(18)
        self.random = random
    }

    /// Uses of the device by the hour, in thousandths of a day's.
    static let hours = [
        33, 17, 9, 5, 4, 6, 21, 31, 35, 49, 56, 56, 63, 59, 59, 51, 53, 57, 60, 60, 60, 55, 53, 50,
    ]

    /// How much likelier the owner uses the device in that hour than in the mean one.
    func weight(ofHour hour: Int) -> Double {
        Double(Self.hours[(hour - lateness + 24) % 24]) * 24 / 1_000
    }
}

extension GeneratedOwner.App {
    /// How often it is the one that is opened in that hour.
    func weight(inHour hour: Int) -> Double {
        let distance = abs(hour - favouriteHour)
        return opens * (min(distance, 24 - distance) <= 2 ? 3 : 1)
    }
}

extension SeededGenerator {
    /// From 0 up to 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Mean 0, deviation 1.
    mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + unit() }
    }

    mutating func interval(_ least: Interval, _ most: Interval) -> Interval {
        Interval(
            nanoseconds: least.nanoseconds
                + Int64(unit() * Double(most.nanoseconds - least.nanoseconds)))
    }
}
