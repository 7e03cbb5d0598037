import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct PlannedFetchTests {
    /// An app that wants fetches, used for a week at noon, on a device that is locked at midnight.
    private func used(
        _ profile: PolicyProfile = .ios8, interval: Interval? = .zero, days: Int = 7,
        at hour: Int64 = 12
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.setInterval(appA, interval)
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(days, opening: [(hour, appA)])
        device.decisions.removeAll()
        return device
    }

    /// Two apps that want fetches, used for a week at noon, one after the other.
    private func usedTogether(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        for app in [appA, appB] {
            device.open(app)
            device.setInterval(app, .zero)
        }
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(7, opening: [(12, appA), (12, appB)])
        device.decisions.removeAll()
        return device
    }

    @Test("An app that is opened at noon each day is fetched for near noon", .behaviour("F3", "F2"))
    func noon() {
        let device = used()
        device.liveThrough(1, opening: [(12, appA)])
        let fetches = device.plannedFetches(appA)
        #expect(fetches.contains { (11 * 3_600...12 * 3_600).contains($0) }, "\(fetches)")
        #expect(fetches.count <= PolicyProfile.ios8.fetchesPerAppDay)
        #expect(
            device.reasons(appA, .wake).prefix(3) == [
                .fetchPlanned, .wokenForFetch, .completedNewData,
            ])
        #expect(device.decisions.first { $0.reason == .fetchPlanned }?.rule == .f3)
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An app that never asked for fetches, or takes it back, isn't fetched for", .behaviour("F1")
    )
    func never() {
        let device = used(interval: nil)
        device.liveThrough(2, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).isEmpty)
        #expect(device.planObstacles(appA).first == .fetchNever)
        let other = used()
        other.lock(false)
        other.open(appA)
        other.setInterval(appA, nil)
        other.lock()
        other.advanceToMidnight()
        other.decisions.removeAll()
        other.liveThrough(2, opening: [(12, appA)])
        #expect(other.plannedFetches(appA).isEmpty)
    }

    @Test(
        "The minimum interval lies between two fetches, whatever the clock shows", .behaviour("F1"))
    func interval() {
        let hours = Interval.seconds(30 * 3_600)
        let device = used(interval: hours)
        var begun: [Instant] = []
        for day in 0..<6 {
            let midnight = device.now.instant
            device.liveThrough(1, opening: [(11, appA), (12, appA)])
            if day == 3 { device.tellClock(setBy: .seconds(86_400)) }
            for case .record(.put(.fetch(let fact))) in device.changes {
                if let last = fact.lastFetch, let at = device.instant(of: last), at >= midnight,
                    !begun.contains(at)
                {
                    begun.append(at)
                }
            }
        }
        #expect(begun.count >= 2)
        for (first, second) in zip(begun, begun.dropFirst()) { #expect(second - first >= hours) }
    }

    @Test("The forecast leaves the minimum interval between two fetches", .behaviour("F1"))
    func forecastInterval() {
        for (hours, least) in [(0, 900), (3, 3 * 3_600)] {
            let device = used(interval: .seconds(Int64(hours) * 3_600))
            let foreseen = device.machine.forecast(hours: 48, at: device.now).wakeUps
            let fetches = foreseen.filter { $0.work.contains { $0.app == appA } }.map(\.at)
            #expect(fetches.count >= 2)
            for (first, second) in zip(fetches, fetches.dropFirst()) {
                #expect(second - first >= .seconds(Int64(least)))
            }
        }
    }

    @Test(
        "Setting the clock while the device shuts down gives no second budget",
        .behaviour("F4", "reliability T1"))
    func setWhileShuttingDown() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.setInterval(appA, .zero)
        device.tellClock(setBy: .zero)
        var (machine, now) = (device.machine, device.now)
        let day = machine.fetches.day.number
        _ = machine.handle(.shutDown(Ticket(99)), at: now)
        now.wall = now.wall + .seconds(86_400)
        _ = machine.handle(.clockChanged(.utc), at: now)
        _ = machine.handle(.exited(appA, Launch(number: 1), .exited(code: 0)), at: now)
        _ = machine.handle(.restarted([], deviceRestarted: true, launching: true), at: now)
        _ = machine.handle(.clockChanged(.utc), at: now)
        #expect(machine.fetches.day.number == day)
    }

    @Test(
        "A budget for the day holds for each app, and setting the clock gives no second one",
        .behaviour("F4", "reliability T1", "reliability T2"))
    func budget() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerAppDay = 2
        let device = used(profile)
        for hour in 1..<23 {
            device.liveThroughHour(hour, appA)
            device.tellClock(setBy: .seconds(hour % 2 == 0 ? 86_400 : -86_400))
        }
        #expect(device.plannedFetches(appA).count <= 2)
    }

    @Test("All apps together have a budget, too", .behaviour("F4"))
    func deviceBudget() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerDay = 0
        let device = used(profile)
        device.liveThrough(2, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).isEmpty)
        #expect(device.planObstacles(appA).contains(.deviceFetchBudgetSpent))
    }

    @Test("What is fetched at one moment stays within what is left of the day", .behaviour("F4"))
    func deviceBudgetAtOneMoment() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerDay = 1
        let device = usedTogether(profile)
        for _ in 0..<3 {
            device.decisions.removeAll()
            device.liveThrough(1, opening: [(12, appA), (12, appB)])
            #expect(device.plannedFetches(appA).count + device.plannedFetches(appB).count == 1)
        }
    }

    @Test("Without a network, or with an empty battery, nothing is fetched", .behaviour("F2"))
    func conditions() {
        let device = used()
        device.change(.network(.none))
        #expect(device.planObstacles(appA).first == .noNetwork)
        device.liveThrough(1, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).isEmpty)
        device.change(.network(.wifi))
        device.change(.battery(percent: 19, .unplugged))
        #expect(device.planObstacles(appA).first == .lowPower)
        device.liveThrough(1, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).isEmpty)
        device.change(.battery(percent: 19, .charging))
        device.liveThrough(1, opening: [(12, appA)])
        #expect(!device.plannedFetches(appA).isEmpty)
    }

    @Test(
        "In Low Power Mode nothing is fetched as planned, and by hand it is", .behaviour("F2", "F3")
    )
    func lowPowerMode() {
        let device = used()
        device.change(.battery(percent: 100, .charging))
        device.change(.lowPowerMode(true))
        #expect(device.planObstacles(appA).first == .lowPowerMode)
        device.liveThrough(1, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).isEmpty)
        #expect(device.ask { .fetch(appA, $0) } == .done)
        device.change(.lowPowerMode(false))
        device.liveThrough(1, opening: [(12, appA)])
        #expect(!device.plannedFetches(appA).isEmpty)
    }

    @Test("However warm the device is, apps are fetched for", .behaviour("F2"))
    func thermalState() {
        let device = used()
        device.change(.thermalState(.critical))
        device.liveThrough(1, opening: [(12, appA)])
        #expect(!device.plannedFetches(appA).isEmpty)
    }

    @Test(
        "One that fails costs its app, unless the network is gone by then", .behaviour("F6"),
        arguments: [true, false])
    func failed(isNetworkGone: Bool) throws {
        let device = used()
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(5), result: .failed)
        let before = try #require(device.machine.fetches[appA]?.credit.eighths)
        while device.plannedFetches(appA).isEmpty { device.advance(by: .seconds(1)) }
        if isNetworkGone { device.change(.network(.none)) }
        device.advance(by: .seconds(10))
        #expect(device.reasons(appA, .wake).contains(.completedFailed))
        #expect(
            device.machine.fetches[appA]?.credit.eighths == (isNetworkGone ? before : before - 1))
    }

    @Test(
        "Within a third of its time a fetch earns, beyond two thirds it costs", .behaviour("F6"))
    func verdicts() {
        func verdict(_ reason: Reason, took seconds: Int64) -> FetchCredit.Verdict {
            FetchCredit.Verdict(
                reason, took: .seconds(seconds), of: .seconds(30), hasNetwork: true, isEmpty: false)
        }
        #expect(verdict(.completedNewData, took: 10) == .good)
        #expect(verdict(.completedNoData, took: 11) == .fair)
        #expect(verdict(.completedNewData, took: 20) == .fair)
        #expect(verdict(.completedNoData, took: 21) == .poor)
        #expect(verdict(.completedFailed, took: 1) == .poor)
        #expect(verdict(.appEnded, took: 1) == .missing)
    }

    @Test("Credit has eight steps: it begins with six, and never falls to none", .behaviour("F6"))
    func credit() {
        var credit = FetchCredit()
        var steps: [Int] = []
        for verdict in [.fair, .good, .good, .good, .poor, .missing, .missing, .missing, .poor]
            as [FetchCredit.Verdict]
        {
            credit.add(verdict)
            steps.append(credit.eighths)
        }
        #expect(steps == [6, 7, 8, 8, 7, 4, 1, 1, 1])
        #expect(credit.allows(16) == 2)
        #expect(credit.allows(1) == 1, "it may always prove itself")
    }

    @Test("A battery with exactly what the profile asks for is enough", .behaviour("F2"))
    func battery() {
        let device = used()
        let least = PolicyProfile.ios8.fetchBatteryPercent
        device.change(.battery(percent: least, .unplugged))
        #expect(!device.planObstacles(appA).contains(.lowPower))
        device.change(.battery(percent: least - 1, .unplugged))
        #expect(device.planObstacles(appA).contains(.lowPower))
    }

    @Test("Who has used up what its credit allows has no more that day", .behaviour("F4", "F6"))
    func spent() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerAppDay = 2
        let device = used(profile)
        // It is ended for it: from then on it has five eighths of two, which is one.
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        while device.plannedFetches(appA).isEmpty { device.advance(by: .seconds(60)) }
        device.advance(by: .seconds(60))
        #expect(device.machine.fetches[appA]?.credit.eighths == 5)
        #expect(device.planObstacles(appA).contains(.fetchBudgetSpent))
        device.advanceToMidnight()
        device.advance(by: Limits.fetchSlack)
        #expect(!device.planObstacles(appA).contains(.fetchBudgetSpent))
    }

    @Test("Nobody fetches for the app in front, and why says so", .behaviour("F3", "D2"))
    func inFront() {
        let device = used()
        device.lock(false)
        device.open(appA)
        device.change(.network(.none))
        #expect(device.planObstacles(appA).prefix(2) == [.inFront, .noNetwork])
        device.home()
        #expect(device.planObstacles(appA).first == .noNetwork)
    }

    @Test("Before the first unlock nothing is fetched, nor spent", .behaviour("U3", "F2"))
    func beforeFirstUnlock() {
        let device = used()
        device.passcode(.set)
        device.restartDevice()
        let budget = device.machine.fetches[appA]?.budget
        #expect(device.planObstacles(appA).first == .awaitsFirstUnlock)
        device.advance(by: .seconds(86_400))
        #expect(device.plannedFetches(appA).isEmpty)
        #expect(device.machine.fetches[appA]?.budget == budget)
    }

    @Test("Neither without permission nor after a force-quit", .behaviour("F8", "U2", "U4"))
    func barred() {
        let device = used()
        device.permit(appA, .backgroundRefresh, .denied)
        #expect(device.planObstacles(appA).first == .backgroundRefreshOff)
        device.advance(by: .seconds(86_400))
        #expect(device.plannedFetches(appA).isEmpty)
        device.permit(appA, .backgroundRefresh, .authorized)
        device.quit(appA)
        #expect(device.planObstacles(appA).first == .forceQuitByUser)
        device.advance(by: .seconds(86_400))
        #expect(device.plannedFetches(appA).isEmpty)
    }

    @Test("A fetch on demand asks neither interval nor budget", .behaviour("F9"))
    func onDemand() {
        var profile = PolicyProfile.ios8
        profile.fetchesPerDay = 0
        let device = used(profile, interval: nil)
        #expect(device.fetch(appA) == .done)
        #expect(device.reasons(appA, .wake) == [.wokenForFetch, .completedNewData])
    }

    @Test(
        "A planned fetch that is never completed ends the app, which gets fewer from then on",
        .behaviour("F5", "F6", "D2"))
    func missingHandler() {
        let device = used()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.liveThrough(1, opening: [(12, appA)])
        #expect(device.machine.whyKilled(appA).contains { $0.reason == .completionHandlerMissing })
        #expect(device.reasons(appA, .wake).contains(.fetchBudgetChanged))
        #expect((device.machine.fetches[appA]?.credit.eighths ?? 8) < 6)
    }

    @Test(
        "Who is quick and claims new data gets less where nothing came in, and more where something may have",
        .behaviour("F6"),
        arguments: [
            (UInt64?.some(0), WakeResult.newData, 1), (0, .noData, 8), (1, .newData, 8),
            (nil, .newData, 8),
        ])
    func honesty(received: UInt64?, result: WakeResult, eighths: Int) {
        let device = used()
        device.behaviours[appA] = AppBehaviour(result: result, received: received)
        device.liveThrough(10, opening: [(12, appA)])
        #expect(device.machine.fetches[appA]?.credit.eighths == eighths)
        #expect(device.reasons(appA, .wake).contains(.fetchedNothing) == (eighths == 1))
    }

    @Test(
        "What a dead launch, or another wake-up, received says nothing of a fetch", .behaviour("F6")
    )
    func otherBytes() {
        let device = used()
        device.fetch(appA)
        device.send(.fetching(.received(appA, Launch(number: 9), WakeID(1), atMost: 0)))
        device.send(.fetching(.received(appA, Launch(number: 1), WakeID(1), atMost: 0)))
        #expect(device.machine.fetches[appA]?.fetchedNothing == nil, "it wasn't planned")
    }

    @Test("An app that completes at once earns the whole budget", .behaviour("F6"))
    func quick() {
        let device = used()
        device.liveThrough(4, opening: [(12, appA)])
        #expect(device.machine.fetches[appA]?.credit.eighths == 8)
    }

    @Test(
        "An app that takes nearly all of the time gets less, and earns nothing by taking half of it",
        .behaviour("F6"))
    func slow() {
        let device = used()
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(25))
        device.liveThrough(10, opening: [(12, appA)])
        #expect(device.machine.fetches[appA]?.credit.eighths == 1)
        let before = device.plannedFetches(appA).count
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(15))
        device.liveThrough(5, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).count > before)
        #expect(device.machine.fetches[appA]?.credit.eighths == 1)
    }

    @Test(
        "Apps that are opened one after the other are fetched for in one moment",
        .behaviour("F4"))
    func together() {
        let device = usedTogether()
        device.liveThrough(2, opening: [(12, appA), (12, appB)])
        let shared = Set(device.plannedFetches(appA)).intersection(device.plannedFetches(appB))
        #expect(!shared.isEmpty)
    }

    @Test(
        "Of apps that are due together four are fetched for at once, and the next when one has completed",
        .behaviour("F4"))
    func fourAtOnce() throws {
        let apps = try (0..<5).map { try #require(AppID("org.example.together\($0)")) }
        let device = TestDevice(.ios8)
        device.defaultBehaviour.completesAfter = .seconds(10)
        for app in apps {
            device.install(.test(app))
            device.open(app)
            device.setInterval(app, .zero)
        }
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(7, opening: apps.map { (12, $0) })
        device.decisions.removeAll()
        device.liveThrough(1, opening: apps.map { (12, $0) })
        let first = try #require(apps.compactMap { device.plannedFetches($0).first }.min())
        let begun = apps.map { app in device.plannedFetches(app).first.map { $0 - first } }
        #expect(begun.count { $0 == 0 } == Limits.fetchesAtOnce, "\(begun)")
        #expect(begun.count { $0 == 10 } == 1, "\(begun)")
    }

    @Test("The end of a wake-up leads to no look at other apps", .behaviour("F3"))
    func othersAreLeftAlone() throws {
        let device = usedTogether()
        device.advance(by: .seconds(10))
        let asked = try #require(device.machine.fetches.askedAt)
        let due = try #require(device.machine.fetches.due)
        device.fetch(appA)
        device.advance(by: .seconds(1))
        #expect(device.reasons(appA, .wake).last == .completedNewData)
        #expect(device.machine.fetches.askedAt == asked)
        #expect(try #require(device.machine.fetches.due).earliest <= due.earliest)
    }

    @Test(
        "What was learnt and what was used survive a power cut", .behaviour("F3", "reliability D2"))
    func powerCut() {
        let device = used()
        let fetch = device.machine.fetches[appA]
        device.restartDevice()
        #expect(device.machine.fetches[appA]?.minimumInterval == .zero)
        #expect(device.machine.fetches[appA]?.budget == fetch?.budget)
        device.advanceToMidnight()
        device.liveThrough(1, opening: [(12, appA)])
        #expect(!device.plannedFetches(appA).isEmpty)
        device.ask { .uninstall(appA, $0) }
        #expect(device.stored["fetch/\(appA.name)"] == nil)
    }

    @Test("Once the last app that wanted fetches is uninstalled no look is due", .behaviour("F3"))
    func uninstalled() {
        let device = used()
        #expect(device.machine.fetches.due != nil)
        device.ask { .uninstall(appA, $0) }
        #expect(device.machine.fetches.due == nil)
        #expect(device.timer.map { $0 > device.now.instant } ?? true)
        device.advance(by: .seconds(86_400))
        #expect(device.plannedFetches(appA).isEmpty)
    }
}

extension TestDevice {
    fileprivate func instant(of wall: WallTime) -> Instant? {
        now.instant.before(by: now.wall - wall)
    }

    /// Opens `app` for a minute, and lets the rest of the hour pass.
    fileprivate func liveThroughHour(_ hour: Int, _ app: AppID) {
        lock(false)
        open(app)
        advance(by: .seconds(60))
        home()
        lock()
        advance(by: .seconds(3_540))
    }
}
