import QuiesceCore
import QuiesceSimulation

extension EventRoom {
    static let pushes = EventRoom(actions: ["push"]) { reader, field, apps in
        reader.push(field, apps)
    }
}

extension Reader {
    /// `push: {app: Mail, contentAvailable: true, times: 3}`, by a tool
    fileprivate func push(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["contentAvailable", "times"], apps) else {
            return nil
        }
        let available = fields?["contentAvailable"].map(flag) ?? true
        let times = fields?["times"].map { number($0, in: 1...Limits.scenarioPushesAtOnce) } ?? 1
        guard let available, let times else { return nil }
        return .step(.push(app: app, contentAvailable: available, times: times))
    }
}
