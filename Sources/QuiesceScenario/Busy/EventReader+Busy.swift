import QuiesceCore
import QuiesceSimulation

// Programs' work that nobody declared.
extension EventRoom {
    static let busy = EventRoom(actions: ["work", "looks", "called"]) {
        switch $1.key {
        case "work": $0.work($1, $2)
        case "called": $0.app($1, $2).map { .step(.busy(.call(app: $0))) }
        case _: $0.looks($1)
        }
    }
}

extension Reader {
    /// `work: {app: Terminal, is: job}`: or `traced`, `traffic`, `disk`, `none`.
    fileprivate func work(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "work", keys: ["app", "is"]) else { return nil }
        guard let app = fields["app"], let work = fields["is"] else {
            report(fields.mark, "work needs \"app\" and \"is\"")
            return nil
        }
        guard let place = self.app(app, apps), let text = text(work) else { return nil }
        if text == "none" { return .step(.busy(.work(app: place, []))) }
        return choice(work, BusyWork.self).map { .step(.busy(.work(app: place, [$0]))) }
    }

    /// `looks: true`: programs are looked at from now on.
    fileprivate func looks(_ field: Fields.Entry) -> DeclaredEvent.What? {
        if flag(field) == true { return .step(.busy(.look)) }
        report(field.value.mark, "looks is true")
        return nil
    }
}
