import Foundation
import Testing

@testable import QuiesceKit

@Suite struct TextMeasureTests {
    @Test("A text is broken between words, and nothing of it is lost")
    func words() {
        let text = "I need your attention NOW (and in a little bit)!"
        let lines = TextMeasure.lines(of: text, size: 13, within: 230)
        #expect(lines.count == 2)
        #expect(lines.joined(separator: " ") == text)
        #expect(lines.allSatisfy { TextMeasure.width(of: $0, size: 13) <= 230 })
        #expect(TextMeasure.lines(of: "One", size: 13, within: 230) == ["One"])
        #expect(TextMeasure.lines(of: "", size: 13, within: 230) == [""])
        #expect(TextMeasure.lines(of: "a\n\nb", size: 13, within: 230) == ["a", "", "b"])
    }

    @Test("A word that is wider than a line is broken itself")
    func longWord() {
        let word = String(repeating: "n", count: 40)
        let lines = TextMeasure.lines(of: "an \(word)", size: 10, within: 66)
        #expect(lines == ["an"] + Array(repeating: String(repeating: "n", count: 10), count: 4))
    }

    @Test("Of more lines than may be, the last says so; a line fits with that sign")
    func cut() {
        let lines = TextMeasure.lines(of: "one two three four", size: 10, within: 45, most: 2)
        #expect(lines.count == 2 && lines[1].hasSuffix("…"))
        #expect(lines.allSatisfy { TextMeasure.width(of: $0, size: 10) <= 45 })
        #expect(TextMeasure.cut("short", size: 10, within: 100) == "short")
        #expect(TextMeasure.cut("much too long for this", size: 10, within: 50).hasSuffix("…"))
    }

    @Test("No letter of DejaVu Sans, of the widest usual fonts, is wider than is assumed")
    func assumption() {
        // Advance widths from the font's own table, in thousandths of its size.
        let widths: [Character: Double] = [
            "a": 613, "e": 615, "f": 352, "i": 278, "j": 278, "k": 579, "l": 278, "m": 974,
            "n": 634, "o": 612, "r": 411, "t": 392, "w": 818, "A": 684, "D": 770, "I": 295,
            "M": 863, "O": 787, "Q": 787, "W": 989, "0": 636, "8": 636, " ": 318, ".": 318,
            "(": 390, "/": 337, "-": 361, "?": 531, "@": 1_000, "%": 950, "&": 780, "…": 1_000,
            "+": 838, "~": 838, "#": 838, "_": 500, "\"": 460, "$": 636, "!": 401, "*": 500,
            "ä": 613, "ß": 630, "Ü": 732, "é": 615, "œ": 1_023, "Ж": 1_077, "ы": 790, "ω": 837,
        ]
        for (letter, width) in widths {
            #expect(
                TextMeasure.width(of: "\(letter)", size: 1_000) >= width, "\(letter)")
        }
    }
}
