import TestSupport
import Testing

@testable import QuiesceCore

/// Transfers that fail, and the times of their retries.
@Suite struct TransferRetryTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.openSession(appA)
        return device
    }

    @Test("Every failure is tried again, or is the verdict at once", .behaviour("X2"))
    func remedies() {
        for kind in TransferFailure.Kind.allCases where kind != .serverBusy {
            let device = device()
            device.agent.outcomes[origin] = [.fail(TransferFailure(kind)), .finish()]
            device.begin(appA, 1)
            if kind.remedy == .none {
                #expect(
                    device.agent.verdicts[appA] == [
                        .failed(TransferFailure(kind), received: 0, response: nil)
                    ], "\(kind)")
            } else {
                #expect(device.agent.verdicts[appA] == nil, "\(kind)")
                #expect(device.wait(1) == (kind == .noSpace ? .space : .retry), "\(kind)")
                device.advance(by: .seconds(120))
                #expect(device.agent.verdicts[appA]?.count == 1, "\(kind)")
                #expect(device.agent.started.count == 2, "\(kind)")
            }
            #expect(device.payloads.isEmpty)
        }
    }

    @Test("Each failure in a row delays the next attempt longer, up to a limit", .behaviour("X2"))
    func backsOff() {
        let device = device()
        device.agent.usual = .fail(TransferFailure(.connectionLost))
        device.begin(appA, 1)
        var attempts: [Int] = []
        for _ in 1...3 {
            device.advance(by: .seconds(3_600))
            attempts.append(device.agent.started.count)
        }
        #expect(attempts[0] > 10 && attempts[0] < 30)
        // At the limit: between 300 and 600 s each.
        #expect((6...12).contains(attempts[2] - attempts[1]))
    }

    @Test("Progress makes the next attempt come soon again", .behaviour("X2", "X3"))
    func progressResets() {
        let device = device()
        let lost = TransferFailure(.connectionLost)
        device.agent.outcomes[origin] =
            (1...8).map { _ in .fail(lost) } + [.fail(lost, received: 500), .nothing]
        device.begin(appA, 1)
        device.advance(by: .seconds(600))
        #expect(device.view(1)?.failures == 1 && device.view(1)?.received == 500)
        #expect(device.agent.started.count == 10)
    }

    @Test(
        "One failure of a host keeps all from it for a while, and no other host", .behaviour("X2"))
    func perHost() {
        let device = device()
        let fails = PlayedTransferAgent.Outcome.fail(TransferFailure(.cannotConnect))
        device.agent.outcomes[origin] = [fails, fails, fails, .nothing]
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.begin(appA, 3, from: "https://other.example:443")
        #expect(device.wait(2) == .host)
        #expect(device.agent.started == [1, 3].map { TransferID($0) })
        device.advance(by: .seconds(60))
        #expect(device.wait(2) == nil)
    }

    @Test(
        "Retry-After holds all to that host, and not for longer than a day", .behaviour("X2"),
        arguments: [120, 10_000_000] as [Int64])
    func retryAfter(seconds: Int64) {
        let device = device()
        device.agent.outcomes[origin] = [
            .fail(TransferFailure(.serverBusy, code: 503), retryAfter: .seconds(seconds)),
            .finish(),
        ]
        device.begin(appA, 1)
        device.begin(appA, 2)
        // Another network changes nothing about it.
        device.change(.network(.cellular))
        let until = min(seconds, 86_400)
        device.advance(by: .seconds(until - 1))
        #expect(device.agent.started.count == 1 && device.wait(2) == .host)
        device.advance(by: .seconds(1) + min(.seconds(until / 10), Limits.retrySlackMost))
        #expect(device.agent.started.count == 3)
        #expect(device.agent.verdicts[appA]?.count == 2 && device.payloads.isEmpty)
    }

    @Test("A server that is always busy gets its answer delivered in the end", .behaviour("X5"))
    func alwaysBusy() {
        let device = device()
        device.agent.usual = .fail(TransferFailure(.serverBusy, code: 503))
        device.begin(appA, 1)
        device.advance(by: .seconds(86_400))
        guard case .failed(let failure, _, let response?) = device.agent.verdicts[appA]?.first
        else {
            Issue.record("no verdict with a response")
            return
        }
        #expect(failure == TransferFailure(.serverBusy, code: 503))
        #expect(response.value > 0 && device.payloads.isEmpty)
        #expect(device.agent.started.count == Limits.busyAttempts)
    }

    @Test("Another network lets everything be tried at once", .behaviour("X2"))
    func networkBack() {
        let device = device()
        device.agent.outcomes[origin] = [.fail(TransferFailure(.hostNotFound)), .nothing]
        device.begin(appA, 1)
        device.change(.network(.cellular))
        #expect(device.view(1)?.runningAttempt == 2)
    }

    @Test("While the disk is full it waits, and can be cancelled", .behaviour("reliability D5"))
    func diskFull() {
        let device = device()
        device.agent.placeFailures = [
            TransferFailure(.noSpace, code: 28), TransferFailure(.noSpace),
        ]
        let retried = Limits.spaceRetry + .seconds(6)
        device.begin(appA, 1)
        #expect(device.wait(1) == .space)
        device.advance(by: retried)
        #expect(device.wait(1) == .space && device.agent.placeFailures.isEmpty)
        device.command(appA, 1, .cancel(keepingBytes: false))
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(device.view(1) == nil && device.payloads.isEmpty && device.agent.bytes.isEmpty)
        device.agent.placeFailures = [TransferFailure(.noSpace)]
        device.begin(appA, 2)
        device.advance(by: retried)
        #expect(device.agent.verdicts[appA]?.count == 2)
    }

    @Test("A file that can't be placed is a failure", .behaviour("X5"))
    func notPlaced() {
        let device = device()
        device.agent.placeFailures = [TransferFailure(.diskFailed, code: 5)]
        device.begin(appA, 1)
        #expect(
            device.agent.verdicts[appA] == [
                .failed(TransferFailure(.diskFailed, code: 5), received: 1_000, response: nil)
            ])
        #expect(device.payloads.isEmpty)
    }

    @Test("When the agent dies, what it did is taken up again", .behaviour("X2"))
    func agentDies() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.endAgent()
        #expect(device.agent.launches == 2)
        #expect(device.view(1)?.runningAttempt == 2)
        device.agent.usual = .finish()
        device.endAgent()
        device.advance(by: .seconds(30))
        #expect(device.agent.verdicts[appA]?.count == 1)
    }

    @Test("An agent that dies again and again is started ever less often", .behaviour("X2"))
    func agentDiesAlways() {
        let device = device()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        for _ in 1...12 {
            device.endAgent()
            device.advance(by: .seconds(30))
        }
        #expect(device.agent.launches < 12)
        #expect(device.decisions.contains { $0.reason == .agentEnded })
        device.endAgent()
        #expect(device.wait(1) == .retry || device.wait(1) == .agent)
        device.advance(by: .seconds(600))
        #expect(device.view(1)?.runningAttempt != nil)
    }

    @Test("A clean start of the agent isn't asked for without anything to do", .behaviour("X2"))
    func noAgentForNothing() {
        let device = device()
        device.create(appA, 1)
        device.change(.network(.none))
        device.begin(appA, 2)
        #expect(device.agent.launches == 0)
        device.change(.network(.wifi))
        #expect(device.agent.launches == 1)
    }
}
