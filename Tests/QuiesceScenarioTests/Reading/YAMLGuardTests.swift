import QuiesceCore
import Testing

@testable import QuiesceScenario

@Suite struct YAMLGuardTests {
    @Test("A few lines that stand for a billion are refused before they are unfolded")
    func bomb() {
        var text = "scenario: x\na: &a [x, x]\n"
        for letter in ["b", "c", "d", "e", "f", "g", "h", "i"] {
            text += "\(letter): &\(letter) [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
        }
        #expect(problems(text) == ["2"])
    }

    @Test(
        "Lists in lists are refused before they overflow the stack",
        arguments: [
            String(repeating: "[", count: 100_000),
            String(repeating: "{a: ", count: 100_000),
            String(repeating: "- ", count: 100_000),
            String(repeating: "? ", count: 100_000),
            (0..<500).map { String(repeating: " ", count: $0) + "- a:\n" }.joined(),
            (0..<500).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\r"),
            (0..<500).map { String(repeating: " ", count: $0) + "a:" }.joined(
                separator: "\u{2028}"),
        ])
    func deep(text: String) { #expect(problems("x:\n" + text).count == 1) }

    @Test("Ampersands and brackets in words are no anchors and no lists")
    func words() throws {
        let text = "scenario: \"Tom & Jerry [1] & {2}, R&D\"\napps: [{id: a.b}]\n"
        #expect(try ScenarioFile(text: text, path: "f").title == "Tom & Jerry [1] & {2}, R&D")
    }

    @Test("Every piece of a scenario file is read or refused, and none crashes the reader")
    func pieces() {
        let bytes = Array(wholeScenario.utf8)
        for end in stride(from: 0, through: bytes.count, by: 7) {
            _ = try? ScenarioFile(text: String(decoding: bytes[..<end], as: UTF8.self), path: "f")
            var changed = bytes
            changed[min(end, bytes.count - 1)] = [0, 38, 42, 58, 91, 10, 255][end % 7]
            _ = try? ScenarioFile(text: String(decoding: changed, as: UTF8.self), path: "f")
        }
    }

    /// The lines of what is wrong.
    private func problems(_ text: String) -> [String] {
        do {
            _ = try ScenarioFile(text: text, path: "f")
            return []
        } catch {
            return error.problems.map { "\($0.line ?? 0)" }
        }
    }
}
