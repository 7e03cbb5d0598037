import TestSupport
import Testing

@testable import QuiesceCore

/// `why`, as far as transfers go.
@Suite struct TransferExplanationTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1), sessions: ["s"])
        device.open(appA)
        device.agent.usual = .nothing
        return device
    }

    private func pending(_ device: TestDevice) -> [Pending] {
        device.machine.why(appA, at: device.now)?.pending.filter { $0.kind == .transfer } ?? []
    }

    @Test(
        "Whatever a transfer waits for is said, with the moment if one is known", .behaviour("D2"))
    func waits() throws {
        let device = device()
        device.agent.outcomes["https://busy:1"] = [
            .fail(TransferFailure(.serverBusy, code: 503), retryAfter: .seconds(100))
        ]
        device.begin(appA, 1)
        device.create(appA, 2)
        device.begin(appA, 3, from: "https://busy:1")
        device.begin(appA, 4) { $0.earliestBegin = (device.now.wall + .seconds(50)).milliseconds }
        let sentences = pending(device).map(\.sentence)
        #expect(sentences.count == 4)
        #expect(sentences[0].contains("is under way, in attempt 1"))
        #expect(sentences[1].contains("is suspended"))
        #expect(sentences[2].contains("is tried again") || sentences[2].contains("for a later try"))
        #expect(sentences[3].contains("waits for the begin date that its app set"))
        #expect(pending(device)[3].earliest?.after(device.now) == .seconds(50))
        device.change(.network(.none))
        #expect(pending(device)[0].sentence.contains("waits for a network"))
        for wait in pending(device) { #expect(wait.rule != nil) }
    }

    @Test("Many are counted, as an answer is one datagram", .behaviour("D2"))
    func many() {
        let device = device()
        for task in 1...20 as ClosedRange<UInt64> { device.create(appA, task) }
        #expect(pending(device).count == Limits.pendingNamed + 1)
        #expect(pending(device).last?.sentence.contains("12 transfers more") == true)
    }

    @Test("Why a verdict hasn't reached its app is said", .behaviour("D2", "X6"))
    func delivery() {
        let device = device()
        var settings = SessionSettings()
        settings.sendsLaunchEvents = false
        device.openSession(appA, "quiet", settings)
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.begin(appA, 1, "quiet")
        device.home()
        device.finish(TransferID(1), 1)
        device.finish(TransferID(3), 1)
        device.run()
        let sentences = pending(device).map(\.sentence)
        #expect(sentences[0].contains("is woken once one other task of its session has"))
        #expect(sentences[2].contains("does not set sessionSendsLaunchEvents"))
    }

    @Test("A restart from the first byte, and a failure, are in the chain", .behaviour("D2", "X3"))
    func chain() {
        let device = device()
        device.begin(appA, 1)
        device.say(
            .responded(TransferID(1), attempt: 1, .restarted(.entityChanged, discarded: 2_000_000)))
        let chain = device.machine.why(appA, at: device.now)?.chain ?? []
        #expect(
            chain.last?.sentence
                == "It had to start over (transfer 1: 2 MB again, as the server has another version)."
        )
        #expect(pending(device).first?.sentence.contains("it had to start over, because ") == true)
    }

    @Test("`why --not transfer` says what stands in the way", .behaviour("D2", "X6"))
    func whyNot() {
        let device = device()
        let cause = WakeCause.transfer(session: "")
        func first() -> Reason? {
            device.machine.whyNot(appA, cause, at: device.now)?.obstacles.first?.reason
        }
        // There is a session, and nothing in it that could end.
        #expect(first() == .noTransfers)
        device.begin(appA, 1)
        #expect(first() == nil)
        var settings = SessionSettings()
        settings.sendsLaunchEvents = false
        device.openSession(appA, "s", settings)
        #expect(first() == .launchEventsOff)
        device.quit(appA)
        #expect(first() == .forceQuitByUser)
    }

    @Test("The agent's end and what waits for it are said of the device", .behaviour("D2"))
    func agent() {
        let device = device()
        device.get()
        for _ in 1...4 {
            device.endAgent()
            device.advance(by: .seconds(60))
        }
        device.agent.comesUp = false
        device.endAgent()
        #expect(device.machine.why().pending.contains { $0.kind == .transfer })
        let decision = device.decisions.last { $0.reason == .agentEnded }
        #expect(decision?.sentence.contains("times in a row") == true)
    }
}
