import QuiesceWire

/// The outcome of a played sample, for a person.
enum MotionText {
    /// A line for each app that has asked for a sensor, and one for each sensor that none has.
    static func lines(_ rows: [MotionRow], of played: [MotionReading]) -> [String] {
        played.flatMap { reading in
            let mine = rows.filter { $0.sensor == reading.sensor }
            return mine.isEmpty ? [nobody(reading.sensor)] : mine.map(line)
        }
    }

    private static func line(_ row: MotionRow) -> String {
        "\(row.app) (\(row.sensor.rawValue)) \(row.detail)"
    }

    private static func nobody(_ sensor: MotionSensor) -> String {
        "nobody heard it: no app that runs has asked for the \(sensor.rawValue); apps do with CMMotionManager's start\(name(sensor))Updates"
    }

    /// As it is in the names of `CMMotionManager`.
    private static func name(_ sensor: MotionSensor) -> String {
        switch sensor {
        case .accelerometer: "Accelerometer"
        case .gyroscope: "Gyro"
        case .magnetometer: "Magnetometer"
        }
    }
}
