import QuiesceCore

// The facts of location that must be the same, whether or not the daemon died on the way.

extension LocationFact: DurableFact {
    static let kind = DurableKind.location
    var fact: Fact { .location(self) }
    func words(_ names: DurableNames) -> String { app.name }

    /// A dead daemon doesn't hear where the device goes, and what its apps are told depends on
    /// that.
    mutating func makeComparable(after _: DurableOutcome.Death) { forgetPlaces() }
}
