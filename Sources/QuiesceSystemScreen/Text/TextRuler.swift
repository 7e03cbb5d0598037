import CQuiesceText

/// Measures text and breaks it into lines, by Pango.
struct TextRuler: Sendable {
    struct Line: Sendable, Hashable {
        var string: String
        var width: Double
        /// How far ink reaches above and below the base line.
        var above: Double
        var below: Double
        var isRightToLeft: Bool
    }

    /// Families, the first that is installed. What it can't show others do.
    static let font = "Inter, Noto Sans, DejaVu Sans, sans-serif"
    /// Bytes of a text that are looked at: more fit on no screen.
    static let mostBytes = 16_384

    /// - Throws: `ScreenProblem` where there is no Pango.
    init() throws(ScreenProblem) {
        guard qt_available() else { throw ScreenProblem.noTextLibrary }
    }

    /// - Parameters:
    ///   - width: breaks the lines that are wider; nil: only where the text does.
    ///   - most: no more lines are of interest.
    /// - Returns: the lines, and whether that is all of the text.
    func lines(
        of text: String, size: Double, weight: Int?, width: Double? = nil, most: Int
    ) -> (lines: [Line], isAll: Bool) {
        var text = text
        if text.utf8.count > Self.mostBytes { text = String(text.prefix(Self.mostBytes / 4)) }
        // Pango ends at a NUL.
        text = text.replacing("\0", with: "\u{fffd}")
        let bytes = Array(text.utf8)
        var found = [qt_line](repeating: qt_line(), count: max(1, most))
        let count = text.withCString { start in
            qt_break(
                Self.font, start, Int32(bytes.count), size, Int32(weight ?? 400), width ?? -1,
                &found, Int32(found.count))
        }
        let lines = found.prefix(Int(count)).map { line in
            Line(
                string: String(
                    decoding: bytes[Int(line.start)..<Int(line.start + line.length)],
                    as: UTF8.self),
                width: line.width, above: line.above, below: line.below,
                isRightToLeft: line.is_right_to_left)
        }
        return (lines, Int(count) <= lines.count)
    }

    /// One line, however wide it is.
    func line(_ text: String, size: Double, weight: Int?) -> Line {
        lines(of: text, size: size, weight: weight, most: 1).lines.first
            ?? Line(string: "", width: 0, above: 0, below: 0, isRightToLeft: false)
    }

    func width(of text: String, size: Double, weight: Int? = nil) -> Double {
        line(text, size: size, weight: weight).width
    }
}
