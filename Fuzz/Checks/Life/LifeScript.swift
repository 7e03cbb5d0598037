import Foundation
import QuiesceCore
import QuiesceJournal

/// Bytes, read as the life of a device with four apps: what the user, the kernel and the apps do,
/// in any order, sensible or not. Any bytes are a script.
struct LifeScript {
    private var bytes: ArraySlice<UInt8>
    let profile: PolicyProfile
    var life: Life
    var now = Moment.zero.advanced(by: .seconds(1_000))
    var ticket: UInt64 = 0
    var request: UInt64 = 0
    /// The number of the last call that each app was sent.
    var lastSent: [AppID: UInt64] = [:]
    var lastWake: UInt64 = 0

    static let apps = ["app.a", "app.b", "app.c", "app.d"].compactMap { AppID($0) }
    /// Enough for a queue to overflow, and over in a moment.
    static let steps = 1_500

    init(_ input: [UInt8]) {
        bytes = input[...]
        let kind = bytes.popFirst() ?? 0
        profile = PolicyProfile.named[Int(kind) % PolicyProfile.named.count]
        life = Life(SystemMachine(profile: profile))
    }

    /// - Throws: `Problem`, with the events as a segment of a journal, which can be replayed.
    mutating func run() throws {
        do {
            // One app of the four isn't there.
            for app in Self.apps.prefix(3) { try take(install(app, flavour: 0)) }
            for step in 1...Self.steps {
                guard let code = bytes.popFirst() else { break }
                try self.step(code)
                if step % 64 == 0 { try explain() }
            }
            try explain()
            try life.lookBack()
            try life.end(at: now)
        } catch let problem as Problem {
            throw Problem("\(problem)\n\(journal())")
        }
    }

    // MARK: - Parts of events

    /// One of the apps, and mostly its present launch.
    mutating func process() -> (AppID, Launch) {
        let byte = next()
        let app = Self.apps[Int(byte & 3)]
        let launch = life.machine.view(app)?.launch ?? Launch(number: 1)
        switch byte >> 5 {
        case 5: return (app, Launch(number: launch.number &- 1))
        case 6: return (app, launch.next)
        case 7: return (app, Launch(number: .max))
        case _: return (app, launch)
        }
    }

    /// Mostly `number` itself.
    mutating func near(_ number: UInt64) -> UInt64 {
        switch next() >> 4 {
        case 12: 0
        case 13: number &- 1
        case 14: number &+ 1
        case 15: .max
        case _: number
        }
    }

    /// Mostly the next; what is sent again has the same.
    mutating func newRequest() -> UInt64 {
        if next() < 224 { request += 1 }
        return request
    }

    mutating func newTicket() -> Ticket {
        ticket += 1
        return Ticket(ticket)
    }

    mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Some megabytes, or more than any machine has.
    mutating func amount() -> UInt64 {
        let byte = next()
        return byte < 240 ? UInt64(byte) << 20 : .max
    }

    mutating func number() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(next()) }
    }

    mutating func take(_ event: Event) throws {
        let reaction = try life.take(event, at: now)
        for effect in reaction.effects {
            if case .send(let app, _, let delivery, _) = effect { lastSent[app] = delivery.seq }
        }
        for decision in reaction.decisions {
            if case .wake(let wake, _, _) = decision.detail { lastWake = wake.value }
        }
    }

    // MARK: - In words

    /// Every app's state has a sentence, with everything in it.
    private func explain() throws {
        for app in life.machine.views.map(\.manifest.id) {
            var sentences = [life.machine.why(app)?.sentence]
            for cause in [WakeCause.fetch, .push(PayloadHandle(0))] {
                sentences.append(life.machine.whyNot(app, cause, at: now)?.sentence)
            }
            for sentence in sentences {
                try requireOneLine(sentence ?? "", "the sentence about \(app)")
                try require(sentence?.contains("?") == false, "a gap in: \(sentence ?? "")")
            }
        }
    }

    private func journal() -> String {
        let start = Moment.zero
        var lines = [
            JournalLine.Header(
                version: JournalLine.version, seq: 0, moment: start,
                state: SystemMachine(profile: profile)
            ).jsonText
        ]
        for (index, step) in life.events.enumerated() {
            lines.append(
                JournalLine.Entry(
                    seq: UInt64(index + 1), moment: step.moment, event: step.event, h: nil
                ).jsonText)
        }
        return lines.joined(separator: "\n")
    }
}
