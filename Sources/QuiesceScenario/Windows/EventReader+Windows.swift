import QuiesceCore
import QuiesceSimulation

// Windows of programs on a desktop.
extension EventRoom {
    static let windows = EventRoom(actions: ["window", "desktop"]) {
        $1.key == "window" ? $0.window($1, $2) : $0.desktop($1)
    }
}

extension Reader {
    /// `window: {app: Mail, is: focused}`: or `shown`, `hidden`, `closed`.
    fileprivate func window(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "window", keys: ["app", "is"]) else { return nil }
        guard let app = fields["app"], let change = fields["is"] else {
            report(fields.mark, "window needs \"app\" and \"is\"")
            return nil
        }
        guard let place = self.app(app, apps), let change = choice(change, WindowStep.Change.self)
        else { return nil }
        return .step(.windows(.window(app: place, change)))
    }

    /// `desktop: focusElsewhere`, `desktop: lost`, `desktop: there`.
    fileprivate func desktop(_ field: Fields.Entry) -> DeclaredEvent.What? {
        switch text(field) {
        case "focusElsewhere": return .step(.windows(.focusElsewhere))
        case "lost": return .step(.windows(.desktop(isThere: false)))
        case "there": return .step(.windows(.desktop(isThere: true)))
        case nil: return nil
        case _:
            report(field.value.mark, "desktop is there, lost or focusElsewhere")
            return nil
        }
    }
}
