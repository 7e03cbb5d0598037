/// A mistake that an app made in a random life, and the shortest life found in which it makes it.
public struct LifeFailure: Error, Sendable, CustomStringConvertible {
    /// The behaviour that was broken, by its number in `docs/behaviours.md`, such as `T4`; nil: the
    /// test's own condition.
    public let rule: String?
    /// The mistake, and how to mend it, in a sentence.
    public let problem: String
    /// The seed of the life in which it was found; nil: a life that was kept in a file.
    public let seed: UInt64?
    /// Lines of a test that lead to the mistake, on a device where the app is installed.
    public let steps: [String]
    /// The path of the file with these steps, which the test takes first until they do no harm any
    /// more; nil: it couldn't be written.
    public let file: String?

    /// All of it, for a reader.
    public var description: String {
        let origin = seed.map { "in the life of seed \($0)" } ?? "in the life that was kept"
        let kept = file.map {
            "\nThe test begins with these steps until they do no harm any more: \($0)"
        }
        return "\(problem)\nFound \(origin). It takes:\n"
            + steps.map { "    \($0)" }.joined(separator: "\n") + (kept ?? "")
    }
}
