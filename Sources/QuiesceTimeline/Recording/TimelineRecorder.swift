import QuiesceAnswers
import QuiesceCore

/// Gathers a timeline while a device's life is played: from a journal, or from a simulation.
///
/// It holds no more than fits a file, and remembers how much it let go.
package struct TimelineRecorder {
    private var clock: TimelineClock
    private var texts = TextTable()
    private var kinds: [Timeline.Kind: Int32] = [:]
    private var subjects: [Subject: Int32] = [:]
    private var lastSubject: Int32 = 0
    private var places: [AppID: Int] = [:]
    private var apps: [Timeline.App] = []
    private var events: [Timeline.Occurrence] = []
    private var rows: [Timeline.Row] = []
    private var tracks = DeviceTrack.allCases.map { Timeline.Track(name: $0.name) }
    private var restarts: [Timeline.Change<String>] = []
    private var gaps: [Range<Int64>] = []
    private var leftOut: (decisions: Int, until: Int64) = (0, 0)
    private let most: Int

    /// - Parameters:
    ///   - machine: the device at the beginning.
    ///   - most: decisions that are kept.
    package init(
        _ machine: borrowing SystemMachine, at start: Moment,
        keeping most: Int = Limits.timelineDecisions
    ) {
        clock = TimelineClock(from: start)
        self.most = most
        take(machine, at: start)
    }

    /// An event, with what the device's core made of it.
    ///
    /// - Parameter machine: the core after it.
    package mutating func note(
        _ now: Moment, _ event: Event, _ reaction: Reaction, _ machine: borrowing SystemMachine
    ) {
        clock.advance(to: now)
        if case .restarted(_, let deviceRestarted, _) = event {
            restarts.append(
                Timeline.Change(
                    time: clock.now,
                    value: deviceRestarted ? "device restarted" : "daemon restarted"))
        }
        if !reaction.decisions.isEmpty {
            events.append(
                Timeline.Occurrence(time: clock.now, words: texts.number(of: Self.words(event))))
            for decision in reaction.decisions { add(decision, machine) }
        }
        if case .restarted = event { compare(machine) }
        look(machine, at: now, isExecuted: reaction.decisions.contains(where: \.changesExecution))
        if rows.count >= 2 * most || texts.bytes >= 2 * Limits.timelineTextBytes { trim() }
    }

    /// The record goes on with another state than it left: something isn't in it.
    package mutating func resume(_ machine: borrowing SystemMachine, at now: Moment) {
        let before = clock.now
        clock.advance(to: now)
        if clock.now > before { gaps.append(before..<clock.now) }
        take(machine, at: now)
    }

    /// - Parameter end: the last moment that is known of.
    /// - Returns: all of it, without what is to come.
    package mutating func finish(_ machine: borrowing SystemMachine, at end: Moment) -> Timeline {
        clock.advance(to: end)
        trim()
        for view in machine.views { _ = place(view.manifest.id, machine) }
        var timeline = Timeline(start: clock.startMicroseconds)
        timeline.now = clock.now
        timeline.from = leftOut.until
        timeline.apps = apps.map { app in
            var app = app
            if let id = AppID(app.id), let view = machine.view(id) { app.name = view.manifest.name }
            app.name = TextTable.cut(app.name)
            return app
        }
        timeline.tracks = tracks.filter { $0.changes.contains { !$0.value.label.isEmpty } }
        timeline.events = events
        timeline.rows = rows
        timeline.kinds = kinds.sorted { $0.value < $1.value }.map(\.key)
        timeline.texts = texts.texts
        timeline.shifts = clock.shifts
        timeline.restarts = restarts
        timeline.gaps = gaps
        timeline.notes = notes(clock.startMicroseconds)
        return timeline
    }

    private func notes(_ start: Int64) -> [String] {
        guard leftOut.decisions > 0 else { return [] }
        let until = WallTime(nanoseconds: (start + leftOut.until) * 1_000)
        return [
            "The \(leftOut.decisions) decisions before \(until.iso8601) are left out: a file has \(most) at most."
        ]
    }

    // MARK: - Decisions

    private mutating func add(_ decision: Decision, _ machine: borrowing SystemMachine) {
        let kind = Timeline.Kind(
            kind: decision.kind, from: decision.from, to: decision.to, reason: decision.reason,
            rule: decision.rule)
        let isNew = decision.app.map { places[$0] == nil && machine.view($0) != nil } ?? false
        let app = decision.app.map { place($0, machine) }
        // It was installed just now.
        if isNew, let app { enter(decision.from ?? .notRunning, app) }
        rows.append(
            Timeline.Row(
                event: Int32(events.count - 1), app: Int32(app ?? -1),
                kind: kinds.number(of: kind), sentence: texts.number(of: decision.sentence),
                detail: texts.number(of: decision.detail?.words ?? ""),
                change: texts.number(of: decision.change ?? ""),
                subject: number(of: Subject(decision)),
                launch: decision.launch?.number ?? 0, seq: decision.seq))
        if decision.kind == .transition, let app, let to = decision.to { enter(to, app) }
    }

    private mutating func number(of subject: Subject?) -> Int32 {
        guard let subject else { return 0 }
        if let known = subjects[subject] { return known }
        lastSubject += 1
        subjects[subject] = lastSubject
        return lastSubject
    }

    /// Without the number of whoever waits for an answer, which tells a reader nothing.
    private static func words(_ event: Event) -> String {
        let words = event.words
        guard let last = words.lastIndex(of: " "), words[last...].hasPrefix(" #") else {
            return words
        }
        return String(words[..<last])
    }

    private mutating func enter(_ state: AppState, _ app: Int) {
        if apps[app].states.last?.value == state { return }
        apps[app].states.append(Timeline.Change(time: clock.now, value: state))
    }

    private mutating func place(_ id: AppID, _ machine: borrowing SystemMachine) -> Int {
        if let known = places[id] { return known }
        let name =
            machine.view(id)?.manifest.name ?? String(id.name.split(separator: ".").last ?? "")
        places[id] = apps.count
        apps.append(Timeline.App(id: id.name, name: name))
        return apps.count - 1
    }

    // MARK: - States

    /// All that is so now, whatever led to it.
    private mutating func take(_ machine: borrowing SystemMachine, at now: Moment) {
        compare(machine)
        look(machine, at: now, isExecuted: true)
    }

    /// Not every end is decided: after a power cut the core may know of no process at all.
    private mutating func compare(_ machine: borrowing SystemMachine) {
        for view in machine.views { enter(view.state, place(view.manifest.id, machine)) }
    }

    /// - Parameter isExecuted: apps may have begun or ended to execute.
    private mutating func look(
        _ machine: borrowing SystemMachine, at now: Moment, isExecuted: Bool
    ) {
        for (index, track) in DeviceTrack.allCases.enumerated() {
            // To ask why the device is awake costs more than all the rest.
            if track == .power, !isExecuted, let last = tracks[index].changes.last,
                (last.value.label == DeviceTrack.asleep) == machine.isAsleep
            {
                continue
            }
            let words = track.words(machine, at: now) { id in
                machine.view(id)?.manifest.name ?? id.name
            }
            if tracks[index].changes.last?.value == words { continue }
            tracks[index].changes.append(Timeline.Change(time: clock.now, value: words))
        }
    }

    // MARK: - Bounds

    /// Lets go of the oldest, down to what fits.
    private mutating func trim() {
        var first = max(0, rows.count - most)
        var bytes = 0
        var used: Set<Int32> = []
        for index in stride(from: rows.count - 1, through: first, by: -1) {
            let row = rows[index]
            for text in [row.sentence, row.detail, row.change] where used.insert(text).inserted {
                bytes += texts.texts[Int(text)].utf8.count
            }
            if bytes > Limits.timelineTextBytes {
                first = index + 1
                break
            }
        }
        let limit = Limits.timelineChanges
        let isCrowded = tracks.contains { $0.changes.count > limit }
        guard first > 0 || isCrowded else { return }
        // An event's decisions stay together.
        while first > 0, first < rows.count, rows[first].event == rows[first - 1].event {
            first += 1
        }
        drop(first)
    }

    private mutating func drop(_ first: Int) {
        let firstEvent = first < rows.count ? Int(rows[first].event) : events.count
        let from = firstEvent < events.count ? events[firstEvent].time : clock.now
        leftOut.decisions += first
        if first > 0 { leftOut.until = from }
        rows.removeFirst(first)
        events.removeFirst(firstEvent)
        var kept = TextTable()
        func again(_ text: Int32) -> Int32 { kept.number(of: texts.texts[Int(text)]) }
        for index in events.indices { events[index].words = again(events[index].words) }
        var subjectsKept: Set<Int32> = []
        for index in rows.indices {
            rows[index].event -= Int32(firstEvent)
            rows[index].sentence = again(rows[index].sentence)
            rows[index].detail = again(rows[index].detail)
            rows[index].change = again(rows[index].change)
            subjectsKept.insert(rows[index].subject)
        }
        texts = kept
        subjects = subjects.filter { subjectsKept.contains($0.value) }
        for index in apps.indices { apps[index].states.keep(from: from) }
        for index in tracks.indices {
            tracks[index].changes.keep(from: from, atMost: Limits.timelineChanges)
        }
        restarts.removeAll { $0.time < from }
        gaps.removeAll { $0.upperBound < from }
    }
}

extension Decision {
    /// Whether after it other apps may execute, or keep the device awake.
    fileprivate var changesExecution: Bool {
        switch kind {
        case .transition: from != to
        case .task: true
        case .input: app == nil
        case .deliver, .merge, .wake, .transfer, .notification, .push, .refuse, .kill: false
        }
    }
}

extension [Timeline.Kind: Int32] {
    fileprivate mutating func number(of kind: Timeline.Kind) -> Int32 {
        if let known = self[kind] { return known }
        self[kind] = Int32(count)
        return Int32(count) - 1
    }
}

extension Array {
    /// Without what is over by `from`, and without the oldest beyond `most`.
    fileprivate mutating func keep<Value>(from: Int64, atMost most: Int = .max)
    where Element == Timeline.Change<Value> {
        let over = (firstIndex { $0.time > from } ?? count) - 1
        removeFirst(Swift.max(0, over, count - most))
    }
}
