import Foundation
import QuiesceWire

/// Draws a scene, which has been checked, as SVG. Nothing in the drawing leads anywhere else: text
/// is escaped, and images are in it.
package enum SceneDrawing {
    /// An image of a kind that viewers know, told by its first bytes.
    package struct Image: Sendable {
        let type: String
        let bytes: Data

        package init?(_ bytes: Data) {
            let kinds: [(type: String, start: [UInt8])] = [
                ("image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
                ("image/jpeg", [0xff, 0xd8, 0xff]),
                ("image/gif", Array("GIF8".utf8)),
            ]
            guard let kind = kinds.first(where: { bytes.starts(with: $0.start) }) else {
                return nil
            }
            type = kind.type
            self.bytes = bytes
        }
    }

    /// A line of a text, in its view's coordinates.
    package struct Line: Sendable, Hashable {
        package var string: String
        /// The place of its middle, or of the end that the alignment names.
        package var x: Double
        package var baseline: Double
        /// The width that it is given; nil: that of the viewer's font.
        package var width: Double?
        package var isRightToLeft = false

        package init(
            string: String, x: Double, baseline: Double, width: Double? = nil,
            isRightToLeft: Bool = false
        ) {
            self.string = string
            self.x = x
            self.baseline = baseline
            self.width = width
            self.isRightToLeft = isRightToLeft
        }
    }

    /// The lines of a text in a view.
    package struct Lines: Sendable, Hashable {
        package var lines: [Line]
        /// They reach out of the view, and are cut there.
        package var areCut: Bool

        package init(_ lines: [Line], areCut: Bool = false) {
            self.lines = lines
            self.areCut = areCut
        }
    }

    /// - Parameters:
    ///   - font: the families, the first that the viewer has.
    ///   - image: what is at a path that the scene names; nil: a crossed frame is drawn.
    ///   - lines: sets a text into a view of that size.
    package static func svg(
        _ scene: Scene, font: String = "sans-serif", image: (String) -> Image?,
        lines: (Scene.Text, Scene.Frame) -> Lines = unmeasured
    ) -> String {
        var drawing = Drawing(out: start(scene.size, font: font))
        withoutActuallyEscaping(image) { image in
            withoutActuallyEscaping(lines) { lines in
                Pen(image: image, lines: lines).draw(scene.root, &drawing)
            }
        }
        return drawing.out + "</svg>\n"
    }

    /// The text's own lines, in the middle of the view's height, as a label has them: as wide as
    /// the viewer's font makes them.
    package static func unmeasured(_ text: Scene.Text, in frame: Scene.Frame) -> Lines {
        let strings = text.string.split(separator: "\n", omittingEmptySubsequences: false)
        let lineHeight = text.size * 1.2
        // A letter's middle is some 0.35 of its size above its base line.
        let first = (frame.height - lineHeight * Double(strings.count - 1)) / 2 + text.size * 0.35
        return Lines(
            strings.enumerated().map { index, string in
                Line(
                    string: String(string), x: text.edge(in: frame),
                    baseline: first + lineHeight * Double(index))
            })
    }

    /// A screen that shows nothing.
    package static func blank(_ color: String) -> String {
        let size = Scene.Size(width: 320, height: 480)
        return start(size) + "<rect width=\"320\" height=\"480\" fill=\"\(color)\"/></svg>\n"
    }

    private static func start(_ size: Scene.Size, font: String = "sans-serif") -> String {
        let (width, height) = (number(size.width), number(size.height))
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" font-family=\"\(escaped(font))\">\n"
    }

    /// `#RRGGBB`, or with two digits more for how opaque it is.
    static func fill(_ color: String) -> String {
        guard color.utf8.count == 9, let alpha = Int(color.suffix(2), radix: 16) else {
            return "fill=\"\(color)\""
        }
        return "fill=\"\(color.prefix(7))\" fill-opacity=\"\(number(Double(alpha) / 255))\""
    }

    /// With three digits after the point at most, and never with an exponent.
    static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let sign = thousandths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// As XML's text. What XML can't hold becomes U+FFFD.
    package static func escaped(_ text: some StringProtocol) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\t": out += "\t"
            case "\u{0}"..."\u{1f}", "\u{7f}", "\u{fffe}"..."\u{ffff}": out += "\u{fffd}"
            case _: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
