import QuiesceCore
import QuiesceSimulation

// Sensors of motion, and who asks for them.
extension EventRoom {
    static let motion = EventRoom(actions: ["motion"]) { $0.motion($1, $2) }
}

extension Reader {
    /// `motion: {app: Level, start: accelerometer, each: 20ms}`,
    /// `motion: {app: Level, stop: accelerometer}`, or what a sensor reads from now on, so many
    /// times: `motion: {reading: accelerometer 0 0 -1, times: 50}`.
    fileprivate func motion(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let keys = ["app", "start", "stop", "each", "reading", "times"]
        guard let fields = map(field.value, of: "motion", keys: keys) else { return nil }
        if let reading = fields["reading"] {
            let times = fields["times"].map { number($0, in: 1...Limits.scenarioFlood) } ?? 1
            guard let reading = self.reading(reading), let times else { return nil }
            return .step(.motion(.read(reading, times: times)))
        }
        guard let app = fields["app"], let asked = fields["start"] ?? fields["stop"] else {
            report(
                fields.mark,
                "motion needs \"app\", and \"start\" or \"stop\" with a sensor; or \"reading\"")
            return nil
        }
        let each = fields["each"].map(duration) ?? 100
        guard let app = self.app(app, apps), let sensor = choice(asked, MotionSensor.self),
            let each
        else { return nil }
        let request: MotionRequest =
            fields["start"] == nil
            ? .stop(sensor: sensor) : .start(sensor: sensor, interval: .milliseconds(each))
        return .step(.motion(.ask(app: app, request)))
    }

    /// `accelerometer 0 0 -1`
    private func reading(_ field: Fields.Entry) -> MotionReading? {
        guard let text = text(field) else { return nil }
        let words = [MotionReading.word] + text.split(separator: " ").map(String.init)
        do {
            return try MotionReading(words: words)
        } catch {
            report(field.value.mark, error.description)
            return nil
        }
    }
}
