import Testing

/// Names the behaviours that a test proves, by their numbers in `docs/behaviours.md` ("W1") or, for
/// faults, in `docs/reliability.md` ("reliability D1"). `docs/conformance.md` is generated from them.
public struct BehaviourTrait: TestTrait, SuiteTrait {
    public let numbers: [String]
}

extension Trait where Self == BehaviourTrait {
    /// The behaviours that this test proves.
    public static func behaviour(_ numbers: String...) -> Self { BehaviourTrait(numbers: numbers) }
}
