import QuiesceCore
import QuiesceWire

// The timeline as its page reads it: by columns, times and numbers as differences, so that they
// are packed well.
extension Timeline {
    /// - Parameter zone: the zone whose times are shown.
    func json(zone: PageZone) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write("title", title, to: &writer)
        write("start", start, to: &writer)
        write("from", from, to: &writer)
        write("now", now, to: &writer)
        zone.write(to: &writer)
        list("shifts", shifts.flatMap { [$0.time, $0.microseconds] }, to: &writer)
        list("notes", notes, to: &writer)
        list("device", device, to: &writer)
        list("causes", Self.causes, to: &writer)
        list("states", AppState.allCases.map(\.rawValue), to: &writer)
        write(kinds: &writer)
        write(rows: &writer)
        write(apps: &writer)
        write(tracks: &writer)
        list("restartTimes", restarts.map(\.time), to: &writer)
        list("restartWords", restarts.map(\.value), to: &writer)
        list("gaps", gaps.flatMap { [$0.lowerBound, $0.upperBound] }, to: &writer)
        write(plans: &writer)
        list("texts", texts, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func write(rows writer: inout JSONWriter) {
        list("eventTimes", Self.differences(events.map(\.time)), to: &writer)
        list("eventWords", events.map { Int64($0.words) }, to: &writer)
        var counts = [Int64](repeating: 0, count: events.count)
        for row in rows { counts[Int(row.event)] += 1 }
        list("eventCounts", counts, to: &writer)
        list("rowApps", rows.map { Int64($0.app) }, to: &writer)
        list("rowKinds", rows.map { Int64($0.kind) }, to: &writer)
        list("rowSentences", rows.map { Int64($0.sentence) }, to: &writer)
        list("rowDetails", rows.map { Int64($0.detail) }, to: &writer)
        list("rowChanges", rows.map { Int64($0.change) }, to: &writer)
        list("rowSubjects", rows.map { Int64($0.subject) }, to: &writer)
        list("rowLaunches", rows.map { Int64(clamping: $0.launch) }, to: &writer)
        list("rowNumbers", Self.differences(rows.map { Int64(clamping: $0.seq) }), to: &writer)
    }

    private func write(kinds writer: inout JSONWriter) {
        writer.key("kinds")
        writer.beginList(count: kinds.count)
        for kind in kinds {
            writer.beginList(count: 5)
            for word in [
                kind.kind.rawValue, kind.from?.rawValue, kind.to?.rawValue, kind.reason.rawValue,
                kind.rule?.rawValue,
            ] { writer.put(word ?? "") }
            writer.endList()
        }
        writer.endList()
    }

    private func write(apps writer: inout JSONWriter) {
        let numbers = Dictionary(
            uniqueKeysWithValues: AppState.allCases.enumerated().map { ($1, Int64($0)) })
        writer.key("apps")
        writer.beginList(count: apps.count)
        for app in apps {
            writer.beginObject()
            write("id", app.id, to: &writer)
            write("name", app.name, to: &writer)
            list("times", Self.differences(app.states.map(\.time)), to: &writer)
            list("states", app.states.compactMap { numbers[$0.value] }, to: &writer)
            if let why = app.why { write("why", why, to: &writer) }
            writer.key("whyNot")
            writer.beginObject()
            for cause in Self.causes {
                if let answer = app.whyNot[cause] { write(cause, answer, to: &writer) }
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endList()
    }

    /// An answer as far as it is shown.
    private func write(_ key: String, _ answer: WhyAnswer, to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginObject()
        write("sentence", answer.sentence, to: &writer)
        writer.key("obstacles")
        writer.beginList(count: answer.obstacles.count)
        for obstacle in answer.obstacles {
            writer.beginList(count: 3)
            writer.put(obstacle.sentence)
            writer.put(obstacle.rule ?? "")
            writer.put(obstacle.earliest ?? "")
            writer.endList()
        }
        writer.endList()
        writer.key("pending")
        writer.beginList(count: answer.pending.count)
        for pending in answer.pending {
            writer.beginList(count: 2)
            writer.put(pending.sentence)
            writer.put(pending.rule ?? "")
            writer.endList()
        }
        writer.endList()
        writer.endObject()
    }

    private func write(tracks writer: inout JSONWriter) {
        writer.key("tracks")
        writer.beginList(count: tracks.count)
        for track in tracks {
            var words: [Track.Words] = []
            var numbers: [Track.Words: Int64] = [:]
            for change in track.changes where numbers[change.value] == nil {
                numbers[change.value] = Int64(words.count)
                words.append(change.value)
            }
            writer.beginObject()
            write("name", track.name, to: &writer)
            list("times", Self.differences(track.changes.map(\.time)), to: &writer)
            list("values", track.changes.compactMap { numbers[$0.value] }, to: &writer)
            list("labels", words.map(\.label), to: &writer)
            list("sentences", words.map(\.sentence), to: &writer)
            writer.endObject()
        }
        writer.endList()
    }

    private func write(plans writer: inout JSONWriter) {
        let places = Dictionary(
            apps.enumerated().map { ($1.id, Int64($0)) }, uniquingKeysWith: { first, _ in first })
        writer.key("plans")
        writer.beginList(count: plans.count)
        for plan in plans {
            writer.beginList(count: 5)
            writer.put(plan.time)
            writer.put(plan.earliest)
            writer.put(plan.app.flatMap { places[$0] } ?? -1)
            writer.put(plan.kind)
            writer.put(plan.reason ?? "")
            writer.endList()
        }
        writer.endList()
    }

    // MARK: - Columns

    private static func differences(_ numbers: [Int64]) -> [Int64] {
        var last: Int64 = 0
        return numbers.map { number in
            defer { last = number }
            return number &- last
        }
    }

    private func write(_ key: String, _ text: String, to writer: inout JSONWriter) {
        writer.key(key)
        writer.put(text)
    }

    private func write(_ key: String, _ number: Int64, to writer: inout JSONWriter) {
        writer.key(key)
        writer.put(number)
    }

    private func list(_ key: String, _ numbers: [Int64], to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginList(count: numbers.count)
        for number in numbers { writer.put(number) }
        writer.endList()
    }

    private func list(_ key: String, _ texts: [String], to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginList(count: texts.count)
        for text in texts { writer.put(text) }
        writer.endList()
    }
}
