import Foundation
import QuiesceCore
import QuiesceJournal

/// The core's input: lines of JSON, as the journal and the store have them, or, unless the first
/// byte is a `{`, a script of events in any order.
public enum EventsCheck: Check {
    public static func check(_ input: [UInt8]) throws -> Bool {
        guard input.first == UInt8(ascii: "{") else {
            var script = LifeScript(input)
            try script.run()
            return true
        }
        if try segment(SegmentText.complete(Data(input))) { return true }
        var isKnown = false
        var facts: [Fact] = []
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(64).map({ Array($0) }) {
            if let fact = try roundTrip(Fact.self, line) { facts.append(fact) }
            if try roundTrip(Event.self, line) != nil { isKnown = true }
            if let calendar = try roundTrip(CalendarCheck.self, line) {
                try calendar.check()
                isKnown = true
            }
            if let machine = try roundTrip(SystemMachine.self, line) {
                try look(at: machine)
                isKnown = true
            }
        }
        try restore(facts)
        return isKnown || !facts.isEmpty
    }

    /// A segment of a journal: a state, however absurd, and any events after it.
    ///
    /// - Returns: whether it is one.
    private static func segment(_ bytes: Data) throws -> Bool {
        let contents: JournalContents<SystemMachine, Event>
        do {
            contents = try JournalReader().segment("00000001.jsonl", bytes)
        } catch {
            try require(!error.message.isEmpty, "the journal's error says nothing")
            return false
        }
        try require(contents.validBytes <= bytes.count, "more bytes are whole than there are")
        try require(
            contents.lastSeq == contents.seq &+ UInt64(contents.entries.count), "events are missing"
        )
        let state = try writtenAndRead(contents.state)
        try require(state == contents.state, "the state isn't the same when written and read")
        var replay = Replay(profile: .ios4)
        replay.play(contents)
        var machine = contents.state
        try look(at: machine)
        // Where it all began nothing is absurd but the events.
        let isNew = PolicyProfile.named.contains { machine == SystemMachine(profile: $0) }
        var life = isNew ? Life(machine) : nil
        for entry in contents.entries {
            if life != nil {
                try life?.take(entry.event, at: entry.moment)
            } else {
                _ = machine.handle(entry.event, at: entry.moment)
            }
        }
        try life?.lookBack()
        try look(at: machine)
        return contents.damage.isEmpty
    }

    /// Facts of a store: those of a device, of two, or of none.
    private static func restore(_ all: [Fact]) throws {
        guard !all.isEmpty else { return }
        // Two wake-ups with one payload can't be told from one that is delivered twice.
        var payloads: Set<PayloadHandle> = []
        var owners: [PushID: PayloadHandle] = [:]
        var wakes: [WakeID: PayloadHandle] = [:]
        let facts = pushesFirst(all).filter { fact in
            if case .push(let push) = fact {
                let both = [push.push.payload] + (push.push.content.map { [$0] } ?? [])
                guard both.allSatisfy({ payloads.insert($0).inserted }) else { return false }
                owners[push.id] = push.push.payload
                if case .waking(let wake, _) = push.stage { wakes[wake] = push.push.payload }
                return true
            }
            if case .notification(let notification) = fact {
                guard payloads.insert(notification.content).inserted else { return false }
                guard let push = notification.push else { return true }
                if owners[push.id] == push.payload {
                    return owners.removeValue(forKey: push.id) != nil
                }
                return payloads.insert(push.payload).inserted
            }
            if case .transfer(let transfer) = fact {
                return transfer.payloads.allSatisfy { payloads.insert($0).inserted }
            }
            guard case .wake(let wake) = fact, case .push(let payload, _) = wake.cause else {
                return true
            }
            return wakes[wake.id] == payload || payloads.insert(payload).inserted
        }
        var life = Life(
            SystemMachine(restoring: facts, profile: .ios8, lastDecision: 7, at: .zero))
        try life.take(.restarted([], deviceRestarted: true, launching: true), at: .zero)
        try life.take(.timer, at: Moment.zero.advanced(by: .seconds(600)))
        try life.lookBack()
    }

    /// A push and its wake-up share a payload, and so do a push and what is shown of it.
    private static func pushesFirst(_ facts: [Fact]) -> [Fact] {
        let isPush = { (fact: Fact) in if case .push = fact { true } else { false } }
        return facts.filter(isPush) + facts.filter { !isPush($0) }
    }

    /// Everything that is shown of a state can be.
    private static func look(at machine: SystemMachine) throws {
        var lent = machine
        _ = lent.audit(at: .zero)
        _ = machine.facts
        _ = machine.payloadsInUse
        _ = machine.timerAt
        for view in machine.views {
            _ = machine.why(view.manifest.id)
            _ = machine.whyNot(view.manifest.id, .fetch, at: .zero)
        }
        var later = machine
        let end = Moment(
            instant: Instant(nanoseconds: .max), awake: AwakeInstant(nanoseconds: .max),
            wall: WallTime(nanoseconds: .max))
        for moment in [.zero, end] {
            _ = later.handle(.timer, at: moment).fingerprint
            _ =
                later.handle(
                    .restarted([], deviceRestarted: false, launching: true), at: moment
                ).fingerprint
        }
    }

    /// - Returns: nil when `line` isn't one.
    private static func roundTrip<Value: JSONValued & Equatable>(
        _: Value.Type, _ line: [UInt8]
    ) throws -> Value? {
        guard let value = try? Value.read(line) else { return nil }
        let again = try writtenAndRead(value)
        try require(again == value, "\(value) is written and read as \(again)")
        return value
    }
}
