import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceAnswers

@Suite(.behaviour("P2")) struct SceneDrawingTests {
    private func svg(_ node: Scene.Node, image: (String) -> SceneDrawing.Image? = { _ in nil })
        -> String
    {
        SceneDrawing.svg(Scene(size: .init(width: 320, height: 480.5), root: node), image: image)
    }

    private let frame = Scene.Frame(x: 10, y: -20.25, width: 100, height: 50)

    @Test("Views are drawn where they are, in their colours, back to front")
    func views() {
        let child = Scene.Node(
            frame: frame, background: "#12345680",
            text: .init(string: "one\ntwo", size: 10, color: "#abcdef", alignment: "right"))
        let drawing = svg(.init(frame: frame, background: "#FFFFFF", alpha: 0.5, children: [child]))
        #expect(drawing.contains("viewBox=\"0 0 320 480.5\""))
        #expect(drawing.contains("<g transform=\"translate(10 -20.25)\" opacity=\"0.5\">"))
        #expect(drawing.contains("<rect width=\"100\" height=\"50\" fill=\"#FFFFFF\"/>"))
        #expect(drawing.contains("fill=\"#123456\" fill-opacity=\"0.502\""))
        #expect(drawing.contains("text-anchor=\"end\" fill=\"#abcdef\""))
        #expect(drawing.contains(">one</text>") && drawing.contains(">two</text>"))
        #expect(drawing.count(of: "<g ") == drawing.count(of: "</g>"))
    }

    @Test("Text can't become markup, whatever it says")
    func escaped() {
        let text = "</text><script>alert('x' & \"y\")</script>\u{0}\u{1b}\u{ffff}"
        let drawing = svg(.init(frame: frame, text: .init(string: text)))
        #expect(drawing.count(of: "<script") == 0)
        #expect(
            drawing.contains(
                "&lt;/text&gt;&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;\u{fffd}\u{fffd}\u{fffd}"
            ))
    }

    @Test(
        "Corners are round, children are cut off where the view says so, and lines as wide as given"
    )
    func shapes() {
        let child = Scene.Node(
            frame: frame, text: .init(string: "one", size: 10, alignment: "right", weight: 600))
        let view = Scene.Node(
            frame: frame, background: "#FFFFFF", cornerRadius: 12, clips: true, children: [child])
        let scene = Scene(size: .init(width: 320, height: 480), root: view)
        let line = SceneDrawing.Line(
            string: "o…", x: 100, baseline: 30, width: 12.5, isRightToLeft: true)
        let drawing = SceneDrawing.svg(
            scene, image: { _ in nil }, lines: { _, _ in .init([line], areCut: true) })
        #expect(drawing.contains("<rect width=\"100\" height=\"50\" rx=\"12\" fill=\"#FFFFFF\"/>"))
        #expect(drawing.count(of: "<clipPath ") == 2 && drawing.contains("url(#clip2)"))
        #expect(drawing.contains("textLength=\"12.5\"") && drawing.contains(">o…</text>"))
        #expect(drawing.contains("font-weight=\"600\" text-anchor=\"start\""))
        #expect(drawing.count(of: "<g ") == drawing.count(of: "</g>"))
    }

    @Test("An image is in the drawing itself; of what is none a crossed frame is drawn")
    func images() throws {
        let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
        let image = try #require(SceneDrawing.Image(png))
        let drawing = svg(.init(frame: frame, image: "a.png")) { $0 == "a.png" ? image : nil }
        #expect(drawing.contains("href=\"data:image/png;base64,\(png.base64EncodedString())\""))
        let missing = svg(.init(frame: frame, image: "b.png"))
        #expect(!missing.contains("href") && missing.contains("<path "))
        #expect(SceneDrawing.Image(Data("<svg onload=\"x()\"/>".utf8)) == nil)
        #expect(SceneDrawing.Image(Data()) == nil)
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
