import QuiesceCore
import QuiesceSimulation

// Hosted programs that are thawed by schedule.
extension EventRoom {
    static let thaw = EventRoom(actions: ["thaw", "traffic"]) {
        $1.key == "thaw" ? $0.thaw($1, $2) : $0.traffic($1, $2)
    }
}

extension Reader {
    /// `thaw: {app: Mail, schedule: every 10m for 20s}`, or `schedule: declared`, as its Info.plist
    /// says.
    fileprivate func thaw(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "thaw", keys: ["app", "schedule"]) else {
            return nil
        }
        guard let app = fields["app"], let schedule = fields["schedule"] else {
            report(fields.mark, "thaw needs \"app\" and \"schedule\"")
            return nil
        }
        guard let place = self.app(app, apps), let text = text(schedule) else { return nil }
        if text == "declared" { return .step(.thaw(ThawStep(place: place, schedule: nil))) }
        guard let chosen = ThawSchedule(text) else {
            report(schedule.value.mark, "a schedule is declared, or \(ThawSchedule.form)")
            return nil
        }
        return .step(.thaw(ThawStep(place: place, schedule: chosen)))
    }

    /// `traffic: {app: Mail, patience: 20s, answer: 0.1s, frozen: 0.2s, awake: 0.1s}`: data for it,
    /// the server's patience, how long it takes to answer, and the CPU time that it takes in a
    /// minute from then on.
    fileprivate func traffic(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard
            let fields = map(
                field.value, of: "traffic", keys: ["app", "patience", "answer", "frozen", "awake"])
        else { return nil }
        guard let app = fields["app"] else {
            report(fields.mark, "traffic needs \"app\"")
            return nil
        }
        guard let place = self.app(app, apps) else { return nil }
        var step = TrafficStep(place: place, patience: 20_000, answer: 100)
        let times: [(String, WritableKeyPath<TrafficStep, Int64>)] = [
            ("patience", \.patience), ("answer", \.answer), ("frozen", \.takesFrozen),
            ("awake", \.takesAwake),
        ]
        for (name, path) in times {
            guard let field = fields[name] else { continue }
            guard let time = duration(field) else { return nil }
            step[keyPath: path] = time
        }
        return .step(.traffic(step))
    }
}
