import Foundation
import QuiesceWire

// Views, drawn one after the other.
extension SceneDrawing {
    struct Drawing {
        var out: String
        /// Clipping areas are named within the drawing.
        var clips = 0
    }

    struct Pen {
        let image: (String) -> Image?
        let lines: (Scene.Text, Scene.Frame) -> Lines

        func draw(_ node: Scene.Node, _ drawing: inout Drawing) {
            let frame = node.frame
            drawing.out += "<g transform=\"translate(\(number(frame.x)) \(number(frame.y)))\""
            if let alpha = node.alpha { drawing.out += " opacity=\"\(number(alpha))\"" }
            drawing.out += ">\n"
            let corners = node.cornerRadius.map { " rx=\"\(number($0))\"" } ?? ""
            let box = "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\""
            if let background = node.background {
                drawing.out += "<rect \(box)\(corners) \(fill(background))/>\n"
            }
            if let path = node.image {
                drawing.within("\(box)\(corners)", unless: corners.isEmpty) {
                    draw(image(path), box, frame, &$0.out)
                }
            }
            if let text = node.text {
                let set = lines(text, frame)
                drawing.within(box, unless: !set.areCut) { draw(text, set.lines, &$0.out) }
            }
            if let children = node.children {
                drawing.within("\(box)\(corners)", unless: node.clips != true) {
                    for child in children { draw(child, &$0) }
                }
            }
            drawing.out += "</g>\n"
        }

        private func draw(
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

        private func draw(_ text: Scene.Text, _ lines: [Line], _ out: inout String) {
            let weight = text.weight.map { " font-weight=\"\($0)\"" } ?? ""
            for line in lines {
                var place = "x=\"\(number(line.x))\" y=\"\(number(line.baseline))\""
                if line.isRightToLeft { place += " direction=\"rtl\"" }
                if let width = line.width, width > 0 {
                    place +=
                        " textLength=\"\(number(width))\" lengthAdjust=\"spacingAndGlyphs\""
                }
                let anchor = text.anchor(isRightToLeft: line.isRightToLeft)
                out +=
                    "<text \(place) font-size=\"\(number(text.size))\"\(weight) "
                    + "text-anchor=\"\(anchor)\" \(fill(text.color)) xml:space=\"preserve\">"
                    + escaped(line.string) + "</text>\n"
            }
        }
    }
}

extension SceneDrawing.Drawing {
    /// Nothing of what `draw` draws is seen outside of a rectangle.
    fileprivate mutating func within(
        _ rectangle: String, unless isOpen: Bool, _ draw: (inout Self) -> Void
    ) {
        guard !isOpen else { return draw(&self) }
        clips += 1
        out +=
            "<clipPath id=\"clip\(clips)\"><rect \(rectangle)/></clipPath><g clip-path=\"url(#clip\(clips))\">\n"
        draw(&self)
        out += "</g>\n"
    }
}

extension Scene.Text {
    /// Where in a view of that size its lines begin, end or have their middle.
    package func edge(in frame: Scene.Frame) -> Double {
        switch alignment {
        case "center": frame.width / 2
        case "right": frame.width
        case _: 0
        }
    }

    /// SVG's start of a line is the side where reading begins.
    fileprivate func anchor(isRightToLeft: Bool) -> String {
        switch alignment {
        case "center": "middle"
        case "right": isRightToLeft ? "start" : "end"
        case _: isRightToLeft ? "end" : "start"
        }
    }
}
