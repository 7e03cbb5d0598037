import QuiesceCore

/// A rule of the core's calendar, however absurd, at a moment after some were delivered, as a line
/// of JSON.
struct CalendarCheck: Equatable {
    var rule: FireRule
    var offsets: UTCOffsets
    var mark: WallDate?
    var now: WallTime

    /// - Throws: `Problem`, if something would be delivered twice, early, or not at all.
    func check() throws {
        try requireOneLine(rule.description, "a rule")
        let next = rule.next(after: mark, in: offsets)
        if let next, let mark {
            try require(next.mark > mark, "\(rule): \(next) comes after \(mark)")
        }
        guard let due = rule.due(at: now, after: mark, in: offsets) else {
            return try require(
                next.map { $0.at > now } ?? true, "\(rule): \(next as Any) isn't due at \(now)")
        }
        try require(next.map { $0.at <= due.newest.at } == true, "\(rule): the next comes later")
        try require(due.newest.at <= now, "\(rule): \(due) is early at \(now)")
        try require(due.skipped >= 0, "\(rule): \(due)")
        try require(
            rule.due(at: now, after: due.newest.mark, in: offsets) == nil,
            "\(rule): still due at \(now) after \(due)")
    }
}

extension CalendarCheck: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("rule", rule)
        sink.field("offsets", offsets)
        sink.field("mark", mark)
        sink.field("now", now)
    }

    init(fields: JSONObject) throws(JSONError) {
        rule = try fields.read("rule")
        offsets = try fields.read("offsets")
        mark = try fields.readIfPresent("mark")
        now = try fields.read("now")
    }
}
