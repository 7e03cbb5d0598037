import QuiesceCore
import QuiesceSimulation

extension EventRoom {
    static let pushes = EventRoom(actions: ["push"]) { reader, field, apps in
        reader.push(field, apps)
    }
}

extension Reader {
    /// `push: {app: Mail, contentAvailable: true, times: 3}` or `push: {app: Phone, voip: true}`,
    /// by a tool; before the latter `push: {app: Phone, asksForVoIP: true}`, by the app.
    fileprivate func push(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard
            let (app, fields) = target(
                field, ["contentAvailable", "times", "voip", "asksForVoIP"], apps)
        else {
            return nil
        }
        let available = fields?["contentAvailable"].map(flag) ?? true
        let times = fields?["times"].map { number($0, in: 1...Limits.scenarioPushesAtOnce) } ?? 1
        let isVoIP = fields?["voip"].map(flag) ?? false
        guard let available, let times, let isVoIP else { return nil }
        if let asks = fields?["asksForVoIP"] {
            return flag(asks).map { .step(.pushes(app: app, $0 ? .registerVoIP : .unregisterVoIP)) }
        }
        if isVoIP { return .step(.pushes(app: app, .send(PostedPush(isVoIP: true)))) }
        return .step(.push(app: app, contentAvailable: available, times: times))
    }
}
