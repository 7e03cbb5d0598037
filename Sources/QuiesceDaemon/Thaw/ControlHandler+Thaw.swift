import QuiesceAnswers
import QuiesceCore
import QuiesceWire

// Hosted programs that are thawed by schedule (Y1).
extension ControlHandler {
    func handle(_ request: ControlRequest.Thaw, _ client: ControlServer.Client) {
        switch request {
        case .thaws:
            let now = device.ports.now()
            list(device.machine.thawViews.map { ThawRow($0, at: now) }, client)
        case .setThaw(let app, let text): setThaw(app, text, client)
        }
    }

    private func setThaw(_ app: String, _ text: String?, _ client: ControlServer.Client) {
        let schedule = text.flatMap { ThawSchedule($0) }
        if let text, schedule == nil {
            return client.refuse(
                Reason.thawImpossible.rawValue,
                "\(app): \"\(text.printable)\" is no schedule; write \(ThawSchedule.form)")
        }
        guard let id = appID(app, client) else { return }
        let said =
            schedule.map { "is thawed \($0.words) while it is suspended" }
            ?? "is thawed as its Info.plist says"
        let done = answer(client, about: app, saying: "\(app) \(said)")
        let scheduled: (Answer) -> Void = { [device] answer in
            // A user who sets a schedule wants it kept.
            guard case .done = answer,
                device.machine.permissions(of: id)?[.scheduledThaw] != .authorized
            else { return done(answer) }
            device.ask({ .setPermission(id, .scheduledThaw, .authorized, $0) }, reply: done)
        }
        device.ask({ .thaw(.schedule(id, schedule, $0)) }, reply: scheduled)
    }
}
