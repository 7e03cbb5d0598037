import TestSupport
import Testing

@testable import QuiesceCore

/// Transfers outlive the daemon and the device (X2).
@Suite struct TransferRestartTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1), sessions: ["s"])
        device.open(appA)
        device.agent.usual = .nothing
        return device
    }

    @Test("A new daemon takes up what ran, under the next attempt's number", .behaviour("X2"))
    func daemon() throws {
        let device = device()
        device.begin(appA, 1)
        device.create(appA, 2)
        try device.restartDaemon(after: .seconds(10))
        #expect(device.view(1)?.runningAttempt == 2)
        #expect(device.wait(2) == .suspended)
        #expect(device.agent.launches == 2)
    }

    @Test(
        "After a restart of the device all is there, and the app is launched",
        .behaviour("X2", "X6"))
    func reboot() {
        let device = device()
        device.begin(appA, 1)
        device.begin(appA, 2) { $0.description = "the second" }
        device.finish(TransferID(1), 1)
        device.run()
        device.heard[appA] = []
        device.restartDevice()
        #expect(device.view(2)?.transfer.description == "the second")
        #expect(device.view(2)?.runningAttempt == 1)
        device.finish(TransferID(2), 1)
        device.advance(by: .seconds(2))
        #expect(
            device.calls(appA) == [
                "didFinishLaunching", "handleEventsForBackgroundURLSession", "didComplete",
                "urlSessionDidFinishEvents",
            ])
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
        device.get()
        #expect(device.view(3) != nil, "numbers are never used again")
    }

    @Test(
        "A file placed before a power cut that took the record of it goes with the transfer, however that ends",
        .behaviour("X2", "X5"))
    func placedBefore() {
        let device = device()
        device.begin(appA, 1)
        let stored = device.store
        device.behaviours[appA]?.handlesVerdicts = false
        device.finish(TransferID(1), 1)
        device.run()
        #expect(device.agent.placed == [TransferID(1)])
        device.behaviours[appA]?.handlesVerdicts = true
        device.store = stored
        device.restartDevice()
        device.say(
            .interrupted(
                TransferID(1), attempt: 1, TransferFailure(.diskFailed), received: 0,
                retryAfter: nil,
                response: nil))
        device.advance(by: .seconds(2))
        #expect(device.machine.transferViews.isEmpty && device.agent.placed.isEmpty)
    }

    @Test(
        "Was an app told and hadn't dealt with it when the device restarted, it is launched for it again",
        .behaviour("X6", "U2"))
    func toldBefore() {
        let device = device()
        device.begin(appA, 1)
        device.home()
        device.behaviours[appA]?.handlesVerdicts = false
        device.finish(TransferID(1), 1)
        device.run()
        // It doesn't wait for the end of its events.
        device.complete(appA, 1)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .suspended && device.wait(1) == .delivery)
        device.processes = [:]
        device.agent.endWithDaemon()
        device.heard[appA] = []
        device.behaviours[appA]?.handlesVerdicts = true
        // Nothing that the journal tells is lost, unlike with the facts alone.
        device.send(.restarted([], deviceRestarted: true, launching: true))
        device.run()
        #expect(
            device.calls(appA) == [
                "didFinishLaunching", "handleEventsForBackgroundURLSession", "didComplete",
                "urlSessionDidFinishEvents",
            ])
        device.advance(by: .seconds(2))
        #expect(device.machine.transferViews.isEmpty)
    }

    @Test(
        "The time for the whole goes on over a restart of the device, and isn't made less by a clock that is behind",
        .behaviour("X9", "reliability T3"), arguments: [0, -1_000_000] as [Int64])
    func resourceTimeout(error: Int64) {
        let device = device()
        var settings = SessionSettings()
        settings.resourceTimeout = 1_000
        device.openSession(appA, "s", settings)
        device.begin(appA, 1)
        device.advance(by: .seconds(400))
        device.now.wall = device.now.wall + .seconds(error)
        device.restartDevice()
        let left: Int64 = error == 0 ? 600 : 1_000
        device.advance(by: .seconds(left - 1))
        #expect(device.view(1)?.runningAttempt == 1)
        device.advance(by: .seconds(1))
        #expect(device.view(1)?.transfer.stage != .queued)
    }

    @Test(
        "Bytes that a dead daemon was about to have forgotten go with their transfer",
        .behaviour("X2"))
    func forgotten() throws {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = false
        device.agent.usual = .fail(TransferFailure(.badServerResponse))
        device.begin(appA, 1)
        #expect(device.agent.bytes[TransferID(1)] == nil)
        // It died before it had told the agent.
        device.agent.bytes[TransferID(1)] = 100
        try device.restartDaemon()
        device.request(appA, .handled(transfer: 1))
        device.run()
        #expect(device.view(1) == nil && device.agent.bytes.isEmpty)
    }

    @Test(
        "Bytes that a dead agent was about to forget go with their transfer", .behaviour("X2"))
    func forgottenByAgent() {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = false
        device.agent.usual = .fail(TransferFailure(.badServerResponse))
        device.begin(appA, 1)
        // It died before it had heard that.
        device.agent.bytes[TransferID(1)] = 100
        device.endAgent()
        device.request(appA, .handled(transfer: 1))
        device.advance(by: .seconds(60))
        #expect(device.view(1) == nil && device.agent.bytes.isEmpty)
    }

    @Test(
        "In a crash loop of the daemon nothing starts until somebody asks",
        .behaviour("reliability D3"))
    func held() throws {
        let device = device()
        device.begin(appA, 1)
        device.agent.endWithDaemon()
        device.machine = try roundTrip(device.machine)
        device.processes[appA]?.connected = false
        device.send(.restarted(device.observed, deviceRestarted: false, launching: false))
        device.run()
        #expect(device.agent.launches == 1 && device.wait(1) == .agent)
        device.get("https://other.example:443")
        #expect(device.agent.launches == 2)
        #expect(device.view(1)?.runningAttempt == 2)
    }

    @Test(
        "What a machine writes down of transfers reads back as it was", .behaviour("reliability D2")
    )
    func coding() throws {
        let device = device()
        device.agent.outcomes["https://a:1"] = [.fail(TransferFailure(.cannotConnect)), .nothing]
        device.begin(appA, 1, from: "https://a:1")
        device.begin(appA, 2)
        device.begin(appA, 3)
        device.command(appA, 3, .cancel(keepingBytes: true))
        device.begin(appA, 4) { $0.earliestBegin = (device.now.wall + .seconds(9)).milliseconds }
        device.get()
        let copy = try roundTrip(device.machine)
        #expect(copy == device.machine)
        // And goes on alike.
        var (one, other) = (device.machine, copy)
        for seconds in [1, 5, 10, 700] as [Int64] {
            let now = device.now.advanced(by: .seconds(seconds))
            #expect(one.handle(.timer, at: now) == other.handle(.timer, at: now))
        }
        #expect(one == other)
    }

    /// The results that users and apps can observe afterwards.
    private struct Outcome: Equatable {
        var verdicts: [TransferOutcome]
        var facts: [String]
        var placed: Set<TransferID>
        var states: [AppState]
    }

    private func play(_ device: TestDevice) {
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1), sessions: ["s"])
        device.agent.outcomes["https://a:1"] = [
            .fail(TransferFailure(.connectionLost), received: 100), .finish(after: .seconds(2)),
        ]
        device.agent.usual = .finish(after: .seconds(3))
        device.open(appA)
        device.begin(appA, 1)
        device.begin(appA, 2, from: "https://a:1")
        device.begin(appA, 3)
        device.command(appA, 3, .suspend)
        device.command(appA, 3, .cancel(keepingBytes: false))
        device.home()
        device.advance(by: .seconds(60))
        device.open(appA)
        device.begin(appA, 4)
        device.advance(by: .seconds(60))
    }

    private func outcome(_ device: TestDevice) -> Outcome {
        let verdicts = device.agent.verdicts[appA, default: []].map { outcome in
            switch outcome {
            case .finished(let file, _):
                return TransferOutcome.finished(file, response: PayloadHandle(0))
            case .failed(let failure, _, _):
                return .failed(failure, received: 0, response: nil)
            case .cancelled(let kind, _, let resumable):
                return .cancelled(kind, received: 0, resumable: resumable)
            }
        }
        return Outcome(
            verdicts: verdicts, facts: device.stored.keys.sorted(), placed: device.agent.placed,
            states: device.machine.views.map(\.state))
    }

    @Test(
        "Killed after any event, before or after acting on it, the daemon comes to the same verdicts",
        .behaviour("reliability D2", "X2"), arguments: [false, true])
    func sameEnd(beforeActing: Bool) {
        let undisturbed = TestDevice(installing: .test(appA))
        play(undisturbed)
        let expected = outcome(undisturbed)
        #expect(expected.verdicts.count == 4 && undisturbed.events.count > 40)
        for index in 3...undisturbed.events.count {
            let device = TestDevice(installing: .test(appA))
            device.killedAfter = index
            device.killedBeforeActing = beforeActing
            play(device)
            device.advance(by: .seconds(60))
            let got = outcome(device)
            #expect(
                Set(got.verdicts) == Set(expected.verdicts) && got.verdicts.count == 4,
                "killed after \(index): \(undisturbed.events[index - 1])")
            #expect(got.facts == expected.facts && got.placed == expected.placed, "\(index)")
            #expect(device.payloads.isEmpty, "\(index)")
        }
    }
}
