import QuiesceCore

/// The content of a fact, by which the fact is compared over a restart.
protocol DurableFact {
    static var kind: DurableKind { get }
    var fact: Fact { get }
    /// Returns the name of the fact in every run; empty: there is but one of its kind.
    func words(_ names: DurableNames) -> String
    /// Takes out what a death may rightly change, each for its reason (`docs/simulation.md`,
    /// "Restarts"). Everything else must be the same, whether or not the daemon died on the way.
    mutating func makeComparable(after death: DurableOutcome.Death)
}

extension DurableFact {
    func words(_ names: DurableNames) -> String { "" }
    mutating func makeComparable(after _: DurableOutcome.Death) {}

    fileprivate var kind: DurableKind { Self.kind }
    fileprivate func comparable(after death: DurableOutcome.Death) -> Fact {
        var copy = self
        copy.makeComparable(after: death)
        return copy.fact
    }
}

extension Fact {
    /// The one place that tells the kinds of facts apart.
    private var durable: any DurableFact {
        switch self {
        case .app(let fact): fact
        case .wake(let fact): fact
        case .device(let fact): fact
        case .conditions(let fact): fact
        case .permissions(let fact): fact
        case .passcode(let fact): fact
        case .transfer(let fact): fact
        case .session(let fact): fact
        case .transfers(let fact): fact
        case .notification(let fact): fact
        case .notifications(let fact): fact
        case .presentation(let fact): fact
        case .fetch(let fact): fact
        case .fetches(let fact): fact
        case .push(let fact): fact
        case .pushes(let fact): fact
        case .pushRegistration(let fact): fact
        case .location(let fact): fact
        case .audio(let fact): fact
        case .bluetooth(let fact): fact
        case .energy(let fact): fact
        case .thaw(let fact): fact
        }
    }

    func name(_ names: DurableNames) -> DurableName {
        let durable = durable
        return DurableName(kind: durable.kind, words: durable.words(names))
    }

    func comparable(after death: DurableOutcome.Death) -> Fact { durable.comparable(after: death) }
    var durableKind: DurableKind { durable.kind }
}

/// The kinds of facts.
enum DurableKind: String, Sendable, Hashable, CaseIterable, Comparable {
    case app, wake, device, conditions, permissions, passcode
    case transfer, session, transfers
    case notification, notifications, presentation
    case fetch, fetches
    case push, pushes, pushRegistration
    case location
    case audio
    case bluetooth
    case energy
    case thaw

    /// Those that come out the same in a run in which the daemon dies. A fetch over which it does
    /// is charged to nobody.
    static let compared = allCases.filter { $0 != .energy }

    init(_ fact: Fact) { self = fact.durableKind }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
