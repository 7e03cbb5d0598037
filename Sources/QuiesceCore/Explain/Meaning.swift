/// Why something is so: a stable word, in the log, in `why` and as an exit reason, on which scripts
/// may rely, and its meaning. Each capability has its reasons in its own folder; a new one has its
/// words, or doesn't compile.
public struct Reason: Sendable, Hashable, RawRepresentable, CaseIterable, CustomStringConvertible {
    private final class Row: Sendable {
        let word: StaticString
        let rawValue: String
        /// In fingerprints.
        let number: UInt64
        let meaning: @Sendable (Detail?, _ now: Moment?) -> Meaning

        init(_ word: StaticString, _ meaning: @escaping @Sendable (Detail?, Moment?) -> Meaning) {
            self.word = word
            self.meaning = meaning
            rawValue = "\(word)"
            var fingerprint = Fingerprint()
            fingerprint.add(rawValue)
            number = fingerprint.value
        }
    }

    /// A reason lasts as long as the program: it is copied with each decision, and nobody counts
    /// who has it.
    private let kept: Unmanaged<Row>
    private var row: Row { kept.takeUnretainedValue() }

    /// - Parameter meaning: `now`: for what is still to come; nil when it is told later.
    init(_ word: StaticString, _ meaning: @escaping @Sendable (Detail?, Moment?) -> Meaning) {
        kept = .passRetained(Row(word, meaning))
    }

    /// One whose words are always the same.
    init(_ word: StaticString, _ meaning: Meaning) { self.init(word) { _, _ in meaning } }

    /// All of them, by capability.
    public static let allCases: [Reason] =
        ofLifecycle + ofWakes + ofSystem + ofProtection + ofEvents + ofInput + ofConduct
        + ofFetches + ofNotifications + ofPushes + ofTransfers + ofLinks
        + SystemMachine(profile: .ios8).reasonsOfRooms

    private static let named = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    public init?(rawValue: String) {
        guard let known = Self.named[rawValue] else { return nil }
        self = known
    }

    public var rawValue: String { row.rawValue }
    public var description: String { rawValue }

    func meaning(_ detail: Detail?, at now: Moment? = nil) -> Meaning {
        row.meaning(detail, now)
    }

    public static func == (a: Reason, b: Reason) -> Bool { a.kept.toOpaque() == b.kept.toOpaque() }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(row.number)
    }
}

extension Reason: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        assert(Self.named[rawValue] == self, "\(rawValue) is in no list")
        sink.word(row.word, number: row.number)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let known = Reason(rawValue: word) else { throw .unexpected }
        self = known
    }
}

extension Detail? {
    func words(or usual: String) -> String { self?.words ?? usual }
}

extension Pending {
    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A wake-up that was accepted and has no verdict.
        case wake
        /// Finite-length tasks that are open.
        case task
        /// Callbacks that were called and have not returned.
        case call
        /// A launch into the background that waits for a back-off.
        case backOff
        /// An app that a new daemon hasn't heard yet.
        case connection
        /// A freeze, an end that was asked for, a kill: not confirmed yet.
        case suspension, termination, kill
        /// A step that follows the end of the present process.
        case open, install, uninstall
        /// An app that something covers, or that comes back when a call is over.
        case interruption
        /// Changes of the device that the app hasn't been told.
        case events
        /// A question to the user.
        case prompt
        /// The user's input that the app hasn't answered.
        case input
        /// The device's lock, its sleep and its end.
        case lock, sleep, shutDown
        /// Protected files that can be read for a moment more.
        case protection
        /// A transfer that hasn't come to its end, or whose verdict its app hasn't taken.
        case transfer
        /// Notifications that are to come.
        case notification
        /// A push that is held, or whose alert waits for its app.
        case push
        /// Samples of sensors that it asked for.
        case motion
        /// Places and regions that it asked about.
        case location
        /// Its sound.
        case audio
        /// Sockets that are kept, and what else lets it wait for calls.
        case voip
        /// Its sessions with accessories.
        case accessory
        /// Its peripherals and centrals.
        case bluetooth
        /// The screen that it keeps on.
        case idleTimer
        /// The schedule by which it is thawed.
        case thaw
        /// Its windows on a desktop.
        case window
        /// Work that it has and nobody declared.
        case work
        /// Tasks that it began in front, and that go on when it is left.
        case continuedTask
    }
}

/// A reason in plain words, by the part that it can play, with advice on how to make it
/// different.
enum Meaning: Sendable, Hashable {
    /// Nothing is ended or refused for it.
    case event(String)
    /// A launch ends for it, as somebody chose, or as the app could not help.
    case ending(String, change: String)
    /// A launch ends for it, and the app could have avoided it.
    case fault(String, change: String)
    /// Something is not done because of it.
    case refusal(String, change: String)
    /// It ends launches, and refuses wake-ups.
    case endingOrRefusal(ending: String, refusal: String, change: String)

    /// How a launch ended for it; nil: none does.
    var ending: String? {
        switch self {
        case .ending(let words, _), .fault(let words, _), .endingOrRefusal(let words, _, _): words
        case .event, .refusal: nil
        }
    }

    /// Why something is not done; nil: nothing is refused for it.
    var refusal: String? {
        switch self {
        case .refusal(let words, _), .endingOrRefusal(_, let words, _): words
        case .event, .ending, .fault: nil
        }
    }

    /// Advice on how to avoid it.
    var change: String? {
        switch self {
        case .ending(_, let change), .fault(_, let change), .refusal(_, let change),
            .endingOrRefusal(_, _, let change):
            change
        case .event: nil
        }
    }

    /// Whatever it says.
    var clause: String {
        switch self {
        case .event(let words), .ending(let words, _), .fault(let words, _), .refusal(let words, _),
            .endingOrRefusal(let words, _, _):
            words
        }
    }
}
