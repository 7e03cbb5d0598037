/// SplitMix64: the same numbers from the same seed, on every machine and in every build.
package struct SeededGenerator: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is above 0.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    package mutating func chance(percent: Int) -> Bool { below(100) < percent }
    package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    /// One of `choices`, as often as its weight says; nil where none has any.
    package mutating func pick<T>(weighted choices: [(T, Int)]) -> T? {
        let total = choices.reduce(0) { $0 + $1.1 }
        guard total > 0 else { return nil }
        var ticket = below(total)
        for (choice, weight) in choices {
            if ticket < weight { return choice }
            ticket -= weight
        }
        return nil
    }
}
