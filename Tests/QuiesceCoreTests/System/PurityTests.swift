import Foundation
import TestSupport
import Testing

/// The policy imports nothing and leaves nothing to chance (design, "a pure core in a thin shell").
@Suite struct PurityTests {
    private func sources() throws -> [(name: String, lines: [Substring])] {
        try ["Sources/QuiesceCore", "Sources/QuiesceVocabulary"].flatMap { target in
            let folder = BuiltProducts.package.appendingPathComponent(target)
            let files = try #require(FileManager.default.enumerator(atPath: folder.path))
            let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
            #expect(names.count > 15, "the sources are where the test looks for them")
            return try names.sorted().map { name in
                let text = try String(
                    contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                return (name, text.split(separator: "\n", omittingEmptySubsequences: false))
            }
        }
    }

    private func offences(_ isOffence: (Substring) -> Bool) throws -> [String] {
        try sources().flatMap { name, lines in
            lines.enumerated().filter { isOffence($0.element) }
                .map { "\(name):\($0.offset + 1): \($0.element)" }
        }
    }

    @Test("The core and its vocabulary import nothing else")
    func noImports() throws {
        let own = "@_exported import QuiesceVocabulary"
        #expect(try offences { $0.contains("import ") && !$0.contains("//") && $0 != own } == [])
    }

    @Test("Its switches have no default")
    func noDefaults() throws {
        #expect(
            try offences { $0.trimmingCharacters(in: .whitespaces).hasPrefix("default:") } == [])
    }

    @Test("It never goes through a Set or Dictionary, whose order differs from run to run")
    func noUnorderedIteration() throws {
        let unordered = try sources().flatMap(\.lines).filter {
            ($0.contains("var ") || $0.contains("let "))
                && ($0.contains("Set<") || $0.contains(": [AppID: "))
        }.compactMap { line -> String? in
            let words = line.replacingOccurrences(of: ":", with: " ").split(separator: " ")
            guard let at = words.firstIndex(where: { $0 == "var" || $0 == "let" }) else {
                return nil
            }
            return String(words[at + 1])
        }
        #expect(unordered.contains("slots"), "the one dictionary is found")
        let walks = [
            "in NAME {", "in NAME ", "NAME.map", "NAME.keys", "NAME.values", "NAME.filter",
            "NAME.sorted", "NAME.forEach", "NAME.first",
        ]
        #expect(
            try offences { line in
                unordered.contains { name in
                    walks.contains {
                        line.contains($0.replacingOccurrences(of: "NAME", with: name))
                    }
                }
            } == [])
    }

    @Test("It has no clock, no randomness, no threads")
    func noAmbientInputs() throws {
        let words = [
            "SystemRandomNumberGenerator", ".random(", "shuffled", "ContinuousClock",
            "SuspendingClock", "Task.detached", "await ", " print(",
        ]
        #expect(try offences { line in words.contains { line.contains($0) } } == [])
    }
}
