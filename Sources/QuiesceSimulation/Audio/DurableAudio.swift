import QuiesceCore

// The facts of sound that must be the same, whether or not the daemon died on the way.

extension AudioFact: DurableFact {
    static let kind = DurableKind.audio
    var fact: Fact { .audio(self) }
}
