import QuiesceCore
import QuiesceSimulation

// Hosted programs that are thawed by schedule.
extension EventRoom {
    static let thaw = EventRoom(actions: ["thaw"]) { $0.thaw($1, $2) }
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
}
