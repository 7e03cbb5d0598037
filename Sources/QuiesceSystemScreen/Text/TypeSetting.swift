import QuiesceAnswers
import QuiesceWire

// Texts set into their views, as a UILabel has them: broken into lines where it is high enough for
// several, and cut with … where it isn't.
extension TextRuler {
    /// The distance of two base lines, as a part of the font's size.
    static let lineHeight = 1.2
    /// Rounding of a frame that was made for a text is no reason to cut it.
    private static let tolerance = 0.05

    /// How high a view must be for the text, in lines at most.
    func height(
        of text: String, size: Double, weight: Int? = nil, width: Double, most: Int
    ) -> Double {
        let count = lines(of: text, size: size, weight: weight, width: width, most: most)
            .lines.count
        return Double(max(1, count)) * size * Self.lineHeight
    }

    func set(_ text: Scene.Text, in frame: Scene.Frame) -> SceneDrawing.Lines {
        guard frame.width > 0, frame.height > 0 else { return .init([]) }
        let height = text.size * Self.lineHeight
        let room = (frame.height + Self.tolerance) / height
        let lines = fitting(text, width: frame.width, most: room < 2 ? 1 : Int(min(room, 1_000)))
        var baseline = (frame.height - height * Double(lines.count - 1)) / 2 + text.size * 0.35
        var set = SceneDrawing.Lines([])
        for line in lines {
            set.lines.append(
                .init(
                    string: line.string, x: text.edge(in: frame), baseline: baseline,
                    width: line.width, isRightToLeft: line.isRightToLeft))
            // Letters with many marks, and fonts larger than their view.
            if baseline - line.above < -Self.tolerance
                || baseline + line.below > frame.height + Self.tolerance
                || line.width > frame.width + Self.tolerance
            {
                set.areCut = true
            }
            baseline += height
        }
        return set
    }

    private func fitting(_ text: Scene.Text, width: Double, most: Int) -> [Line] {
        let (size, weight) = (text.size, text.weight)
        let broken = lines(
            of: text.string, size: size, weight: weight, width: width + Self.tolerance, most: most)
        guard !broken.isAll || broken.lines.contains(where: { $0.width > width + Self.tolerance })
        else { return broken.lines }
        let whole = broken.lines.dropLast()
        // The rest of its paragraph: as much of that as there is room for.
        let rest = rest(of: text.string, after: whole.map(\.string))
        return whole + [cut(rest, size: size, weight: weight, width: width)]
    }

    /// The text after some of its lines, to the end of the paragraph there.
    private func rest(of text: String, after lines: [String]) -> String {
        var left = Substring(text.prefix(Self.mostBytes))
        for line in lines {
            if left.hasPrefix(line) { left = left.dropFirst(line.count) }
            left = left.drop { $0 == " " || $0.isNewline }
        }
        return String(left.prefix { !$0.isNewline })
    }

    /// The longest beginning of a text that fits with … after it.
    private func cut(_ text: String, size: Double, weight: Int?, width: Double) -> Line {
        let letters = Array(text)
        func line(_ count: Int) -> Line {
            var kept = letters[..<count]
            while kept.last?.isWhitespace == true { kept.removeLast() }
            return self.line(String(kept) + "…", size: size, weight: weight)
        }
        var (fits, tooMany) = (0, letters.count + 1)
        while fits + 1 < tooMany {
            let middle = (fits + tooMany) / 2
            if line(middle).width <= width { fits = middle } else { tooMany = middle }
        }
        return line(fits)
    }
}
