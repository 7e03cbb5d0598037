import TestSupport

@testable import QuiesceCore

/// A made-up owner of a device, whose days the scheduler lives through as a device would tell it.
struct HabitualOwner {
    var scheduler: FetchScheduler
    var apps: [AppID]
    private(set) var fetches: [PlannedFetch] = []
    /// Seconds into each day at which an app is opened, for a minute.
    var opens: (_ day: Int64) -> [(app: AppID, second: Int64)]
    /// Seconds between two looks at the screen, from 7 to 23 o'clock, for a minute each.
    var looksEvery: Int64 = 1_800

    private var next: LocalTime?

    init(
        _ settings: FetchScheduler.Settings, apps: [AppID],
        opens: @escaping (_ day: Int64) -> [(app: AppID, second: Int64)]
    ) {
        scheduler = FetchScheduler(settings)
        self.apps = apps
        self.opens = opens
    }

    private enum Event {
        case screen(on: Bool)
        case opened(AppID)
        case closed(AppID)
    }

    mutating func live(days: Range<Int64>) {
        for day in days {
            let midnight = LocalTime(seconds: day * LocalTime.secondsPerDay)
            var events: [(at: LocalTime, order: Int, event: Event)] = []
            for second in stride(from: Int64(7 * 3_600), to: 23 * 3_600, by: Int(looksEvery)) {
                events.append((midnight + second, 2, .screen(on: true)))
                events.append((midnight + (second + 60), 1, .screen(on: false)))
            }
            for open in opens(day) {
                events.append((midnight + open.second, 2, .screen(on: true)))
                events.append((midnight + open.second, 3, .opened(open.app)))
                events.append((midnight + (open.second + 60), 0, .closed(open.app)))
                events.append((midnight + (open.second + 60), 1, .screen(on: false)))
            }
            events.sort { ($0.at, $0.order) < ($1.at, $1.order) }
            for event in events {
                rest(until: event.at)
                switch event.event {
                case .screen(let on): scheduler.screen(on: on, at: event.at)
                case .opened(let app): scheduler.opened(app, at: event.at)
                case .closed(let app): scheduler.closed(app, at: event.at)
                }
                ask(at: event.at)
            }
        }
    }

    mutating func rest(until time: LocalTime) {
        while let next, next < time { ask(at: next) }
    }

    mutating func ask(at time: LocalTime) {
        let plan = scheduler.due(at: time, among: apps)
        for fetch in plan.fetches { scheduler.fetched(fetch.app, at: time) }
        fetches += plan.fetches
        next = plan.next
    }

    func fetches(of app: AppID, onDay day: Int64) -> [PlannedFetch] {
        fetches.filter { $0.app == app && $0.at.day == day }
    }
}

extension FetchScheduler.Settings {
    static func hourly(_ perAppDay: Int) -> Self {
        Self(perAppDay: perAppDay, window: .seconds(3_600), lead: .seconds(60))
    }
}

extension AppID {
    static let news = AppID("org.example.News")!
    static let mail = AppID("org.example.Mail")!
}
