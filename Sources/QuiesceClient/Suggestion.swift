/// The word that somebody meant who mistyped it.
package enum Suggestion {
    /// The one of `words` that is `word` but for the case of its letters, or but for a slip or two;
    /// the first of those that are equally near.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased())
        let slips = typed.count < 3 ? 0 : typed.count < 8 ? 1 : 2
        var best: (word: String, distance: Int)?
        for candidate in words.sorted() {
            let distance = distance(typed, Array(candidate.lowercased()))
            if distance <= slips, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// How many letters were left out, added, mistaken or exchanged with their neighbour.
    private static func distance(_ typed: [Character], _ meant: [Character]) -> Int {
        guard abs(typed.count - meant.count) <= 2 else { return .max }
        var before = [Int](repeating: 0, count: meant.count + 1)
        var row = Array(0...meant.count)
        for (i, letter) in typed.enumerated() {
            var next = [i + 1]
            for (j, other) in meant.enumerated() {
                var least = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, letter == meant[j - 1], typed[i - 1] == other {
                    least = min(least, before[j - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[meant.count]
    }
}
