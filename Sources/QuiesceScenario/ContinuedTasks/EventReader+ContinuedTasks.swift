import QuiesceCore
import QuiesceSimulation

// Tasks that apps begin in front, and go on with.
extension EventRoom {
    static let continuedTasks = EventRoom(actions: ["task"]) { $0.task($1, $2) }
}

extension Reader {
    /// `task: {app: Film, do: submit}`, or `report`, `complete`, `cancel`, and `stop` for the
    /// user; `number: 1` tells an app's tasks apart.
    fileprivate func task(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "task", keys: ["app", "do", "number"]) else {
            return nil
        }
        guard let app = fields["app"], let action = fields["do"] else {
            report(fields.mark, "task needs \"app\" and \"do\"")
            return nil
        }
        var number: Int?
        if let field = fields["number"] {
            guard let value = self.number(field, in: 0...99) else { return nil }
            number = value
        }
        guard let place = self.app(app, apps), let word = text(action) else { return nil }
        switch word {
        case "submit":
            return .step(.continued(.submit(app: place, task: number ?? 0, waits: true)))
        case "report": return .step(.continued(.report(app: place)))
        case "complete": return .step(.continued(.complete(app: place)))
        case "cancel": return .step(.continued(.cancel(app: place)))
        case "stop": return .step(.continued(.stop(app: place, task: number)))
        case _:
            report(action.value.mark, "an app's task is: submit, report, complete, cancel, stop")
            return nil
        }
    }
}
