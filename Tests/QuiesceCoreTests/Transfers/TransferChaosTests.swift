import TestSupport
import Testing

@testable import QuiesceCore

/// Everything that can happen to transfers, in any order: what is promised holds after each event,
/// and in the end every task has one verdict.
@Suite struct TransferChaosTests {
    private struct Chaos {
        let device = TestDevice(
            installing: .test(appA, modes: [.fetch]), .test(appB, modes: [.fetch]))
        var random: SeededGenerator
        var lastTask: UInt64 = 0

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for app in [appA, appB] {
                device.behaviours[app] = AppBehaviour(
                    completesAfter: .seconds(2), sessions: ["s", "t"])
            }
            device.open(appA)
            device.open(appB)
        }

        mutating func any(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[any(values.count)] }

        mutating func outcome() -> PlayedTransferAgent.Outcome {
            switch any(8) {
            case 0...2: .finish(after: .seconds(Int64(any(20))))
            case 3: .fail(TransferFailure(pick(TransferFailure.Kind.allCases)))
            case 4: .fail(TransferFailure(.connectionLost), received: UInt64(any(1_000)))
            case 5:
                .fail(
                    TransferFailure(.serverBusy, code: 503), retryAfter: .seconds(Int64(any(90))))
            case 6: .ask(pick([.redirect, .challenge]))
            case _: .nothing
            }
        }

        mutating func step() throws {
            let app = pick([appA, appB])
            let isThere = device.processes[app]?.frozen == false
            device.agent.usual = outcome()
            switch any(20) {
            case 0...4:
                guard isThere else { return }
                lastTask += 1
                let host = pick(["https://a:1", "https://b:1", "http://localhost:1"])
                device.begin(app, lastTask, pick(["s", "t"]), from: host)
            case 5, 6:
                guard isThere, lastTask > 0 else { return }
                let task = UInt64(any(Int(lastTask))) + 1
                device.command(
                    app, task,
                    pick([
                        .suspend, .resume, .resume, .cancel(keepingBytes: false),
                        .setPriority(any(101)), .setEarliestBegin(device.now.wall + .seconds(30)),
                    ]), pick(["s", "t"]))
            case 7, 8: device.open(app)
            case 9: device.home()
            case 10: device.die(app, .signalled(9))
            case 11: if any(3) == 0 { device.quit(app) }
            case 12: device.change(.network(pick([.wifi, .cellular, .none])))
            case 13: device.change(.battery(percent: any(101), pick([.charging, .unplugged])))
            case 14: device.endAgent()
            case 15: try device.restartDaemon(after: .seconds(Int64(any(5))))
            case 16: if any(4) == 0 { device.restartDevice() }
            case 17: answer(app)
            case 18:
                device.agent.placeFailures = [TransferFailure(pick([.noSpace, .diskFailed]))]
            case _: device.advance(by: .seconds(Int64(any(100))))
            }
        }

        func answer(_ app: AppID) {
            guard device.processes[app]?.frozen == false else { return }
            for view in device.machine.transferViews {
                guard let question = view.question, view.transfer.owner == .app(app) else {
                    continue
                }
                device.request(
                    app,
                    .answer(
                        transfer: view.transfer.id.value, question: question, KeptAnswer()))
            }
        }

        /// The world is well again, and the user opens each app.
        func calmDown() {
            device.change(.network(.wifi))
            device.change(.battery(percent: 100, .charging))
            device.agent.usual = .finish()
            device.agent.placeFailures = []
            device.endAgent()
            for _ in 1...4 {
                for app in [appA, appB] {
                    device.advance(by: .seconds(1_000))
                    device.open(app)
                    answer(app)
                    for view in device.machine.transferViews
                    where view.transfer.stage == .suspended && view.transfer.owner == .app(app) {
                        device.command(app, view.transfer.task, .resume, view.transfer.session)
                    }
                }
            }
        }
    }

    @Test(
        "Whatever happens, nothing is lost, and every task has one verdict in the end",
        .behaviour("X2", "X5", "X6"),
        arguments: 1...30 as ClosedRange<UInt64>)
    func oneVerdict(seed: UInt64) throws {
        var chaos = Chaos(seed: seed)
        for _ in 1...150 { try chaos.step() }
        chaos.calmDown()
        let device = chaos.device
        #expect(device.machine.transferViews.isEmpty)
        #expect(device.payloads.isEmpty && device.agent.placed.isEmpty)
        #expect(device.agent.running.isEmpty)
        // Each has one verdict, though it may be told again to a later launch.
        var verdicts: [TransferID: Set<Int>] = [:]
        for decision in device.decisions {
            guard case .transfer(.ended(let id, _)) = decision.detail else { continue }
            verdicts[id, default: []].insert(Int(decision.seq))
        }
        let made = device.machine.newestTransfer.value
        #expect(made > 0)
        for id in 1...made { #expect(verdicts[TransferID(id)]?.count == 1, "transfer \(id)") }
        for id in 1...made { #expect(device.agent.told[TransferID(id)] != nil, "transfer \(id)") }
    }
}
