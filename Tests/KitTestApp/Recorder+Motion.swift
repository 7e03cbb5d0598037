import Foundation
import QuiesceKit

// What the tests of motion have it do.
extension Recorder {
    /// - Returns: false, if it is another's command.
    nonisolated func obeyMotion(_ words: [Substring]) -> Bool {
        guard words.first == "accelerometer" else { return false }
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                motion.startAccelerometerUpdates(to: .main) { data, _ in
                    guard let data else { return }
                    say("tilts \(data.acceleration.x) \(data.acceleration.y)")
                }
                say("feels \(motion.isAccelerometerActive)")
            }
        }
        return true
    }
}

@MainActor private let motion = CMMotionManager()
