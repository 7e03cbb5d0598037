import QuiesceCore

/// One line that says how apps answered a user's or a tool's action.
package enum Outcome {
    /// - Parameters:
    ///   - action: what was done, such as "home".
    ///   - decisions: all that was decided about it.
    ///   - nobody: what came of it where no app had anything to do with it.
    ///   - name: how people call an app.
    package static func line(
        _ action: String, _ decisions: [Decision], nobody: String, name: (AppID) -> String
    ) -> String {
        var parts: [(app: AppID, part: Part, from: AppState?)] = []
        for decision in decisions {
            guard let app = decision.app else { continue }
            let known = parts.firstIndex { $0.app == app }
            // Several changes of its state count as one, from the first's state to the last's.
            let from = known.flatMap { parts[$0].from } ?? decision.from
            guard let part = Part(decision, from: from) else { continue }
            guard let known else {
                parts.append((app, part, from))
                continue
            }
            parts[known].from = from
            if part.weight >= parts[known].part.weight { parts[known].part = part }
        }
        guard !parts.isEmpty else { return "\(action): \(nobody)" }
        var order: [Part] = []
        for (_, part, _) in parts where !order.contains(part) { order.append(part) }
        let clauses = order.map { part in
            let names = parts.filter { $0.part == part }.map { name($0.app) }
            return "\(listed(names)) \(names.count == 1 ? part.words.one : part.words.several)"
        }
        return "\(action): \(clauses.joined(separator: ", "))"
    }

    private static func listed(_ names: [String]) -> String {
        let most = 3
        if names.count > most {
            return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more"
        }
        let first = names.dropLast().joined(separator: ", ")
        return (first.isEmpty ? "" : first + " and ") + names.suffix(1).joined()
    }

    /// How one app answered: the weightiest of its changes, and the last of those.
    private enum Part {
        case told, woken, launched, started, fronted, covered, uncovered, left, frozen, ended

        /// - Parameter from: the state before the first of its changes.
        init?(_ decision: Decision, from: AppState?) {
            switch decision.kind {
            case .deliver: self = .told
            case .wake: self = .woken
            case .kill: self = .ended
            case .transition:
                switch (from, decision.to) {
                case (.notRunning, .background): self = .launched
                case (.notRunning, .inactive), (.notRunning, .active): self = .started
                case (.inactive, .active): self = .uncovered
                case (.active, .inactive): self = .covered
                case (_, .inactive), (_, .active): self = .fronted
                case (.suspended, .background): self = .woken
                case (_, .background): self = .left
                case (_, .suspended): self = .frozen
                case (_, .notRunning): self = .ended
                case (_, nil): return nil
                }
            case .input, .task, .merge, .transfer, .notification, .push, .refuse: return nil
            }
        }

        /// It says more than one that is lighter.
        var weight: Int {
            switch self {
            case .told: 0
            case .woken: 1
            case .launched, .started, .fronted, .covered, .uncovered, .left, .frozen: 2
            case .ended: 3
            }
        }

        var words: (one: String, several: String) {
            switch self {
            case .told: ("was told", "were told")
            case .woken: ("was woken", "were woken")
            case .launched: ("was launched in the background", "were launched in the background")
            case .started: ("was started", "were started")
            case .fronted: ("came to the front", "came to the front")
            case .covered: ("is inactive now", "are inactive now")
            case .uncovered: ("is active again", "are active again")
            case .left: ("left the screen", "left the screen")
            case .frozen: ("was frozen", "were frozen")
            case .ended: ("was ended", "were ended")
            }
        }
    }
}
