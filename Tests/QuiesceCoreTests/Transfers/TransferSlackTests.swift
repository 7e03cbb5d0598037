import TestSupport
import Testing

@testable import QuiesceCore

/// Retries wait a little for a moment in which the device is awake, and share it (X2, F4).
@Suite struct TransferSlackTests {
    /// An app whose transfer has just failed for the `failures`th time, on a device that is locked.
    ///
    /// - Parameter task: from when on it wants to clean up.
    private func device(
        failures: Int, _ failure: TransferFailure.Kind = .connectionLost,
        retryAfter: Interval? = nil, task: Instant = .zero + .seconds(1_000_000)
    ) -> TestDevice {
        var manifest = AppManifest.test(appA, modes: [.processing])
        manifest.taskIdentifiers = ["a.clean"]
        let device = TestDevice(installing: manifest)
        device.open(appA)
        device.submit(
            appA,
            BackgroundTaskRequest(
                kind: .processing, identifier: "a.clean",
                earliestBegin: (device.now.wall + (task - device.now.instant)).milliseconds))
        device.openSession(appA)
        device.agent.usual = .fail(TransferFailure(failure), retryAfter: retryAfter)
        device.begin(appA, 1)
        device.lock()
        while device.agent.started.count < failures, let timer = device.timer {
            device.advance(to: timer)
        }
        device.decisions.removeAll()
        return device
    }

    private func due(_ device: TestDevice) throws -> InstantWindow {
        try #require(device.machine.transfers.due)
    }

    @Test(
        "By itself it comes after a tenth more of its delay, never sooner than the delay",
        .behaviour("X2"), arguments: [1, 5, 10, 20])
    func alone(failures: Int) throws {
        let device = device(failures: failures)
        let due = try due(device)
        let delay = due.earliest - device.now.instant
        #expect(due.latest - due.earliest == Interval(nanoseconds: delay.nanoseconds / 10))
        #expect(device.view(1)?.until == due.earliest)
        device.advance(to: Instant(nanoseconds: due.latest.nanoseconds - 1))
        #expect(device.agent.started.count == failures)
        device.advance(to: due.latest)
        #expect(device.agent.started.count == failures + 1)
    }

    @Test("Whatever happens meanwhile lets it go on, but not before its delay", .behaviour("X2"))
    func sharesAnyEvent() throws {
        let device = device(failures: 10)
        let due = try due(device)
        device.advance(to: Instant(nanoseconds: due.earliest.nanoseconds - 1))
        device.change(.battery(percent: 50, .unplugged))
        #expect(device.agent.started.count == 10)
        device.advance(to: due.earliest)
        device.change(.battery(percent: 49, .unplugged))
        #expect(device.agent.started.count == 11)
    }

    @Test("A server that asks for a day is asked again within a minute of it", .behaviour("X2"))
    func retryAfter() throws {
        let device = device(failures: 1, .serverBusy, retryAfter: .seconds(86_400))
        let due = try due(device)
        #expect(due.earliest == device.now.instant + .seconds(86_400))
        #expect(due.latest - due.earliest == Limits.retrySlackMost)
    }

    @Test("A transfer and its host, which failed together, wait for one moment", .behaviour("X2"))
    func oneMoment() throws {
        let device = device(failures: 6, .cannotConnect)
        let wakeUps = device.wakeUps(during: .seconds(3_600))
        #expect(wakeUps == device.agent.started.count - 6)
    }

    @Test("A retry waits for a task's window to end, and shares its wake-up", .behaviour("F4"))
    func waitsForTask() throws {
        let due = try due(device(failures: 20))
        // Apps say it in milliseconds.
        let middle = (due.earliest.nanoseconds + due.latest.nanoseconds) / 2_000_000
        let moment = Instant(nanoseconds: middle * 1_000_000)
        try share(at: moment, task: moment.before(by: Limits.fetchSlack))
    }

    @Test("A task whose window is open shares a retry's wake-up", .behaviour("F4"))
    func taskShares() throws {
        let due = try due(device(failures: 20))
        try share(at: due.latest, task: due.latest.before(by: .seconds(60)))
    }

    /// The same device, but for when the task is wanted: it and the retry are done in one wake-up.
    private func share(at moment: Instant, task: Instant) throws {
        let device = device(failures: 20, task: task)
        #expect(device.timer == moment)
        #expect(device.wakeUps(during: moment - device.now.instant) == 1)
        #expect(device.agent.started.count == 21)
        #expect(device.reasons(appA, .wake) == [.wokenForTask, .completedNewData])
    }

    @Test("Cancelled just when its file is to be placed again, it leaves none", .behaviour("X5"))
    func cancelledWhilePlacing() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.openSession(appA)
        device.agent.placeFailures = [TransferFailure(.noSpace)]
        device.begin(appA, 1)
        device.advance(by: Limits.spaceRetry)
        #expect(device.wait(1) == .space)
        device.effects.removeAll()
        device.command(appA, 1, .cancel(keepingBytes: false))
        #expect(device.effects.contains { $0.places }, "in the same event")
        #expect(device.agent.placed.isEmpty && device.view(1) == nil)
    }

    @Test("After a restart of the daemon it waits as long as before", .behaviour("X2"))
    func restart() throws {
        let device = device(failures: 10)
        let due = try due(device)
        try device.restartDaemon()
        #expect(device.machine.transfers.due == due)
    }
}

extension TestDevice {
    /// How often the timer fires until then.
    fileprivate func wakeUps(during interval: Interval) -> Int {
        let before = events.count { $0 == .timer }
        advance(by: interval)
        return events.count { $0 == .timer } - before
    }
}

extension Effect {
    fileprivate var places: Bool {
        if case .transfer(.place) = self { true } else { false }
    }
}
