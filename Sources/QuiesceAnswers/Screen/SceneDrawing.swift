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

    /// - Parameter image: what is at a path that the scene names; nil: a crossed frame is drawn.
    package static func svg(_ scene: Scene, image: (String) -> Image?) -> String {
        var out = start(scene.size)
        draw(scene.root, image, &out)
        return out + "</svg>\n"
    }

    /// A screen that shows nothing.
    package static func blank(_ color: String) -> String {
        let size = Scene.Size(width: 320, height: 480)
        return start(size) + "<rect width=\"320\" height=\"480\" fill=\"\(color)\"/></svg>\n"
    }

    private static func start(_ size: Scene.Size) -> String {
        let (width, height) = (number(size.width), number(size.height))
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\">\n"
    }

    private static func draw(
        _ node: Scene.Node, _ image: (String) -> Image?, _ out: inout String
    ) {
        let frame = node.frame
        out += "<g transform=\"translate(\(number(frame.x)) \(number(frame.y)))\""
        if let alpha = node.alpha { out += " opacity=\"\(number(alpha))\"" }
        out += ">\n"
        let box = "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\""
        if let background = node.background { out += "<rect \(box) \(fill(background))/>\n" }
        if let path = node.image { draw(image(path), box, frame, &out) }
        if let text = node.text { draw(text, frame, &out) }
        for child in node.children ?? [] { draw(child, image, &out) }
        out += "</g>\n"
    }

    private static func draw(
        _ image: Image?, _ box: String, _ frame: Scene.Frame, _ out: inout String
    ) {
        if let image {
            out +=
                "<image \(box) href=\"data:\(image.type);base64,\(image.bytes.base64EncodedString())\"/>\n"
        } else {
            let (width, height) = (number(frame.width), number(frame.height))
            out +=
                "<path d=\"M0 0H\(width)V\(height)H0ZL\(width) \(height)M\(width) 0L0 \(height)\" "
                + "fill=\"none\" stroke=\"#888888\"/>\n"
        }
    }

    /// Its lines in the middle of the view's height, as a label has them.
    private static func draw(_ text: Scene.Text, _ frame: Scene.Frame, _ out: inout String) {
        let (x, anchor) =
            switch text.alignment {
            case "center": (frame.width / 2, "middle")
            case "right": (frame.width, "end")
            case _: (0, "start")
            }
        let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
        let lineHeight = text.size * 1.2
        // A letter's middle is some 0.35 of its size above its base line.
        var y = (frame.height - lineHeight * Double(lines.count - 1)) / 2 + text.size * 0.35
        for line in lines {
            out +=
                "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(text.size))\" "
                + "text-anchor=\"\(anchor)\" \(fill(text.color)) xml:space=\"preserve\">"
                + escaped(line) + "</text>\n"
            y += lineHeight
        }
    }

    /// `#RRGGBB`, or with two digits more for how opaque it is.
    private static func fill(_ color: String) -> String {
        guard color.utf8.count == 9, let alpha = Int(color.suffix(2), radix: 16) else {
            return "fill=\"\(color)\""
        }
        return "fill=\"\(color.prefix(7))\" fill-opacity=\"\(number(Double(alpha) / 255))\""
    }

    /// With three digits after the point at most, and never with an exponent.
    private static func number(_ value: Double) -> String {
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
