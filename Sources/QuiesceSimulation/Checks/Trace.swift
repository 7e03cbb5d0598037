import QuiesceCore

/// A number for everything that happened, the same on every run and build; and a line per event for
/// readers, if they are kept.
public struct Trace: Sendable {
    private var fingerprint = Fingerprint()
    public private(set) var events = 0
    /// The lines, if they are kept.
    public private(set) var lines: [String] = []
    private let keepsLines: Bool

    public var hash: UInt64 { fingerprint.value }

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    mutating func note(_ event: Event, _ reaction: Reaction, at now: Moment) {
        events += 1
        fingerprint.add(UInt64(bitPattern: now.awake.nanoseconds))
        fingerprint.add(UInt64(bitPattern: now.instant.nanoseconds))
        fingerprint.add(event)
        fingerprint.add(reaction.fingerprint)
        if keepsLines { lines.append(Self.line(event, reaction, now)) }
    }

    mutating func note(_ text: String) {
        fingerprint.add(text)
        if keepsLines { lines.append(text) }
    }

    private static func line(_ event: Event, _ reaction: Reaction, _ now: Moment) -> String {
        let (awake, instant) = (now.awake.nanoseconds, now.instant.nanoseconds)
        var line = "\(awake / 1_000_000) \(instant / 1_000_000) \(event.words)"
        for decision in reaction.decisions {
            line += "; \(decision.kind.rawValue) \(decision.reason.rawValue)"
            if let rule = decision.rule { line += " \(rule.rawValue)" }
            if let app = decision.app { line += " \(app.name)" }
            if let to = decision.to { line += " > \(to.rawValue)" }
        }
        let counts = [reaction.effects.count, reaction.changes.count, reaction.promises.count]
        return line + " | \(counts.reduce(0, +))"
    }
}
