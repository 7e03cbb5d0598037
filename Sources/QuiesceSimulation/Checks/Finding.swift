import QuiesceCore

/// A condition that must always hold in a simulation. Each capability has its own invariants.
public struct Invariant: Sendable, Hashable {
    /// The condition, in a sentence.
    public let words: String

    init(_ words: String) { self.words = words }
}

// Those of no capability.
extension Invariant {
    public static let oneProcessPerApp = Self(
        "at most one live process per app, and launch numbers only grow")
    public static let frozenIsSuspended = Self("frozen if and only if suspended")
    public static let nobodyOverstays = Self("nobody runs out of sight past its deadline and grace")
    public static let oneVerdict = Self("one verdict per wake-up")
    public static let nothingCrosses = Self("nothing meant for one app reaches another")
    public static let queuesAreBounded = Self("every queue keeps its limit")
    public static let oneInFront = Self("at most one app in front")
    public static let interruptionsEnd = Self(
        "the app in front is active if and only if nothing lies over it")
    public static let netChange = Self(
        "apps that run are told what has changed of the device, all in all, and no others")
    public static let acknowledgedIsDurable = Self("what was acknowledged is durable")
    public static let restartsAreEquivalent = Self("a restart knows what the last daemon knew")
    public static let timerIsEarliest = Self("the timer is set for the earliest deadline")
    public static let obedientLive = Self("an app that obeys is not killed for disobeying")
    public static let answeredOnce = Self("whoever asks is answered at most once")
    public static let progresses = Self("time goes on")
    /// Phase 2: faults are off, and a day has passed.
    public static let settles = Self("everything settles within a day without faults")
}

/// An invariant that didn't hold, and when.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    public var invariant: Invariant
    public var problem: String
    /// The app concerned, what the core says about it, and what it decided last.
    public var explanation: [String]
    /// The place of the step in the scenario; nil: in the day after it.
    public var step: Int?
    /// Since the start.
    public var after: Interval

    public var description: String {
        let place = step.map { "step \($0 + 1)" } ?? "the day without faults"
        let head = "\(invariant.words): \(problem) (\(place), after \(after.spoken))"
        return ([head] + explanation.map { "  " + $0 }).joined(separator: "\n")
    }
}
