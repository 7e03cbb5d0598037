/// One mistake in a scenario file: where, what, and what was expected.
public struct ScenarioProblem: Sendable, Hashable, CustomStringConvertible {
    public var path: String
    /// From 1 on; nil: the whole file.
    public var line: Int?
    public var column: Int?
    public var message: String

    /// `FILE:LINE:COLUMN: message`
    public var description: String {
        ([path] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
            + ": " + message
    }
}

/// Why a file is no scenario: every mistake found, in the order of the file.
public struct ScenarioProblems: Error, Sendable, Hashable, CustomStringConvertible {
    public var problems: [ScenarioProblem]

    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
