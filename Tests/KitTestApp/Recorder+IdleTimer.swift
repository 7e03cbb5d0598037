import Foundation
import QuiesceKit

// The recorder's commands for the tests of the idle timer.
extension Recorder {
    /// `idleTimer off` or `on`.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyIdleTimer(_ words: [Substring]) -> Bool {
        guard words.first == "idleTimer" else { return false }
        let isDisabled = words.last == "off"
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                UIApplication.shared.isIdleTimerDisabled = isDisabled
                say("idle timer \(UIApplication.shared.isIdleTimerDisabled ? "off" : "on")")
            }
        }
        return true
    }
}
