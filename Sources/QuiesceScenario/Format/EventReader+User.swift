import QuiesceCore
import QuiesceSimulation
import Yams

// The user's decisions about apps, and reports of the machine's own sources.
extension Reader {
    /// `sense: battery 0.5 charging`
    func sense(_ field: Fields.Entry) -> DeclaredEvent.What? {
        guard let text = text(field) else { return nil }
        let words = text.split(separator: " ").map(String.init)
        do {
            _ = try DeviceChange(words: words)
            return .step(.sense(words: words))
        } catch {
            report(field.value.mark, error.description)
            return nil
        }
    }

    /// `setClock: {forward: 1h}` or `{back: 1h}`
    func setClock(_ field: Fields.Entry) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "setClock", keys: ["forward", "back"]) else {
            return nil
        }
        guard fields.entries.count == 1, let step = fields.entries.first,
            let time = duration(step)
        else {
            report(fields.mark, "setClock is {forward: 1h} or {back: 1h}")
            return nil
        }
        return .step(.setClock(milliseconds: step.key == "back" ? -time : time))
    }

    /// `setting: {app: Mail, value: 3}`: a number stands for all the app's settings.
    func setting(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["value"], apps) else { return nil }
        guard let value = fields?["value"] else {
            report(
                field.value.mark, "setting needs \"value\": a number that stands for all settings")
            return nil
        }
        return number(value, in: 0...1_000_000).map {
            .step(.setting(app: app, value: UInt64($0)))
        }
    }

    /// `ask: {app: Mail, permission: location}`
    func ask(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["permission"], apps) else { return nil }
        return permission(fields, field).map { .step(.ask(app: app, $0)) }
    }

    /// `permit: {app: Mail, permission: location, state: denied}`
    func permit(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["permission", "state"], apps),
            let permission = permission(fields, field)
        else { return nil }
        guard let state = fields?["state"] else {
            report(field.value.mark, "permit needs \"state\": authorized, denied or notDetermined")
            return nil
        }
        return choice(state, PermissionState.self).map {
            .step(.permit(app: app, permission, $0))
        }
    }

    private func permission(_ fields: Fields?, _ field: Fields.Entry) -> Permission? {
        guard let permission = fields?["permission"] else {
            let known = Permission.allCases.map(\.rawValue)
            report(field.value.mark, "\(field.key) needs \"permission\": \(oneOf(known))")
            return nil
        }
        return choice(permission, Permission.self)
    }

    /// `answerPrompt: allow` or `deny`
    func answerPrompt(_ field: Fields.Entry) -> DeclaredEvent.What? {
        enum Answer: String, CaseIterable { case allow, deny }
        return choice(field, Answer.self).map { .step(.answerPrompt(allow: $0 == .allow)) }
    }
}
