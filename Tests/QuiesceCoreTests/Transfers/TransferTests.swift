import TestSupport
import Testing

@testable import QuiesceCore

/// One transfer's way from its creation to its end.
@Suite struct TransferTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(sessions: ["s"])
        device.open(appA)
        return device
    }

    @Test("A task is created suspended, and runs once it is resumed", .behaviour("X1"))
    func createdSuspended() {
        let device = device()
        device.create(appA, 1)
        #expect(device.view(1)?.transfer.stage == .suspended)
        #expect(device.wait(1) == .suspended)
        #expect(device.agent.started.isEmpty && device.agent.launches == 0)
        device.agent.usual = .nothing
        device.command(appA, 1, .resume)
        #expect(device.agent.started == [TransferID(1)])
        #expect(device.view(1)?.runningAttempt == 1)
        #expect(device.wait(1) == nil)
    }

    @Test(
        "A finished transfer is placed, told, handled, and then nothing is left of it",
        .behaviour("X5"))
    func wholeLife() {
        let device = device()
        device.begin(appA, 1)
        #expect(device.transferCalls(appA) == ["didComplete"])
        #expect(device.agent.verdicts[appA]?.count == 1)
        guard case .finished(let file, _) = device.agent.verdicts[appA]?.first else {
            Issue.record("it didn't finish")
            return
        }
        #expect(file == TransferredFile(status: 200, size: 1_000))
        #expect(device.view(1) == nil)
        #expect(device.agent.bytes.isEmpty && device.agent.placed.isEmpty)
        #expect(device.payloads.isEmpty)
        #expect(!device.stored.keys.contains { $0.hasPrefix("transfer/") })
    }

    @Test(
        "What the app asks is acknowledged only once it is on disk, and done once",
        .behaviour("reliability D1", "reliability A5"))
    func acknowledged() throws {
        let device = device()
        let launch = try #require(device.processes[appA]?.launch)
        device.create(appA, 1)
        let request = try #require(device.processes[appA]?.lastRequest)
        #expect(device.promises.contains(.ack(appA, launch, request: request)))
        let before = device.machine.transferViews
        let new = NewTransfer(
            session: "s", task: 1, kind: .download, origin: origin, request: PayloadHandle(0))
        device.promises = []
        device.send(.transfer(.requested(appA, launch, request: request, .create(new))))
        #expect(device.machine.transferViews == before)
        #expect(device.promises.contains(.ack(appA, launch, request: request)))
    }

    @Test("What an old attempt says is dropped", .behaviour("X3"))
    func oldAttempt() throws {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .suspend)
        #expect(device.wait(1) == .suspended)
        device.command(appA, 1, .resume)
        #expect(device.view(1)?.runningAttempt == 2)
        device.say(
            .finished(
                TransferID(1), attempt: 1, TransferredFile(status: 200, size: 5),
                response: device.newPayload()))
        #expect(device.view(1)?.transfer.stage == .queued)
        device.say(
            .interrupted(
                TransferID(1), attempt: 1, TransferFailure(.checksumMismatch), received: 0,
                retryAfter: nil, response: device.newPayload()))
        #expect(device.view(1)?.runningAttempt == 2)
    }

    @Test("A suspended task's attempt is stopped before the next begins", .behaviour("X1"))
    func stopsFirst() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.agent.running[TransferID(1)] = nil  // The agent takes its time to say so.
        device.command(appA, 1, .suspend)
        device.command(appA, 1, .resume)
        #expect(device.agent.started.count == 1)
        device.say(.stopped(TransferID(1), attempt: 1, received: 70))
        #expect(device.agent.started.count == 2)
        #expect(device.view(1)?.received == 70)
    }

    @Test("Cancelled, it has that verdict at once, and no other", .behaviour("X1", "X5"))
    func cancelled() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .cancel(keepingBytes: false))
        #expect(
            device.agent.verdicts[appA] == [
                .cancelled(.cancelled, received: 0, resumable: false)
            ])
        #expect(device.agent.running.isEmpty)
        device.finish(TransferID(1), 1)
        device.run()
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(device.view(1) == nil && device.payloads.isEmpty)
    }

    @Test("Another task goes on from the bytes that a cancelled one left", .behaviour("X3"))
    func resumes() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.agent.bytes[TransferID(1)] = 400
        device.command(appA, 1, .cancel(keepingBytes: true))
        #expect(device.view(1)?.transfer.stage == .kept)
        #expect(device.agent.bytes[TransferID(1)] == 400)
        device.agent.usual = .finish()
        device.begin(appA, 2) { $0.resumesTransfer = 1 }
        #expect(device.agent.told[TransferID(1)] == 2)
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
        #expect(device.agent.bytes.isEmpty)
    }

    @Test(
        "A task may go on from another's bytes before that one's verdict is handled",
        .behaviour("X3"))
    func resumesWithinTheCallback() {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = false
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .cancel(keepingBytes: true))
        device.agent.usual = .finish()
        device.begin(appA, 2) { $0.resumesTransfer = 1 }
        #expect(device.agent.verdicts[appA]?.count == 2)
        // The app's next `handled` message is about the first verdict.
        device.request(appA, .handled(transfer: 1))
        #expect(device.view(1)?.transfer.task == 2)
        device.request(appA, .handled(transfer: 1))
        #expect(device.view(1) == nil && device.payloads.isEmpty)
    }

    @Test("Bytes that nobody goes on from are dropped in the end", .behaviour("X3"))
    func keptForAWhile() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .cancel(keepingBytes: true))
        device.advance(by: Limits.keptFor - .seconds(1))
        #expect(device.view(1) != nil)
        device.advance(by: .seconds(1))
        #expect(device.view(1) == nil && device.payloads.isEmpty)
        for task in 2...UInt64(Limits.keptTransfersPerApp) + 2 {
            device.begin(appA, task)
            device.command(appA, task, .cancel(keepingBytes: true))
        }
        #expect(device.machine.transferViews.count == Limits.keptTransfersPerApp)
        #expect(device.view(2) == nil)
    }

    @Test(
        "What the disk didn't take never was, and the app is told",
        .behaviour("reliability D5", "X5"))
    func notStored() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.say(.notStored([TransferID(1)], .noSpace))
        #expect(
            device.agent.verdicts[appA] == [
                .failed(TransferFailure(.noSpace), received: 0, response: nil)
            ])
        #expect(device.view(1) == nil && device.payloads.isEmpty && device.agent.running.isEmpty)
    }

    @Test(
        "What was cancelled before the disk refused it is told as cancelled, once, and lasts with its launch",
        .behaviour("reliability D5", "X5"), arguments: [true, false])
    func cancelledAndNotStored(isHandled: Bool) {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = isHandled
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .cancel(keepingBytes: true))
        device.say(.notStored([TransferID(1)], .noSpace))
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(!device.machine.facts.contains { $0.key == Fact.key(transfer: TransferID(1)) })
        device.die(appA, .signalled(9))
        device.open(appA)
        #expect(device.agent.verdicts[appA]?.count == 1)
        // Bytes that an app was given to go on from are kept for a while.
        device.advance(by: Limits.keptFor)
        #expect(device.view(1) == nil && device.payloads.isEmpty)
    }

    @Test(
        "A task that goes on from the bytes of one that the disk refused is stored as any other",
        .behaviour("reliability D5", "X5"))
    func goesOnFromUnstored() throws {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.command(appA, 1, .cancel(keepingBytes: true))
        device.say(.notStored([TransferID(1)], .noSpace))
        device.begin(appA, 2) { $0.resumesTransfer = 1 }
        let key = Fact.key(transfer: TransferID(1))
        guard case .transfer(let fact)? = device.machine.facts.first(where: { $0.key == key })
        else {
            Issue.record("the new task has no fact")
            return
        }
        #expect(fact.task == 2 && fact.stage != .kept)
    }

    @Test(
        "Nobody is woken for what the disk didn't take of a launch that is gone",
        .behaviour("reliability D5", "X6"))
    func notStoredOfDeadLaunch() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.die(appA, .signalled(9))
        device.say(.notStored([TransferID(1)], .noSpace))
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .notRunning)
        #expect(device.view(1) == nil && device.payloads.isEmpty && device.agent.running.isEmpty)
    }

    @Test(
        "The time for the whole ends it, by no clock that anybody sets",
        .behaviour("X9", "reliability T1"))
    func resourceTimeout() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        var settings = SessionSettings()
        settings.resourceTimeout = 100
        device.openSession(appA, "s", settings)
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.tellClock(setBy: .seconds(86_400))
        device.advance(by: .seconds(99))
        #expect(device.view(1)?.runningAttempt == 1)
        device.advance(by: .seconds(1))
        #expect(
            device.agent.verdicts[appA] == [
                .failed(TransferFailure(.resourceTimedOut), received: 0, response: nil)
            ])
        #expect(device.agent.running.isEmpty)
    }

    @Test("The user's own transfers are made, listed and forgotten", .behaviour("X2"))
    func ofTheUser() {
        let device = TestDevice()
        #expect(device.get() == .done)
        #expect(device.view(1)?.transfer.owner == .user)
        guard case .ended(.finished) = device.view(1)?.transfer.stage else {
            Issue.record("it didn't finish")
            return
        }
        device.agent.usual = .nothing
        device.get()
        #expect(device.control(2, .suspend) == .done)
        #expect(device.wait(2) == .suspended)
        #expect(device.control(2, .suspend).refusal == .transferUnchanged)
        #expect(device.control(2, .resume) == .done)
        #expect(device.control(2, .cancel(keepingBytes: false)) == .done)
        #expect(device.control(2, .resume).refusal == .unknownTransfer)
        #expect(device.control(77, .resume).refusal == .unknownTransfer)
        device.agent.usual = .finish()
        for _ in 0..<Limits.endedTransfersListed { device.get() }
        #expect(device.machine.transferViews.count == Limits.endedTransfersListed)
        #expect(device.view(2) == nil)
    }

    @Test(
        "Uninstalling an app deletes its transfers, an update keeps them",
        .behaviour("reliability B5"))
    func uninstall() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.create(appA, 2)
        device.install(.test(appA, version: "2"))
        #expect(device.machine.transferViews.count == 2)
        #expect(device.view(1)?.runningAttempt == 1)
        device.ask { .uninstall(appA, $0) }
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
        #expect(device.agent.running.isEmpty && device.agent.bytes.isEmpty)
        #expect(device.stored.keys.sorted() == ["app/B", "device", "transfers"])
    }
}
