import TestSupport
import Testing

@testable import QuiesceCore

/// Questions that a transfer waits for.
@Suite struct TransferQuestionTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1), sessions: ["s"])
        device.open(appA)
        device.agent.usual = .nothing
        return device
    }

    private func ask(_ device: TestDevice, _ question: UInt64 = 1, attempt: UInt64 = 1) {
        device.say(
            .asked(TransferID(1), attempt: attempt, question: question, .challenge))
    }

    private func answer(_ device: TestDevice, _ question: UInt64 = 1) {
        device.request(appA, .answer(transfer: 1, question: question, KeptAnswer()))
    }

    @Test("A running app is asked, and the transfer goes on with its answer", .behaviour("X5"))
    func running() {
        let device = device()
        device.begin(appA, 1)
        ask(device)
        #expect(device.transferCalls(appA) == ["didReceiveChallenge"])
        #expect(device.wait(1) == .answer && device.view(1)?.question == 1)
        answer(device)
        #expect(device.agent.answers.map(\.usual) == [false])
        #expect(device.agent.verdicts[appA]?.count == 1)
    }

    @Test("A suspended app is woken for a question, though others are under way", .behaviour("X6"))
    func woken() {
        let device = device()
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.home()
        ask(device)
        #expect(
            device.transferCalls(appA) == [
                "handleEventsForBackgroundURLSession", "didReceiveChallenge",
            ])
        answer(device)
        #expect(
            device.transferCalls(appA).suffix(2) == ["urlSessionDidFinishEvents", "didComplete"])
    }

    @Test("An app that isn't running is launched for a question", .behaviour("X6"))
    func relaunched() {
        let device = device()
        device.begin(appA, 1)
        device.home()
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(3))
        ask(device)
        #expect(device.state(appA) == .background)
        #expect(device.transferCalls(appA).last == "didReceiveChallenge")
    }

    @Test("Where nobody can be asked, the usual is done", .behaviour("X5"))
    func nobody() {
        let device = device()
        var settings = SessionSettings()
        settings.sendsLaunchEvents = false
        device.openSession(appA, "s", settings)
        device.begin(appA, 1)
        device.home()
        device.die(appA, .signalled(9))
        ask(device)
        #expect(device.agent.answers.map(\.usual) == [true])
        device.agent.usual = .ask(.redirect)
        device.get()
        #expect(device.agent.answers.map(\.usual) == [true, true])
    }

    @Test("The next attempt asks again, and an old answer counts for nothing", .behaviour("X5"))
    func attemptDied() {
        let device = device()
        device.begin(appA, 1)
        ask(device)
        device.endAgent()
        #expect(device.view(1)?.runningAttempt == 2)
        answer(device)
        #expect(device.agent.answers.isEmpty)
        ask(device, 1, attempt: 1)
        #expect(device.wait(1) == nil)
        ask(device, 7, attempt: 2)
        answer(device, 7)
        #expect(device.agent.answers.count == 1)
        #expect(
            device.transferCalls(appA) == [
                "didReceiveChallenge", "didReceiveChallenge", "didComplete",
            ])
    }

    @Test("One that waits for an answer takes no place on the device", .behaviour("X9"))
    func takesNoPlace() {
        let device = device()
        device.begin(appA, 1)
        ask(device)
        for task in 2...UInt64(Limits.runningTransfers) + 1 {
            device.get("https://\(task).example:443")
        }
        #expect(device.agent.started.count > Limits.runningTransfersPerSession)
    }
}
