import QuiesceCore
import TestSupport
import Testing

@testable import FetchEvaluation

/// Writes down what it is told and when it is asked, and fetches as a test says.
private struct Recorder: FetchDeciding {
    enum Entry: Hashable {
        case opened(AppID, Int64)
        case closed(AppID, Int64)
        case screen(Bool, Int64)
        case fetched(AppID, Int64)
        case asked(Int64)
    }

    var log: [Entry] = []
    var fetches: (Int64, [AppID]) -> [AppID] = { _, _ in [] }
    var next: (Int64) -> Int64? = { _ in nil }

    mutating func opened(_ app: AppID, at time: LocalTime) {
        log.append(.opened(app, time.seconds))
    }
    mutating func closed(_ app: AppID, at time: LocalTime) {
        log.append(.closed(app, time.seconds))
    }
    mutating func screen(on: Bool, at time: LocalTime) { log.append(.screen(on, time.seconds)) }
    mutating func fetched(_ app: AppID, at time: LocalTime) {
        log.append(.fetched(app, time.seconds))
    }
    mutating func due(at time: LocalTime, among apps: [AppID]) -> FetchPlan {
        log.append(.asked(time.seconds))
        let chosen = fetches(time.seconds, apps).map {
            PlannedFetch(app: $0, at: time, reason: .habit, value: 0)
        }
        return FetchPlan(fetches: chosen, next: next(time.seconds).map { LocalTime(seconds: $0) })
    }
}

@Suite struct ReplayTests {
    private let setting = FetchSetting(budget: 2, windowMinutes: 15, lead: 60)
    private let app: AppID

    init() throws { app = try #require(AppID("app.0")) }

    private func replay(
        _ owner: Owner, _ recorder: Recorder, lead: Int64 = 60
    ) -> Replay<Recorder> {
        var replay = Replay(
            owner, FetchSetting(budget: 2, windowMinutes: 15, lead: lead), of: recorder)
        replay.run()
        return replay
    }

    @Test("Within a second apps close, the screen goes off and on, apps open, and then it is asked")
    func order() throws {
        let other = try #require(AppID("app.1"))
        let owner = Owner(
            name: "owner",
            apps: [
                Owner.App(name: "a", uses: [Span(0, 100)]),
                Owner.App(name: "b", uses: [Span(100, 200)]),
            ], screen: [Span(0, 90), Span(100, 200)])
        #expect(
            replay(owner, Recorder()).decider.log == [
                .screen(true, 0), .opened(app, 0), .asked(0), .screen(false, 90), .asked(90),
                .closed(app, 100), .screen(true, 100), .opened(other, 100), .asked(100),
                .closed(other, 200), .screen(false, 200), .asked(200),
            ])
    }

