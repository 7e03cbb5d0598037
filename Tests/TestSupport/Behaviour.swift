import Testing

/// Names the behaviours that a test proves, by their numbers in `docs/behaviours.md` ("W1") or, for
/// faults, in `docs/faults.md` ("reliability D1"). `docs/conformance.md` is generated from them.
public struct BehaviourTrait: TestTrait, SuiteTrait {
    public let numbers: [String]
    /// The half of the behaviour that no test proves; nil: the tests prove all of it.
    public let missing: String?
}

extension Trait where Self == BehaviourTrait {
    /// The behaviours that this test proves.
    public static func behaviour(_ numbers: String...) -> Self {
        BehaviourTrait(numbers: numbers, missing: nil)
    }

    /// A behaviour of which only a part is proved, by this test and by all others.
    ///
    /// - Parameter missing: the part that isn't, as a sentence without its full stop. The
    ///   conformance document then says *in part*, whatever other tests there are.
    public static func behaviour(_ number: String, missing: String) -> Self {
        BehaviourTrait(numbers: [number], missing: missing)
    }
}
