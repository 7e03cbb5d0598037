import QuiesceCore
import QuiesceSimulation
import Yams

/// Writes the declared events out, each time that they happen, in order.
struct Timetable {
    struct Occurrence {
        /// Milliseconds since the scenario's start.
        var at: Int64
        /// The event's place in the file, which decides at the same time.
        var event: Int
        /// Which of the event's steps.
        var part = 0
    }

    /// Milliseconds since 1970.
    let start: Int64
    /// Milliseconds.
    let length: Int64
    private(set) var occurrences: [Occurrence] = []

    /// - Parameter reader: hears of what can't happen.
    init(_ events: [DeclaredEvent], start: Int64, length: Int64, reader: Reader) {
        self.start = start
        self.length = length
        /// The event that others follow, and the followers' distances from it.
        var index = 0
        while index < events.count {
            var chain: [(event: Int, offset: Int64)] = []
            var offset: Int64 = 0
            var root: [Int64] = [0]
            if case .after = events[index].when {
            } else {
                root = times(events[index], reader) ?? []
                chain.append((index, 0))
                offset = events[index].takes
                index += 1
            }
            while index < events.count, case .after(let distance) = events[index].when {
                offset += distance
                chain.append((index, offset))
                offset += events[index].takes
                index += 1
            }
            let parts = chain.reduce(0) { $0 + events[$1.event].parts }
            guard occurrences.count + root.count * parts <= Limits.scenarioEvents else {
                reader.report(
                    chain.first.flatMap { events[$0.event].mark },
                    "with this, over \(Limits.scenarioEvents) events happen, which is the limit")
                return
            }
            for time in root {
                for link in chain {
                    for part in 0..<events[link.event].parts {
                        let at = time + link.offset + events[link.event].time(ofPart: part)
                        guard at < length else { break }
                        occurrences.append(Occurrence(at: at, event: link.event, part: part))
                    }
                }
            }
            // A single time is meant; of repeated ones the last chain may be cut off by the end.
            if root.count == 1, let late = chain.first(where: { root[0] + $0.offset >= length }) {
                reader.report(
                    events[late.event].mark,
                    "this is after the end of the scenario; let it last longer")
            } else if root.count == 1,
                let long = chain.first(where: { link in
                    let event = events[link.event]
                    return root[0] + link.offset + event.time(ofPart: event.parts - 1) >= length
                })
            {
                reader.report(events[long.event].mark, Self.goesOn)
            }
        }
        occurrences.sort { ($0.at, $0.event, $0.part) < ($1.at, $1.event, $1.part) }
    }

    private static let goesOn =
        "this goes on after the end of the scenario; let it last longer"

    /// When an event happens that doesn't follow another; nil, after a report, if it can't.
    private func times(_ event: DeclaredEvent, _ reader: Reader) -> [Int64]? {
        let intoDay = start % TimeText.day
        var times: [Int64] = []
        switch event.when {
        case .after: return [0]
        case .once(let time):
            if time < intoDay {
                reader.report(event.mark, "this is before the start of the scenario")
                return nil
            }
            return [time - intoDay]
        case .every(let period):
            guard length / period <= Limits.scenarioEvents else { return tooMany(event, reader) }
            times = Array(stride(from: period, to: length, by: Int64.Stride(period)))
        case .daily(let weekdays, let time):
            for midnight in midnights(weekdays) { times.append(midnight + time) }
        case .within(let period, let from, let to, let weekdays):
            let midnights = midnights(weekdays)
            guard ((to - from) / period + 1) * Int64(midnights.count) <= Limits.scenarioEvents
            else { return tooMany(event, reader) }
            for midnight in midnights {
                times += stride(
                    from: midnight + from, through: midnight + to, by: Int64.Stride(period))
            }
        }
        times = times.filter { (0..<length).contains($0) }
        if times.isEmpty {
            reader.report(event.mark, "this never happens before the scenario ends")
        }
        return times
    }

    private func tooMany(_ event: DeclaredEvent, _ reader: Reader) -> [Int64]? {
        reader.report(
            event.mark, "this happens over \(Limits.scenarioEvents) times, which is the limit")
        return nil
    }

    /// The midnights that begin such days, relative to the start; the first may be before it.
    private func midnights(_ weekdays: Set<Int>) -> [Int64] {
        let first = start / TimeText.day
        let last = (start + length) / TimeText.day
        return (first...last).filter { weekdays.contains(TimeText.weekday($0)) }
            .map { $0 * TimeText.day - start }
    }

    /// The steps of a run, which ends when the scenario does.
    func steps(_ events: [DeclaredEvent], apps: [DeclaredApp], reader: Reader) -> StepList {
        var list = StepList()
        var behaviours = apps.map { app in
            app.behaviourChanges.reduce(into: AppBehaviour()) { $1.apply(&$0) }
        }
        for (app, behaviour) in behaviours.enumerated() where behaviour != AppBehaviour() {
            list.append(after: 0, .behave(app: app, behaviour), apps[app].mark)
        }
        var now: Int64 = 0
        for occurrence in occurrences {
            let event = events[occurrence.event]
            let action: Step.Action
            switch event.what {
            case .step(let what): action = what
            case .behave(let app, let changes):
                for change in changes { change.apply(&behaviours[app]) }
                action = .behave(app: app, behaviours[app])
            case .walk(let walk, let accuracy):
                let position = walk[occurrence.part].point.position
                action = .location(.move(position, accuracy: accuracy))
            }
            // An event that was due while nothing could happen happens right after.
            list.append(after: max(0, occurrence.at - now), action, event.mark)
            now = max(now, occurrence.at) + event.takes
            if now > length {
                reader.report(event.mark, Self.goesOn)
                return list
            }
        }
        list.append(after: length - now, .rest, nil)
        return list
    }
}

/// Steps, and where the file says each.
struct StepList {
    private(set) var steps: [Step] = []
    /// 0: nowhere.
    private(set) var lines: [Int32] = []

    mutating func append(after: Int64, _ action: Step.Action, _ mark: Mark?) {
        steps.append(Step(after: after, action))
        lines.append(Int32(mark?.line ?? 0))
    }
}
