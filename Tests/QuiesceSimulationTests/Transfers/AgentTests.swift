import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSimulation

/// The model of the agent, told what to do by the test in the core's place.
@Suite struct AgentTests {
    /// A device with an agent that runs, and what that says.
    final class Bench {
        let device = SimulatedDevice(apps: [])
        var heard: [MessageFromAgent] = []
        private var attempts: UInt64 = 0
        let id = TransferID(7)

        init() {
            device.transfers.agentObserver = { [unowned self] in heard.append($0) }
            start()
        }

        func start() {
            device.startAgent()
            device.advance(by: .milliseconds(10))
        }

        /// - Returns: how the attempt ended; nil: it hasn't.
        func attempt(
            _ url: String = "https://a.example/1", lasting: Interval = .seconds(3_600)
        ) -> MessageFromAgent? {
            attempts += 1
            heard = []
            device.tellAgent(
                .start(id, attempt: attempts, TransferRequest(url: url)), nil)
            device.advance(by: lasting)
            return heard.last { message in
                switch message {
                case .finished, .interrupted, .stopped: true
                case _: false
                }
            }
        }

        func server(_ change: ServerChange) { device.change(server: 0, change) }

        var outcomes: [ReplyOutcome] {
            heard.compactMap { if case .responded(_, _, let outcome) = $0 { outcome } else { nil } }
        }
    }

    @Test("A file comes whole, and is said again until it is forgotten")
    func plain() {
        let bench = Bench()
        #expect(bench.heard == [.ready])
        for _ in 1...2 {
            guard case .finished(_, _, let file, _) = bench.attempt() else {
                Issue.record("it ended with \(bench.heard)")
                return
            }
            #expect(file == TransferredFile(status: 200, size: 20_000_000))
        }
        #expect(
            bench.device.transfers.agent.files[bench.id]?.body.wholeVersion?.length == 20_000_000)
        bench.device.tellAgent(.forget(bench.id), nil)
        bench.device.advance(by: .seconds(1))
        #expect(bench.device.transfers.agent.files.isEmpty)
    }

    @Test("A connection that is cut is gone on from; after a SIGKILL at most a block comes again")
    func cut() throws {
        let bench = Bench()
        bench.device.change(.cut(afterBytes: 9_000_000))
        guard case .interrupted(_, _, let failure, 9_000_000, _, _) = bench.attempt() else {
            Issue.record("it ended with \(bench.heard)")
            return
        }
        #expect(failure.kind == .connectionLost)
        #expect(bench.attempt(lasting: .seconds(1)) == nil)
        #expect(bench.outcomes == [.resumed(offset: 9_000_000)])
        bench.device.killAgent()
        bench.device.advance(by: .seconds(1))
        bench.start()
        _ = bench.attempt()
        guard case .resumed(let offset) = try #require(bench.outcomes.first) else {
            Issue.record("it went on with \(bench.heard)")
            return
        }
        // It had come to some 13.8 million, of which 3 blocks were written.
        #expect(offset == 3 * SimulatedAgent.block)
        #expect(bench.device.finding == nil)
    }

    /// Random scenarios seldom change a file between two halves of it.
    @Test("An agent that appends a changed file to the old one is found out", .behaviour("X3"))
    func mixedFile() {
        let bench = Bench()
        bench.device.transfers.agent.appendsBlindly = true
        bench.device.change(.cut(afterBytes: 9_000_000))
        _ = bench.attempt()
        bench.server(.newVersion(bytes: 20_000_000))
        _ = bench.attempt()
        #expect(bench.device.finding == nil)
        bench.device.checkFinished(bench.id)
        #expect(bench.device.finding?.invariant == .wholeFiles)
    }

    @Test("A power cut leaves what was synced, and nothing behind it is trusted")
    func powerCut() throws {
        let bench = Bench()
        bench.server(.newVersion(bytes: 100_000_000))
        #expect(bench.attempt(lasting: .seconds(15)) == nil)
        // Without the daemon, which would delete what it knows nothing of.
        bench.device.transfers.agent.losePower(at: bench.device.now.awake)
        bench.device.agentLosesDaemon()
        bench.device.advance(by: .seconds(1))
        let file = try #require(bench.device.transfers.agent.files[bench.id])
        #expect(file.body.count > file.synced)
        bench.start()
        guard case .finished = bench.attempt() else {
            Issue.record("it ended with \(bench.heard)")
            return
        }
        #expect(bench.outcomes == [.resumed(offset: SimulatedAgent.syncedAtOnce)])
        #expect(bench.device.transfers.agent.files[bench.id]?.body.wholeVersion != nil)
    }

    /// Each mood, by each kind of validator, with ranges and without, from nothing and from half a
    /// file, of the same version and of another: 1,300 cases.
    @Test(
        "Whatever a server says, what finishes is one version, and in the end all of it comes",
        .behaviour("X3"), arguments: ServerMood.allCases)
    func table(mood: ServerMood) {
        for validator in ServerValidator.allCases {
            for (ranges, half, changes) in Self.cases {
                let bench = Bench()
                bench.server(.validator(validator))
                bench.server(.ranges(ranges))
                if half {
                    bench.device.change(.cut(afterBytes: 10_000_000))
                    _ = bench.attempt()
                }
                if changes { bench.server(.newVersion(bytes: 20_000_000)) }
                bench.server(.mood(mood))
                _ = bench.attempt()
                bench.server(.mood(.honest))
                // An attempt that a question holds up is stopped first.
                bench.device.tellAgent(.stop(bench.id, attempt: half ? 2 : 1), nil)
                bench.device.advance(by: .seconds(1))
                let told = "\(mood) \(validator) \(ranges) \(half) \(changes): \(bench.heard)"
                guard case .finished = bench.attempt() else {
                    Issue.record("not finished: \(told)")
                    continue
                }
                #expect(
                    bench.device.transfers.agent.files[bench.id]?.body.wholeVersion != nil,
                    "\(told)")
                #expect(bench.device.finding == nil, "\(told)")
            }
        }
    }

    private static let cases = [true, false].flatMap { ranges in
        [true, false].flatMap { half in
            [true, false].map { (ranges, half, $0) }
        }
    }

    @Test("Without a network only the machine itself is reached, and what was open breaks")
    func offline() {
        let bench = Bench()
        #expect(bench.attempt(lasting: .seconds(1)) == nil)
        bench.device.change(.link(.none))
        bench.device.advance(by: .seconds(1))
        guard case .interrupted(_, _, let failure, _, _, _)? = bench.heard.last else {
            Issue.record("it went on: \(bench.heard)")
            return
        }
        #expect(failure.kind == .connectionLost)
        guard case .interrupted(_, _, TransferFailure(.hostNotFound), _, _, _) = bench.attempt()
        else {
            Issue.record("it ended with \(bench.heard)")
            return
        }
        guard case .finished = bench.attempt("http://localhost:8080/1") else {
            Issue.record("it ended with \(bench.heard)")
            return
        }
    }
}
