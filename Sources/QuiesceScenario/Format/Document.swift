import QuiesceCore
import QuiesceProfiles
import Yams

/// The parts of the file, read as far as they can be.
struct Document {
    var title = ""
    var profile = PolicyProfile.ios8
    /// Milliseconds since 1970. A Monday, unless the file says otherwise.
    var start: Int64 = 20_458 * TimeText.day
    /// Milliseconds.
    var length = TimeText.day
    var apps: [DeclaredApp] = []
    var events: [DeclaredEvent] = []

    /// The file's root, or nil after a report.
    static func compose(_ text: String, _ reader: Reader) -> Node? {
        do {
            try YAMLGuard.check(text)
            if let root = try Yams.compose(yaml: text) { return root }
            reader.report(
                nil, "the file is empty; a scenario begins with \"scenario:\" and a title")
        } catch let refusal as YAMLGuard.Refusal {
            reader.report(line: refusal.line, refusal.message)
        } catch let error as YamlError {
            let place = error.place
            reader.report(line: place.line, column: place.column, place.problem)
        } catch {
            reader.report(nil, "not YAML: \(error)")
        }
        return nil
    }

    init(_ root: Node, _ reader: Reader, folder: String) {
        let keys = ["scenario", "device", "apps", "events"]
        guard let fields = reader.map(root, of: "a scenario", keys: keys) else { return }
        if let field = fields["scenario"] {
            title = reader.text(field) ?? ""
        } else {
            reader.report(fields.mark, "a scenario begins with \"scenario:\" and a title")
        }
        if let field = fields["device"] { readDevice(field, reader, folder) }
        if let field = fields["apps"] {
            apps = reader.apps(field.value, folder: folder)
        } else {
            reader.report(fields.mark, "a scenario needs \"apps:\", a list")
        }
        if let field = fields["events"], !field.isEmpty {
            events = reader.events(field.value, apps: apps, start: start)
        }
    }

    private mutating func readDevice(_ field: Fields.Entry, _ reader: Reader, _ folder: String) {
        let keys = ["profile", "start", "lasts"]
        guard let fields = reader.map(field.value, of: "device", keys: keys) else { return }
        if let field = fields["profile"], let name = reader.text(field) {
            let isFile = name.contains("/") || name.contains(".")
            do {
                profile = try ProfileFile.profile(isFile ? reader.resolve(name, in: folder) : name)
            } catch {
                reader.report(field.value.mark, error.message)
            }
        }
        if let field = fields["start"], let text = reader.text(field) {
            let words = text.split(separator: " ")
            let time = words.count == 2 ? TimeText.timeOfDay(words[1]) : words.count == 1 ? 0 : nil
            if let date = words.first.flatMap({ TimeText.date($0) }), let time {
                start = date * TimeText.day + time
            } else {
                reader.report(
                    field.value.mark,
                    "start must be a date such as 2026-03-02, or 2026-03-02 06:30, got \"\(text)\"")
            }
        }
        if let field = fields["lasts"], let lasts = reader.duration(field) {
            if lasts > 0, lasts <= Limits.scenarioDays * TimeText.day {
                length = lasts
            } else {
                reader.report(
                    field.value.mark, "lasts must be above 0 and up to \(Limits.scenarioDays)d")
            }
        }
    }
}

extension YamlError {
    /// Where it is, and what.
    fileprivate var place: (line: Int?, column: Int?, problem: String) {
        switch self {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return (mark.line, mark.column, "not YAML: \(problem)")
        case .reader(let problem, let offset, _, let text):
            let line = offset.map { text.prefix($0).count { $0.isNewline } + 1 }
            return (line, nil, "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            let keys = keys.joined(separator: ", ")
            return (context.mark.line, context.mark.column, "the key \(keys) appears twice")
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return (nil, nil, "not YAML: \(self)")
        }
    }
}
