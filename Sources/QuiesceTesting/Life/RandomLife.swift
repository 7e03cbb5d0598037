import QuiesceCore
import QuiesceSimulation

/// A user's life with an app, and the system's with both, drawn from a seed: the same from the same
/// seed, duration and Info.plist.
struct RandomLife {
    private enum Kind: CaseIterable {
        case home, lock, cover, quit, kill, change, warning, push, stay
        case open, choose, dismiss, fetch, sleep, critical, reboot, rest
    }

    /// In front as well as elsewhere a moment, a while, and longer than anything that waits.
    private static let pausesInFront: [Int64] = [200, 1_000, 5_000, 60_000, 300_000]
    private static let pauses: [Int64] = [
        300, 5_000, 60_000, 240_000, 3_600_000, 21_600_000, 36_000_000,
    ]
    private static let inFront: [(Kind, most: Int)] = [
        (.home, 20), (.lock, 6), (.cover, 6), (.quit, 1), (.kill, 2), (.change, 4), (.warning, 2),
        (.push, 4), (.stay, 8),
    ]
    private static let away: [(Kind, most: Int)] = [
        (.open, 20), (.choose, 4), (.dismiss, 2), (.fetch, 8), (.push, 8), (.sleep, 3),
        (.critical, 3), (.reboot, 1), (.kill, 2), (.change, 4), (.quit, 1), (.rest, 8),
    ]

    private var random: SeededGenerator
    private let app: AppManifest
    private var steps: [Step] = []
    private var isInFront = true

    /// - Parameter milliseconds: how long the life lasts.
    static func steps(seed: UInt64, milliseconds: Int64, of app: AppManifest) -> [Step] {
        var life = RandomLife(random: SeededGenerator(seed: seed), app: app)
        life.live(milliseconds)
        return life.steps
    }

    private init(random: SeededGenerator, app: AppManifest) {
        self.random = random
        self.app = app
    }

    private mutating func live(_ milliseconds: Int64) {
        add(0, .open(app: 0))
        if random.chance(percent: 70) { add(100, .permit(app: 0, .notifications, .authorized)) }
        let here = weights(Self.inFront)
        let there = weights(Self.away)
        var time: Int64 = 0
        while true {
            let longest = random.pick(isInFront ? Self.pausesInFront : Self.pauses)
            let pause = Int64(random.below(Int(longest))) + 1
            time += pause
            guard time < milliseconds else { break }
            let before = steps.count
            add(random.pick(weighted: isInFront ? here : there) ?? .rest, after: pause)
            time += steps[before...].dropFirst().reduce(0) { $0 + $1.after }
        }
        let lived = steps.reduce(0) { $0 + $1.after }
        add(max(0, milliseconds - lived), .rest)
    }

    /// Which kinds come at all, and how often, is drawn for each life: a mix of everything hides
    /// the result of one thing alone. The first comes always.
    private mutating func weights(_ kinds: [(Kind, most: Int)]) -> [(Kind, Int)] {
        kinds.enumerated().map { place, kind in
            let comes = place == 0 || random.chance(percent: 60)
            let weight = 1 + random.below(kind.most)
            return (kind.0, comes && isPossible(kind.0) ? weight : 0)
        }
    }

    private func isPossible(_ kind: Kind) -> Bool {
        switch kind {
        case .fetch: app.backgroundModes.contains(.fetch)
        case .home, .lock, .cover, .quit, .kill, .change, .warning, .push, .stay, .open, .choose,
            .dismiss, .sleep, .critical, .reboot, .rest:
            true
        }
    }

    private mutating func add(_ kind: Kind, after pause: Int64) {
        switch kind {
        case .home: add(pause, .home)
        case .lock:
            add(pause, .lock)
            add(Int64(random.pick([1_000, 20_000, 600_000])), .unlock)
        case .cover:
            let (begin, end) = random.pick([
                (Interruption.callIncoming, Interruption.callEnd), (.alertShow, .alertDismiss),
                (.notificationCenterShow, .notificationCenterDismiss),
            ])
            add(pause, .interrupt(begin))
            add(Int64(random.pick([500, 4_000, 30_000])), .interrupt(end))
        case .quit: add(pause, .quit(app: 0))
        case .kill: add(pause, .die(app: 0, signal: 9))
        case .change: add(pause, .change(words: change().words))
        case .warning: add(pause, .memoryPressure(.warning, bytes: 0))
        case .critical: add(pause, .memoryPressure(.critical, bytes: 0))
        case .push: add(pause, .pushes(app: 0, .send(push())))
        case .stay, .rest: add(pause, .rest)
        case .open: add(pause, .open(app: 0))
        case .choose: add(pause, .openNotification(random.below(3)))
        case .dismiss: add(pause, .dismissNotification(random.below(3)))
        case .fetch: add(pause, .fetch(app: 0))
        case .sleep:
            add(pause, .sleep)
            add(Int64(random.pick([2_000, 600_000, 28_800_000])), .wake)
        case .reboot: add(pause, .shutDown)
        }
    }

    private mutating func add(_ after: Int64, _ action: Step.Action) {
        steps.append(Step(after: after, action))
        switch action {
        case .open, .openNotification: isInFront = true
        case .home, .quit, .die, .shutDown, .fetch: isInFront = false
        case _: break
        }
    }

    private mutating func push() -> PostedPush {
        guard app.backgroundModes.contains(.remoteNotification) else {
            return PostedPush(alert: "News")
        }
        let shows = random.chance(percent: 50)
        return PostedPush(
            alert: shows ? "News" : nil, contentAvailable: !shows || random.chance(percent: 70))
    }

    private mutating func change() -> DeviceChange {
        switch random.below(8) {
        case 0: .orientation(random.pick(DeviceConditions.Orientation.allCases))
        case 1: .battery(percent: random.pick([4, 35, 100]), random.pick([.unplugged, .charging]))
        case 2: .locale(random.pick(["fr_FR", "en_GB"]))
        case 3: .timeZone(random.pick(["Europe/Paris", "Asia/Tokyo"]))
        case 4: .lowPowerMode(random.chance(percent: 50))
        case 5: .thermalState(random.pick([.nominal, .serious]))
        case 6: .network(random.pick(DeviceConditions.Network.allCases))
        case _: .backgroundRefresh(random.chance(percent: 60))
        }
    }
}