    @Test(
        "At lead 0 it is asked before the opens of a second, too, if something else happens in it")
    func leadZero() {
        var recorder = Recorder()
        recorder.fetches = { _, apps in apps }
        let owner = owner(opening: [100, 1_000, 5_000], screen: [Span(1_000, 2_000)])
        let done = replay(owner, recorder, lead: 0)
        #expect(
            Array(done.decider.log.prefix(13)) == [
                .opened(app, 100), .asked(100), .fetched(app, 100), .closed(app, 160), .asked(160),
                .fetched(app, 160), .screen(true, 1_000), .asked(1_000), .opened(app, 1_000),
                .asked(1_000), .closed(app, 1_060), .asked(1_060), .screen(false, 2_000),
            ])
        let now = FetchSetting(budget: 2, windowMinutes: 15, lead: 0)
        #expect(!done.fetches[0].isFresh(at: 100, now))
    }

    @Test(
        "A decider is asked when it wants to be, never in the past, and no more after the last day")
    func next() {
        var recorder = Recorder()
        recorder.next = { $0 < 3 ? $0 - 10 : 80_000 }
        let log = replay(owner(opening: [0]), recorder).decider.log
        let first: [Recorder.Entry] = [
            .opened(app, 0), .asked(0), .asked(1), .asked(2), .asked(3), .closed(app, 60),
            .asked(60), .asked(80_000),
        ]
        #expect(Array(log.prefix(first.count)) == first)
        #expect(log.dropFirst(first.count).first == .asked(80_001))
        #expect(log.last == .asked(86_399))
    }

    @Test("A fetch beyond the day's budget isn't made, and the next day has its own")
    func budget() {
        var recorder = Recorder()
        recorder.fetches = { _, apps in apps }
        recorder.next = { $0 + 3_600 }
        let done = replay(owner(opening: [0, at(2, 12)]), recorder)
        #expect(done.fetches[0].all.map(\.time).map(Day.of) == [0, 0, 1, 1])
        #expect(done.refused > 0)
        #expect(done.decider.log.count { if case .fetched = $0 { true } else { false } } == 4)
    }

    @Test("Apps are known from their first open on")
    func known() throws {
        var recorder = Recorder()
        let unopened = try #require(AppID("app.1"))
        recorder.fetches = { time, apps in time == 0 ? apps + [unopened] : [] }
        let owner = Owner(
            name: "owner",
            apps: [
                Owner.App(name: "a", uses: [Span(0, 10)]),
                Owner.App(name: "b", uses: [Span(500, 600)]),
            ], screen: [])
        let done = replay(owner, recorder)
        #expect(done.fetches.map(\.all.count) == [1, 0])
        #expect(done.refused == 1)
    }
}

@Suite struct SchedulerReplayTests {
    private static let settings = [(1, 15), (4, 15), (8, 60)].map {
        FetchSetting(budget: $0, windowMinutes: $1, lead: 60)
    }

    private func replayed(
        _ owner: Owner, _ setting: FetchSetting
    ) -> Replay<FetchScheduler> {
        var replay = Replay(owner, setting, of: FetchScheduler(setting))
        replay.run()
        return replay
    }

    @Test(
        "Whatever happens after a moment, the scheduler fetched the same until then",
        arguments: 1...6 as ClosedRange<UInt64>)
    func causality(seed: UInt64) {
        let owner = Habits.owner(seed: seed)
        var random = SeededGenerator(seed: seed)
        for setting in Self.settings {
            let whole = replayed(owner, setting).fetches
            #expect(whole.contains { !$0.all.isEmpty })
            for _ in 0..<5 {
                let moment = WallSeconds(random.below(Int(Habits.days * Day.seconds)))
                let past = owner.cut(at: moment)
                let cut = replayed(past, setting).fetches
                for (app, whole) in zip(owner.apps, whole) {
                    // An app that is first opened later isn't in what was cut.
                    let place = past.apps.firstIndex { $0.name == app.name }
                    let before = place.map { cut[$0].all.filter { $0.time < moment } } ?? []
                    #expect(before == whole.all.filter { $0.time < moment })
                }
            }
        }
    }

    @Test(
        "The scheduler asks for no fetch beyond its budget, and for the same in each run",
        arguments: 1...6 as ClosedRange<UInt64>)
    func budget(seed: UInt64) {
        let owner = Habits.owner(seed: seed)
        for setting in Self.settings {
            let replay = replayed(owner, setting)
            #expect(replay.refused == 0)
            #expect(replay.fetches == replayed(owner, setting).fetches)
            for fetches in replay.fetches { #expect(fetches.mostInADay <= setting.budget) }
        }
    }
}

extension Owner {
    /// The owner with only the uses that began before `moment`; the end of a use is told when it
    /// comes. At least one app is kept.
    fileprivate func cut(at moment: WallSeconds) -> Owner {
        let known = apps.compactMap { app -> App? in
            let uses = app.uses.filter { $0.start < moment }
            return uses.isEmpty ? nil : App(name: app.name, uses: uses)
        }
        return Owner(
            name: name, apps: known.isEmpty ? [apps[0]] : known,
            screen: screen.filter { $0.start < moment })
    }
}

extension AppFetches {
    var mostInADay: Int {
        Dictionary(grouping: all.map { Day.of($0.time) }, by: { $0 }).values.map(\.count).max() ?? 0
    }
}
