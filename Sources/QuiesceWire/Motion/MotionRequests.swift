import QuiesceVocabulary

/// The samples that an app wants of each sensor, as it asked last. They belong to the app and not
/// to a connection, so that the app can ask the next daemon for them.
package struct MotionRequests: Sendable, Hashable {
    private var intervals: [MotionSensor: Interval] = [:]

    package init() {}

    /// - Returns: nil: it wants none.
    package subscript(_ sensor: MotionSensor) -> Interval? { intervals[sensor] }

    /// The app asks for something.
    package mutating func note(_ request: MotionRequest) {
        intervals[request.sensor] = request.interval
    }

    /// The requests that ask for all of it, in the order of the sensors.
    package var requests: [MotionRequest] {
        MotionSensor.allCases.compactMap { sensor in
            intervals[sensor].map { .start(sensor: sensor, interval: $0) }
        }
    }
}
