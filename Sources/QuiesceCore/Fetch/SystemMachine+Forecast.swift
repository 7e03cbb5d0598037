// The coming wake-ups of the device, as they look now.
extension SystemMachine {
    /// The next `hours`, 1 up to a week.
    public func forecast(hours: Int, at now: Moment) -> Forecast {
        let hours = min(max(hours, 1), 7 * 24)
        let to = now.wall + .seconds(Int64(hours) * 3_600)
        var work = foreseenFetches(hours, now) + foreseenProcessing(now)
        for id in notifications.ids {
            guard let notification = notifications[id],
                let at = notifications.next(notification, now, around)
            else {
                continue
            }
            work.append(
                Forecast.Work(
                    app: notification.app, kind: .notification(id), earliest: at, latest: at))
        }
        // Later ones depend on how the first turns out.
        if let due = transfers.due {
            work.append(
                Forecast.Work(
                    app: nil, kind: .transfer,
                    earliest: now.wall + max(.zero, due.earliest - now.instant),
                    latest: now.wall + max(.zero, due.latest - now.instant)))
        }
        if var calendar = around.calendar {
            while calendar.next <= to {
                work.append(
                    Forecast.Work(
                        app: nil, kind: .calendar, earliest: calendar.next, latest: calendar.next))
                calendar.next = calendar.offsets.nextSignificantChange(after: calendar.next)
            }
        }
        work += foreseenByRooms(at: now, until: to)
        return Forecast(of: work, from: now.wall, to: to)
    }

    /// The foreseen fetches of apps that nothing but time stands against.
    private func foreseenFetches(_ hours: Int, _ now: Moment) -> [Forecast.Work] {
        let local = fetches.localTime(now, around)
        var among: [AppID] = []
        var from: [Instant] = []
        for fetching in fetches.plans where fetching.wantsFetch {
            let obstacles = fetches.obstacles(fetching.app, now, around)
            guard obstacles.allSatisfy({ $0.earliest != nil || $0.passes }) else { continue }
            among.append(fetching.app)
            from.append(obstacles.compactMap(\.earliest).max() ?? now.instant)
        }
        var refreshed: [AppID] = []
        var last = [WallTime?](repeating: nil, count: among.count)
        return fetches.scheduler.forecast(from: local, hours: hours, among: among)
            .compactMap { fetch in
                guard let index = among.firstIndex(of: fetch.app),
                    let fetching = fetches[fetch.app]
                else { return nil }
                let wait = Interval.seconds(max(0, fetch.at - local))
                guard now.instant + wait >= from[index] else { return nil }
                let at = now.wall + wait
                var kind = Forecast.Kind.fetch(fetch.reason)
                if !refreshed.contains(fetch.app), let task = fetching.dueRefresh(at: at) {
                    refreshed.append(fetch.app)
                    kind = .task(.appRefresh, identifier: task.identifier)
                } else {
                    guard let interval = fetching.minimumInterval else { return nil }
                    if let last = last[index], at - last < interval { return nil }
                }
                last[index] = at
                let earliest = max(now.wall, at.before(by: Limits.fetchSlack))
                return Forecast.Work(app: fetch.app, kind: kind, earliest: earliest, latest: at)
            }
    }

    /// While nobody looks: when the device has been idle for long enough.
    private func foreseenProcessing(_ now: Moment) -> [Forecast.Work] {
        guard !fetches.isScreenOn else { return [] }
        let idle = fetches.screenSince + Limits.idleBeforeProcessing
        return fetches.plans.flatMap { fetching in
            fetching.tasks.filter { $0.kind == .processing }.map { task in
                let begin = max(now.wall, now.wall + (idle - now.instant))
                let at = max(begin, task.earliest ?? begin)
                return Forecast.Work(
                    app: fetching.app, kind: .task(.processing, identifier: task.identifier),
                    earliest: at, latest: at + Limits.fetchSlack)
            }
        }
    }
}

extension FetchObstacle {
    /// It passes soon, although nobody can say when.
    fileprivate var passes: Bool { refusal.reason == .inFront || refusal.reason == .fetchGoesOn }
}
