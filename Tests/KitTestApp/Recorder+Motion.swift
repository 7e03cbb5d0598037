import Foundation
import QuiesceKit

// The recorder's commands for the tests of motion.
extension Recorder {
    /// `accelerometer`; `compass`, which has the gyroscope and the magnetometer, too.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyMotion(_ words: [Substring]) -> Bool {
        guard words.first == "accelerometer" || words.first == "compass" else { return false }
        let isCompass = words.first == "compass"
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                if isCompass { feelTurnsAndFields() }
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

@MainActor private func feelTurnsAndFields() {
    motion.startGyroUpdates(to: .main) { data, _ in
        if let rate = data?.rotationRate { say("turns \(rate.x) \(rate.y) \(rate.z)") }
    }
    motion.startMagnetometerUpdates(to: .main) { data, _ in
        if let field = data?.magneticField { say("field \(field.x) \(field.y) \(field.z)") }
    }
}
