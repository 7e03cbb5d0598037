import QuiesceCore
import Testing

@testable import QuiesceSimulation

@Suite struct RestartTests {
    @Test("Whichever event the daemon dies at, what lasts is the same", arguments: 1...6)
    func everyEvent(seed: UInt64) {
        let result = Simulator.checkRestarts(.calm(seed: seed, events: 8))
        #expect(result.difference == nil, "\(result.difference?.description ?? "")")
        #expect(result.events > 8)
    }

    @Test("A restart that loses a wake-up is noticed")
    func lostWake() {
        var undisturbed = DurableOutcome()
        if let app = AppID("app.a") {
            undisturbed.verdicts[1] = .init(app: app, reason: .completedNewData)
        }
        let difference = DurableOutcome().difference(from: undisturbed, restartedAfter: nil)
        #expect(difference == "wake-up 1: none, not app.a completedNewData")
        #expect(DurableOutcome().difference(from: undisturbed, restartedAfter: 0) == nil)
    }
}
