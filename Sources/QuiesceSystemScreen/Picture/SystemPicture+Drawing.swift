import CQuiesceText
import Foundation
import Glibc
import QuiesceAnswers
import QuiesceWire

// The picture as SVG and as PNG.
extension SystemPicture {
    /// With its images in it, and its texts as wide as they were measured, whatever font the viewer
    /// has.
    ///
    /// - Throws: `ScreenProblem` where text can't be measured.
    public func svg() throws(ScreenProblem) -> String {
        let ruler = try TextRuler()
        let files = home.map { AppFiles($0) }
        return SceneDrawing.svg(
            scene, font: TextRuler.font, image: { files?.image($0) },
            lines: { ruler.set($0, in: $1) })
    }

    /// - Parameter scale: pixels for each point.
    /// - Throws: `ScreenProblem` where text can't be measured, or the picture would be too large.
    public func png(scale: Double = 2) throws(ScreenProblem) -> [UInt8] {
        let ruler = try TextRuler()
        guard let canvas = qt_canvas_new(scene.size.width, scene.size.height, scale) else {
            throw ScreenProblem(
                description:
                    "a PNG of \(scene.size.width) by \(scene.size.height) points is too large; use --svg"
            )
        }
        defer { qt_canvas_free(canvas) }
        let painter = Painter(canvas: canvas, ruler: ruler, files: home.map { AppFiles($0) })
        painter.paint(scene.root)
        var count = 0
        guard let bytes = qt_png(canvas, &count) else {
            throw ScreenProblem(description: "there is no memory for the PNG; use --svg")
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// Paints a scene.
private struct Painter {
    let canvas: OpaquePointer
    let ruler: TextRuler
    let files: AppFiles?

    func paint(_ node: Scene.Node) {
        let frame = node.frame
        qt_save(canvas, frame.x, frame.y)
        defer { qt_restore(canvas) }
        if node.alpha != nil { qt_begin_group(canvas) }
        defer { if let alpha = node.alpha { qt_end_group(canvas, alpha) } }
        let radius = node.cornerRadius ?? 0
        if let background = node.background {
            qt_fill(canvas, frame.width, frame.height, radius, Self.number(background))
        }
        if let image = node.image {
            within(frame, radius, if: radius > 0) { paint(image, frame) }
        }
        if let text = node.text {
            let set = ruler.set(text, in: frame)
            within(frame, 0, if: set.areCut) { paint(set.lines, text) }
        }
        guard let children = node.children else { return }
        within(frame, radius, if: node.clips == true) {
            for child in children { paint(child) }
        }
    }

    private func within(
        _ frame: Scene.Frame, _ radius: Double, if clips: Bool, _ paint: () -> Void
    ) {
        qt_save(canvas, 0, 0)
        if clips { qt_clip(canvas, frame.width, frame.height, radius) }
        paint()
        qt_restore(canvas)
    }

    private func paint(_ image: String, _ frame: Scene.Frame) {
        let png = files?.png(image)
        let isPainted = png.map { bytes in
            bytes.withUnsafeBytes {
                qt_image(
                    canvas, $0.bindMemory(to: UInt8.self).baseAddress, $0.count, frame.width,
                    frame.height)
            }
        }
        if isPainted != true { qt_cross(canvas, frame.width, frame.height, 0x8888_88ff) }
    }

    private func paint(_ lines: [SceneDrawing.Line], _ text: Scene.Text) {
        for line in lines {
            let width = line.width ?? 0
            let left =
                switch text.alignment {
                case "center": line.x - width / 2
                case "right": line.x - width
                case _: line.x
                }
            qt_text(
                canvas, TextRuler.font, line.string, Int32(line.string.utf8.count), left,
                line.baseline, text.size, Int32(text.weight ?? 400), Self.number(text.color))
        }
    }

    /// `#RRGGBB` or `#RRGGBBAA` as 0xRRGGBBAA.
    private static func number(_ color: String) -> UInt32 {
        let number = UInt32(color.dropFirst(), radix: 16) ?? 0
        return color.utf8.count == 9 ? number : number << 8 | 0xff
    }
}
