import QuiesceCore

/// Texts, each kept once and known by its number. Number 0 is the empty one.
struct TextTable {
    private(set) var texts = [""]
    private var numbers = ["": Int32(0)]
    private(set) var bytes = 0

    mutating func number(of text: String) -> Int32 {
        if let known = numbers[text] { return known }
        let kept = Self.cut(text)
        let number = numbers[kept] ?? Int32(texts.count)
        if number == texts.count {
            texts.append(kept)
            bytes += kept.utf8.count
            numbers[kept] = number
        }
        // The long one isn't kept as a key: there may be many.
        return number
    }

    /// At most `Limits.timelineTextLength` bytes; an ellipsis says that there was more.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > Limits.timelineTextLength else { return text }
        var kept = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > Limits.timelineTextLength - 3 { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
