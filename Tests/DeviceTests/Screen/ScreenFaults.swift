import Foundation
import QuiesceWire

/// Faults of a scene that whoever looks at the screen would see, in words.
enum ScreenFaults {
    /// A view with its place on the screen.
    private struct Shown {
        var frame: CGRect
        var node: Scene.Node
    }

    /// Points that a frame may be off, by rounding.
    private static let tolerance = 0.5
    /// The average letter's width in the widest of the usual fonts, as a part of the font's size.
    private static let letterWidth = 0.58
    /// By the Web Content Accessibility Guidelines, level AA.
    private static let contrast = 4.5

    static func of(_ scene: Scene) -> [String] {
        let screen = CGRect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        let shown = views(in: scene.root, at: .zero)
        let texts = shown.filter { $0.node.text != nil }
        let others = shown.filter {
            ($0.node.image != nil || $0.node.background != nil) && $0.frame != screen
        }
        var faults: [String] = []
        if texts.isEmpty { faults.append("there is no text") }
        if others.isEmpty { faults.append("there is nothing but text") }
        let room = screen.insetBy(dx: -tolerance, dy: -tolerance)
        for view in shown where !room.contains(view.frame) {
            faults.append("\(name(view)) at \(view.frame) is beyond the screen's edge")
        }
        for (index, view) in texts.enumerated() {
            if !fits(view) { faults.append("\(name(view)) doesn't fit into \(view.frame.size)") }
            for other in texts[..<index]
            where view.frame.insetBy(dx: tolerance, dy: tolerance).intersects(other.frame) {
                faults.append("\(name(view)) lies over \(name(other))")
            }
        }
        for (index, view) in shown.enumerated() where view.node.text != nil {
            let value = contrast(of: view, on: shown[..<index])
            if value < contrast {
                faults.append("\(name(view)) has a contrast of \(value)")
            }
        }
        return faults
    }

    /// Those that something is to be seen of, back to front.
    private static func views(in node: Scene.Node, at origin: CGPoint) -> [Shown] {
        let frame = CGRect(
            x: origin.x + node.frame.x, y: origin.y + node.frame.y, width: node.frame.width,
            height: node.frame.height)
        let own = node.text != nil || node.image != nil || node.background != nil
        return (own ? [Shown(frame: frame, node: node)] : [])
            + (node.children ?? []).flatMap { views(in: $0, at: frame.origin) }
    }

    private static func name(_ view: Shown) -> String {
        view.node.text.map { "\"\($0.string)\"" } ?? view.node.image ?? "a view"
    }

    private static func fits(_ view: Shown) -> Bool {
        guard let text = view.node.text else { return true }
        let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
        let longest = Double(lines.map(\.count).max() ?? 0)
        return longest * text.size * letterWidth <= view.frame.width
            && Double(lines.count) * text.size * 1.2 <= view.frame.height
    }

    /// Against what was painted last where the text begins.
    private static func contrast(of view: Shown, on backdrop: ArraySlice<Shown>) -> Double {
        guard let text = view.node.text else { return .infinity }
        let x =
            switch text.alignment {
            case "center": view.frame.midX
            case "right": view.frame.maxX - 2
            case _: view.frame.minX + 2
            }
        let point = CGPoint(x: x, y: view.frame.midY)
        let own = view.node.background
        let behind = backdrop.last { $0.node.background != nil && $0.frame.contains(point) }
        let (one, two) = (
            luminance(text.color), luminance(own ?? behind?.node.background ?? "#FFFFFF")
        )
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// By WCAG 2, of `#RRGGBB`.
    private static func luminance(_ color: String) -> Double {
        let value = Int(color.dropFirst().prefix(6), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift in
            let part = Double(value >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
