import Foundation
import QuiesceCore
import QuiesceScenario
import QuiesceTerminal

/// Says on standard error how far a simulation is, once it has taken a second.
final class SimulationProgress {
    private let file: ScenarioFile
    private let isShown: Bool
    private var events = 0
    private var next = ContinuousClock.now + .seconds(1)
    private var wasShown = false

    init(_ file: ScenarioFile, isShown: Bool) {
        self.file = file
        self.isShown = isShown
    }

    func note(_ now: Moment) {
        events += 1
        guard isShown, events % 256 == 0, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + .milliseconds(200)
        wasShown = true
        let done = HumanText.span(now.wall - file.start)
        let all = HumanText.span(file.end - file.start)
        tell("\r\u{1b}[Ksimulating: \(done) of \(all), \(events) events…")
    }

    func end() { if wasShown { tell("\r\u{1b}[K") } }

}
