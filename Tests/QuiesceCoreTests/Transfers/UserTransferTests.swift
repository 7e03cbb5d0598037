import TestSupport
import Testing

@testable import QuiesceCore

/// The transfers of `quiesce get`: a file at once, or a true reason if the file isn't to be had.
@Suite struct UserTransferTests {
    private let refused = TransferFailure(.cannotConnect, code: 111)

    private func outcome(_ device: TestDevice, _ id: UInt64) -> TransferOutcome? {
        guard case .ended(let outcome) = device.view(id)?.transfer.stage else { return nil }
        return outcome
    }

    @Test(
        "A server's error is no file for the user, and a result for an app", .behaviour("X2", "X5"),
        arguments: [399, 400, 404, 499])
    func statuses(status: Int) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(sessions: ["s"])
        device.agent.usual = .finish(status: status)
        device.get()
        if status < 400 {
            #expect(device.agent.placed == [TransferID(1)])
        } else {
            guard case .failed(let failure, _, let response?) = outcome(device, 1) else {
                Issue.record("it was taken for a file")
                return
            }
            #expect(failure == TransferFailure(.badStatus, code: status))
            #expect(device.agent.placed.isEmpty && device.agent.bytes.isEmpty)
            #expect(device.payloads.contains(response))
        }
        device.open(appA)
        device.begin(appA, 1)
        guard case .finished(let file, _) = device.agent.verdicts[appA]?.first else {
            Issue.record("an app is given the response")
            return
        }
        #expect(file.status == status)
    }

    @Test("Where a file lies whose name was taken is a fact", .behaviour("X2"))
    func copies() {
        let device = TestDevice()
        device.agent.copy = 2
        device.get()
        guard case .finished(let file, _) = outcome(device, 1) else {
            Issue.record("it didn't finish")
            return
        }
        #expect(file.copy == 2)
        let facts = device.machine.facts
        #expect(
            facts.contains { fact in
                guard case .transfer(let transfer) = fact,
                    case .ended(.finished(let file, _)) = transfer.stage
                else { return false }
                return file.copy == 2
            })
    }

    @Test("What the user asks for is tried at once, whatever others failed at", .behaviour("X2"))
    func atOnce() {
        let device = TestDevice()
        device.agent.outcomes[origin] = [.fail(refused), .fail(refused), .nothing]
        device.get()
        #expect(device.wait(1) == .retry && device.view(1)?.failure == refused)
        device.get()
        #expect(device.agent.started == [1, 2].map { TransferID($0) })
        // Asking often makes no pause longer.
        #expect(device.wait(2) == .retry)
        device.advance(by: .seconds(3))
        #expect(device.view(1)?.runningAttempt == 2 && device.view(2)?.runningAttempt == 2)
    }

    @Test("A server that asked for peace is left in it, and that is what is said", .behaviour("X2"))
    func peace() {
        let device = TestDevice()
        let busy = TransferFailure(.serverBusy, code: 503)
        device.agent.outcomes[origin] = [.fail(busy, retryAfter: .seconds(600)), .nothing]
        device.get()
        device.get()
        #expect(device.agent.started == [TransferID(1)])
        #expect(device.wait(2) == .host && device.view(2)?.isAsked == true)
        #expect(device.view(2)?.failure == busy)
        #expect(
            device.control(2, .hurry(insists: false, timeout: nil)).refusal == .transferUnchanged)
        // A user who insists is served.
        #expect(device.control(2, .hurry(insists: true, timeout: nil)) == .done)
        #expect(device.view(2)?.runningAttempt == 1)
    }

    @Test("Of an app's, who waits for another's failure says which", .behaviour("X2", "D2"))
    func others() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(sessions: ["s"])
        device.open(appA)
        device.agent.outcomes[origin] = [.fail(refused), .nothing]
        device.begin(appA, 1)
        device.begin(appA, 2)
        #expect(device.wait(2) == .host && device.view(2)?.isAsked == false)
        #expect(device.view(2)?.failure == refused)
        let said = device.machine.why(appA, at: device.now)?.pending.map(\.sentence) ?? []
        #expect(
            said.contains {
                $0.contains("other transfers with its host failed (connection refused)")
            })
        #expect(said.contains { $0.contains("after a failure (connection refused)") })
    }

    @Test("A retry by hand is tried at once, and begins with short pauses again", .behaviour("X2"))
    func retry() {
        let device = TestDevice()
        device.agent.usual = .fail(refused)
        device.get()
        device.advance(by: .seconds(300))
        let tries = device.agent.started.count
        #expect((device.view(1)?.failures ?? 0) > 5)
        #expect(device.control(1, .hurry(insists: true, timeout: nil)) == .done)
        #expect(device.agent.started.count == tries + 1)
        device.advance(by: .seconds(3))
        #expect(device.agent.started.count > tries + 1)
        device.agent.usual = .nothing
        device.advance(by: .seconds(60))
        // It runs: there is nothing to hurry.
        #expect(
            device.control(1, .hurry(insists: true, timeout: nil)).refusal == .transferUnchanged)
        #expect(device.control(1, .suspend) == .done)
        #expect(device.control(1, .hurry(insists: true, timeout: nil)) == .done)
        #expect(device.wait(1) != .suspended)
    }

    @Test("A full disk is tried again at once, too", .behaviour("X2", "reliability D5"))
    func space() {
        let device = TestDevice()
        device.agent.placeFailures = [TransferFailure(.noSpace, code: 28)]
        device.get()
        #expect(device.wait(1) == .space)
        #expect(device.view(1)?.failure == TransferFailure(.noSpace, code: 28))
        #expect(device.control(1, .hurry(insists: true, timeout: nil)) == .done)
        #expect(device.agent.placed == [TransferID(1)])
    }

    @Test("A timeout ends it, also one that is given later, and over restarts", .behaviour("X9"))
    func timeout() {
        let device = TestDevice()
        device.agent.usual = .fail(refused)
        var settings = SessionSettings()
        settings.resourceTimeout = 20
        device.get(origin, settings)
        device.get("https://other.example:443")
        device.advance(by: .seconds(10))
        #expect(device.control(1, .hurry(insists: false, timeout: .seconds(30))) == .done)
        device.advance(by: .seconds(15))
        #expect(outcome(device, 1) == nil)
        device.advance(by: .seconds(16))
        #expect(
            outcome(device, 1)
                == .failed(TransferFailure(.resourceTimedOut), received: 0, response: nil))
        #expect(outcome(device, 2) == nil)
    }

    @Test("What the user has under way from a server is found, and nothing else", .behaviour("X2"))
    func found() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(sessions: ["s"])
        device.open(appA)
        device.get()
        device.agent.usual = .nothing
        device.begin(appA, 1)
        device.get("https://other.example:443")
        device.get()
        #expect(device.machine.userTransfers(from: origin).map(\.id) == [TransferID(4)])
    }

    @Test(
        "A failure is said in words, libcurl's numbers and errnos too", .behaviour("D2"),
        arguments: [
            (TransferFailure(.hostNotFound, code: 6), "can't resolve host"),
            (TransferFailure(.cannotConnect, code: 111), "connection refused"),
            (TransferFailure(.cannotConnect), "can't connect"),
            (TransferFailure(.cannotConnect, code: 7), "can't connect"),
            (TransferFailure(.secureConnectionFailed, code: 35), "TLS handshake failed"),
            (TransferFailure(.badStatus, code: 404), "the server answered 404 Not Found"),
            (TransferFailure(.serverBusy, code: 599), "the server answered 599"),
            (TransferFailure(.noSpace, code: 28), "there is no room on the disk (no space left)"),
        ])
    func words(failure: TransferFailure, words: String) { #expect(failure.words == words) }
}
