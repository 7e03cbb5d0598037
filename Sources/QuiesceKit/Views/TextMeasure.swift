import Foundation

/// Sizes of text, by estimate: which font a screen draws with is the screen's to choose, and an app
/// has none to measure by.
///
/// A letter is assumed to be at least as wide as DejaVu Sans has it, which with Verdana is the
/// widest of the usual sans-serif fonts: a text that fits by this estimate fits in Helvetica,
/// Roboto and Noto Sans too. A line is assumed to be 1.2 of the font's size high.
enum TextMeasure {
    private static let narrow = Set<Character>("ijlI.,:;'| ")
    private static let slim = Set<Character>("frt()[]-/\\\"*!")
    private static let wide = Set<Character>("mwMW@%—…æœÆŒ©®¼½¾")
    private static let signs = Set<Character>("+=<>~#^&±×÷¬")

    static func lineHeight(_ size: CGFloat) -> CGFloat { (size * 1.2).rounded(.up) }

    static func width(of text: some StringProtocol, size: CGFloat) -> CGFloat {
        size * text.reduce(0) { $0 + ems($1) }
    }

    /// The text in lines that are no wider than `width`: broken between words, and in one that
    /// alone is wider. There is one line at least.
    ///
    /// - Parameter most: of that many lines, the last ends in "…" where more would follow.
    static func lines(
        of text: String, size: CGFloat, within width: CGFloat, most: Int = .max
    ) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrap($0, size, width) }
        guard lines.count > max(1, most) else { return lines }
        let shown = lines.prefix(max(1, most))
        let last = (shown.last ?? "") + "…"
        return shown.dropLast() + [cut(last, size: size, within: width)]
    }

    /// The text, or as much of its start as fits with "…".
    static func cut(_ text: String, size: CGFloat, within width: CGFloat) -> String {
        guard self.width(of: text, size: size) > width else { return text }
        var start = text.hasSuffix("…") ? text.dropLast() : text[...]
        while !start.isEmpty, self.width(of: start, size: size) + ems("…") * size > width {
            start.removeLast()
        }
        return start + "…"
    }

    private static func wrap(_ line: Substring, _ size: CGFloat, _ width: CGFloat) -> [String] {
        var lines: [String] = []
        var (current, used) = ("", 0.0)
        func end() {
            lines.append(current)
            (current, used) = ("", 0)
        }
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let space = current.isEmpty ? "" : " "
            let needed = self.width(of: space + word, size: size)
            if used + needed <= width {
                current += space + word
                used += needed
                continue
            }
            if !current.isEmpty { end() }
            for character in word {
                let needed = ems(character) * size
                if !current.isEmpty, used + needed > width { end() }
                current.append(character)
                used += needed
            }
        }
        return lines + [current]
    }

    /// Widths in parts of the font's size.
    private static func ems(_ character: Character) -> CGFloat {
        if narrow.contains(character) { return 0.4 }
        if slim.contains(character) { return 0.5 }
        if wide.contains(character) { return 1.05 }
        if signs.contains(character) { return 0.85 }
        switch character.unicodeScalars.first?.value ?? 0 {
        case ..<0x370: return character.isUppercase ? 0.8 : 0.65
        // Greek, Cyrillic and what is like them.
        case ..<0x1100: return character.isUppercase ? 1.1 : 0.95
        // Chinese and Korean signs and emoji fill a square.
        case _: return 1.1
        }
    }
}
