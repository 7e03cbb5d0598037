/// The first three, and how many more.
func listed(_ names: [String]) -> String {
    let more = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
}

func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "one \(noun)" : "\(count) \(noun)s"
}

/// With a capital letter and a full stop.
func asSentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
}

extension BackgroundTasks.Task {
    /// Its name in quotes, or its number.
    var spoken: String { name.map { "\"\($0)\"" } ?? "task \(id)" }
}

extension Interval {
    /// "5 s", "2.5 s", "250 ms"
    public var spoken: String {
        let milliseconds = nanoseconds / 1_000_000
        if milliseconds.magnitude < 1000 { return "\(milliseconds) ms" }
        let tenths = (milliseconds % 1000) / 100
        return tenths == 0
            ? "\(milliseconds / 1000) s" : "\(milliseconds / 1000).\(tenths.magnitude) s"
    }
}

extension UInt64 {
    /// "640 KB", "1.5 GB"
    public var spokenAsBytes: String {
        var (value, unit) = (self, "bytes")
        var tenths: UInt64 = 0
        for next in ["KB", "MB", "GB", "TB"] where value >= 1000 {
            tenths = value % 1000 / 100
            value /= 1000
            unit = next
        }
        return value < 10 && tenths > 0 ? "\(value).\(tenths) \(unit)" : "\(value) \(unit)"
    }
}
