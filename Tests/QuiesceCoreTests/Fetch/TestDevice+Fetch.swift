@testable import QuiesceCore

extension TestDevice {
    /// An app that is launched says how often it wants to be fetched for; nil: never.
    func setInterval(_ app: AppID, _ interval: Interval?) {
        guard let process = processes[app] else { return }
        perform(process) {
            .fetching(
                .asked(
                    app, process.launch, request: $0, .setMinimumInterval(interval?.inSeconds)))
        }
    }

    func submit(_ app: AppID, _ request: BackgroundTaskRequest) {
        guard let process = processes[app] else { return }
        perform(process) {
            .fetching(.asked(app, process.launch, request: $0, .submit(request)))
        }
    }

    func cancelTasks(_ app: AppID, _ identifier: String? = nil) {
        guard let process = processes[app] else { return }
        perform(process) {
            .fetching(.asked(app, process.launch, request: $0, .cancel(identifier: identifier)))
        }
    }

    /// The user opens each app for a minute at these hours of `days` days, and locks the device
    /// between. It is midnight in UTC before and after.
    func liveThrough(_ days: Int, opening hours: [(Int64, AppID)]) {
        for _ in 0..<days {
            let midnight = now.instant
            for (hour, app) in hours {
                advance(to: midnight + .seconds(hour * 3_600))
                lock(false)
                open(app)
                advance(by: .seconds(60))
                home()
                lock()
            }
            advance(to: midnight + .seconds(86_400))
        }
    }

    /// Lets time pass until it is midnight in UTC.
    func advanceToMidnight() {
        let day: Int64 = 86_400 * 1_000_000_000
        advance(by: Interval(nanoseconds: day - now.wall.nanoseconds % day))
    }

    /// When `app` was fetched for as planned: seconds since midnight in UTC.
    func plannedFetches(_ app: AppID) -> [Int64] {
        decisions.filter {
            $0.app == app && ($0.reason == .fetchPlanned || $0.reason == .fetchMerged)
        }.map { $0.time.nanoseconds / 1_000_000_000 % 86_400 }
    }

    func planObstacles(_ app: AppID, _ cause: WakeCause = .fetch) -> [Reason] {
        let answer = machine.whyNot(app, cause, at: now)
        return (answer?.obstacles ?? []).map(\.reason) + (answer?.planObstacles ?? []).map(\.reason)
    }
}
