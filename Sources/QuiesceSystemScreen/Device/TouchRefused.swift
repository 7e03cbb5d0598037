/// Nothing was touched: why, and what to do.
public struct TouchRefused: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// Names for a list stay short.
    private static let mostNames = 12
    private static let mostLetters = 40

    static func nothing(_ x: Double, _ y: Double, _ picture: SystemPicture) -> TouchRefused {
        let place = "nothing can be touched at \(x), \(y)"
        guard let cover = picture.cover else {
            return TouchRefused(
                description: "\(place), and no app is in front; \(advice(picture))")
        }
        return TouchRefused(
            description:
                "\(place): \(cover.words) is in front of everything (`\(cover.command)`); \(advice(picture))"
        )
    }

    /// The words can't be touched: several have them, or none.
    static func words(_ words: String, _ found: [SystemPicture.Element], _ picture: SystemPicture)
        -> TouchRefused
    {
        let said = "\"\(short(words))\""
        guard found.isEmpty else {
            let places = found.map { "\($0.frame.middle.x) \($0.frame.middle.y)" }
            return TouchRefused(
                description:
                    "\(found.count) texts say \(said); touch one of them: \(places.joined(separator: ", "))"
            )
        }
        let cover = picture.cover.map { "; \($0.words) covers what is below (`\($0.command)`)" }
        return TouchRefused(
            description:
                "nothing on the screen says \(said)\(cover ?? ""); \(advice(picture)); see `quiesce screen`"
        )
    }

    static func hidden(_ words: String, by above: SystemPicture.Element) -> TouchRefused {
        let command = above.command.map { " (`\($0)`)" } ?? ""
        return TouchRefused(
            description:
                "\"\(short(above.words))\"\(command) lies over \"\(short(words))\"; touch that first"
        )
    }

    private static func advice(_ picture: SystemPicture) -> String {
        var names: [String] = []
        for element in picture.elements where element.action != nil {
            let name = "\"\(short(element.words))\""
            if !names.contains(name) { names.append(name) }
        }
        guard !names.isEmpty else { return "there is nothing that can be touched" }
        let more = names.count - mostNames
        return "touch one of: " + names.prefix(mostNames).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    private static func short(_ words: String) -> String {
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > mostLetters ? line.prefix(mostLetters - 1) + "…" : line
    }
}

extension SystemPicture {
    /// The one thing that says this and can be touched.
    ///
    /// - Throws: `TouchRefused` where several do, or none.
    public func element(saying words: String) throws(TouchRefused) -> Element {
        let found = elements.filter { $0.action != nil && $0.words == words }
        // Two places of one thing, as a card and its title.
        let actions = Set(found.map(\.action))
        guard let last = found.last,
            found.count == 1 || actions.count == 1 && last.action != .touchApp
        else { throw .words(words, found, self) }
        let middle = last.middle
        if let above = element(x: middle.x, y: middle.y), above.action != last.action {
            throw .hidden(words, by: above)
        }
        return last
    }
}

extension SystemPicture.Element {
    /// Where a finger meets it.
    public var middle: (x: Double, y: Double) { frame.middle }
}
