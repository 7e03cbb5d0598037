import QuiesceWire

@testable import QuiesceSystemScreen

/// Finds what no screen of the system may show: the app's own part isn't looked at.
struct ScreenJudge {
    let picture: SystemPicture
    let ruler: TextRuler

    init(_ picture: SystemPicture) throws {
        self.picture = picture
        ruler = try TextRuler()
    }

    /// All mistakes, in words.
    var mistakes: [String] {
        outside + overflowing + overlapping + unreadable + tangled
    }

    private var nodes: [Scene.Node] { picture.scene.root.children ?? [] }

    /// A line of a text, as large as its ink, at least.
    private struct PlacedLine {
        var index: Int
        var string: String
        var frame: Scene.Frame
        var text: Scene.Text
    }

    private var lines: [PlacedLine] {
        nodes.enumerated().dropFirst(picture.appNodes).flatMap { index, node -> [PlacedLine] in
            guard let text = node.text else { return [] }
            return ruler.set(text, in: node.frame).lines.map { line in
                let width = line.width ?? 0
                let left =
                    switch text.alignment {
                    case "center": line.x - width / 2
                    case "right": line.x - width
                    case _: line.x
                    }
                let height = text.size * 0.7
                return PlacedLine(
                    index: index, string: line.string,
                    frame: .init(
                        x: node.frame.x + left, y: node.frame.y + line.baseline - height,
                        width: width, height: height), text: text)
            }
        }
    }

    /// Nodes and elements that reach out of the screen.
    var outside: [String] {
        let size = picture.scene.size
        let frames =
            nodes.dropFirst(picture.appNodes).map { ($0.text?.string ?? "a box", $0.frame) }
            + picture.elements.filter { $0.action != .touchApp }.map { ($0.words, $0.frame) }
        return frames.filter { _, frame in
            frame.x < -0.01 || frame.y < -0.01 || frame.maxX > size.width + 0.01
                || frame.maxY > size.height + 0.01
        }
        .map { "\($0.0.prefix(30)) is out of the screen: \($0.1)" }
    }

    /// Lines that are wider than their view, and views without a line of their text.
    var overflowing: [String] {
        nodes.dropFirst(picture.appNodes).compactMap { node in
            guard let text = node.text else { return nil }
            let set = ruler.set(text, in: node.frame)
            let isWide = set.lines.contains { ($0.width ?? 0) > node.frame.width + 0.1 }
            guard isWide && !set.areCut || set.lines.isEmpty else { return nil }
            return "\(text.string.prefix(30)) doesn't fit into \(node.frame)"
        }
    }

    /// Lines over lines, with nothing between that hides the lower one.
    var overlapping: [String] {
        let lines = lines
        var found: [String] = []
        for (at, low) in lines.enumerated() {
            for high in lines.dropFirst(at + 1) where high.index > low.index {
                guard let common = low.frame.common(with: high.frame) else { continue }
                let isHidden = nodes[low.index..<high.index].contains { node in
                    node.text == nil && node.hides(common)
                }
                if !isHidden { found.append("\(high.string) lies on \(low.string)") }
            }
        }
        return found
    }

    /// Texts with too little contrast to what is behind them.
    var unreadable: [String] {
        lines.flatMap { line in
            let back = Scene.Node(
                frame: picture.scene.root.frame, background: "#000000",
                children: Array(nodes[..<line.index]))
            let places = [0.02, 0.5, 0.98].flatMap { x in
                [0.0, 1].map { y in
                    (line.frame.x + line.frame.width * x, line.frame.y + line.frame.height * y)
                }
            }
            return places.compactMap { x, y -> String? in
                guard
                    let colour = back.colour(x: x, y: y, on: Colour("#000000"))
                else { return "\(line.string.prefix(30)) is on an image" }
                let contrast = Colour(line.text.color).over(colour).contrast(to: colour)
                guard contrast < 4.5 else { return nil }
                return "\(line.string.prefix(30)) has a contrast of \(contrast) on \(colour.hex)"
            }.prefix(1)
        }
    }

    /// Things that are touched in their middle, and another one answers.
    var tangled: [String] {
        picture.elements.filter { $0.action != nil && $0.action != .touchApp }.compactMap {
            let middle = $0.middle
            let found = picture.element(x: middle.x, y: middle.y)
            guard found?.action != $0.action else { return nil }
            return "a touch on \($0.words.prefix(30)) meets \(found?.words.prefix(30) ?? "nothing")"
        }
    }
}

extension Scene.Frame {
    fileprivate func common(with other: Scene.Frame) -> Scene.Frame? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right - left > 0.5, bottom - top > 0.5 else { return nil }
        return .init(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Scene.Node {
    fileprivate func hides(_ part: Scene.Frame) -> Bool {
        guard let background, Colour(background).alpha > 0.9 else { return false }
        return frame.x <= part.x && frame.y <= part.y && frame.maxX >= part.maxX
            && frame.maxY >= part.maxY
    }
}
