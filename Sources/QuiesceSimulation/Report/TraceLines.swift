import QuiesceCore

/// The lines of a trace file: an array of one object each.
struct TraceLines {
    private let write: (String) -> Void
    private var isFirst = true

    init(to write: @escaping (String) -> Void) {
        self.write = write
        write("[")
    }

    func end() { write("\n]\n") }

    /// Microseconds.
    static func time(_ interval: Interval) -> String {
        let fraction = String(interval.nanoseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(interval.nanoseconds / 1000).\(zeros)\(fraction)"
    }

    private mutating func line(_ fields: String) {
        write(isFirst ? "\n{" : ",\n{")
        isFirst = false
        write(fields)
        write("}")
    }

    mutating func name(_ name: String, process: Int, thread: Int? = nil) {
        let of = thread == nil ? "process" : "thread"
        line(
            "\"ph\":\"M\",\"pid\":\(process),\"tid\":\(thread ?? 0),\"name\":\"\(of)_name\","
                + "\"args\":{\"name\":\(name.quoted)}")
        line(
            "\"ph\":\"M\",\"pid\":\(process),\"tid\":\(thread ?? 0),\"name\":\"\(of)_sort_index\","
                + "\"args\":{\"sort_index\":\(thread ?? process)}")
    }

    mutating func slice(
        _ phase: String, _ process: Int, _ thread: Int, _ time: String, name: String? = nil,
        _ decision: Decision? = nil
    ) {
        line(
            "\"ph\":\"\(phase)\",\"pid\":\(process),\"tid\":\(thread),\"ts\":\(time)"
                + (name.map { ",\"cat\":\"state\",\"name\":\($0.quoted)" } ?? "")
                + (decision?.arguments ?? ""))
    }

    mutating func instant(
        _ name: String, process: Int, thread: Int, _ time: String, _ decision: Decision? = nil
    ) {
        line(
            "\"ph\":\"i\",\"s\":\"t\",\"pid\":\(process),\"tid\":\(thread),\"ts\":\(time),"
                + "\"cat\":\"decision\",\"name\":\(name.quoted)" + (decision?.arguments ?? ""))
    }

    mutating func asynchronous(
        _ phase: String, _ id: String, _ process: Int, _ thread: Int, _ time: String, name: String
    ) {
        line(
            "\"ph\":\"\(phase)\",\"pid\":\(process),\"tid\":\(thread),\"ts\":\(time),"
                + "\"cat\":\"task\",\"id\":\"\(id)\",\"name\":\(name.quoted)")
    }
}

extension Decision {
    /// Why, as a trace event's arguments.
    fileprivate var arguments: String {
        var fields = ["\"reason\":\"\(reason.rawValue)\""]
        if let rule { fields.append("\"rule\":\"\(rule.rawValue)\"") }
        if let detail { fields.append("\"detail\":\(detail.words.quoted)") }
        return ",\"args\":{\(fields.joined(separator: ","))}"
    }
}

extension String {
    /// As a JSON string.
    fileprivate var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
