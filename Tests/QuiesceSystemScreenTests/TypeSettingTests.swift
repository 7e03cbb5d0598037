import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSystemScreen

@Suite("Texts in their views") struct TypeSettingTests {
    private func set(
        _ text: String, width: Double, height: Double, size: Double = 15
    ) throws -> [String] {
        try TextRuler().set(
            Scene.Text(string: text, size: size),
            in: .init(x: 0, y: 0, width: width, height: height)
        ).lines.map(\.string)
    }

    @Test("A text that fits is left as it is")
    func fits() throws {
        #expect(try set("Gallery", width: 200, height: 20) == ["Gallery"])
        #expect(try set("one\ntwo", width: 200, height: 60) == ["one", "two"])
    }

    @Test("One that doesn't is cut with …, and one with room below is broken between words")
    func cut() throws {
        let long = "Something has happened that takes more words than there is room for"
        let line = try set(long, width: 120, height: 20)
        #expect(line.count == 1 && line[0].hasSuffix("…") && line[0].hasPrefix("Something"))
        let lines = try set(long, width: 120, height: 60)
        #expect(lines.count == 3 && lines[2].hasSuffix("…"))
        #expect(!lines[0].hasSuffix("…") && long.hasPrefix(lines[0]))
        #expect(try set("one\ntwo", width: 200, height: 18) == ["one…"])
    }

    @Test("No line is wider than its view, in any script", arguments: ScreenFixture.names)
    func scripts(_ name: String) throws {
        let ruler = try TextRuler()
        for width in [12.0, 40, 73, 200] {
            let frame = Scene.Frame(x: 0, y: 0, width: width, height: 40)
            let set = ruler.set(.init(string: name, size: 14), in: frame)
            let isWide = set.lines.contains { ($0.width ?? 0) > width + 0.1 }
            #expect(!isWide || set.areCut, "\(width)")
        }
    }

    @Test("A view that is lower than its text, or has no width, cuts the text at its edges")
    func low() throws {
        let ruler = try TextRuler()
        let text = Scene.Text(string: "Ågj", size: 20)
        #expect(ruler.set(text, in: .init(x: 0, y: 0, width: 100, height: 8)).areCut)
        #expect(ruler.set(text, in: .init(x: 0, y: 0, width: 0, height: 8)).lines.isEmpty)
        #expect(ruler.set(text, in: .init(x: 0, y: 0, width: 1, height: 30)).areCut)
    }

    @Test("Text from right to left begins on the right, and is drawn so")
    func direction() throws {
        let ruler = try TextRuler()
        let frame = Scene.Frame(x: 0, y: 0, width: 200, height: 20)
        let set = ruler.set(.init(string: "שלום", size: 14), in: frame)
        #expect(set.lines.first?.isRightToLeft == true)
        let picture = SystemPicture(
            scene: .init(
                size: .init(width: 200, height: 20),
                root: .init(frame: frame, text: .init(string: "שלום", size: 14))), elements: [])
        #expect(try picture.svg().contains("direction=\"rtl\""))
    }

    @Test("A picture is written as SVG and as PNG")
    func written() throws {
        for shown in [Shown.home, .prompt, .switcher, .lockWithPasscode] {
            let picture = try ScreenFixture.picture(shown.state, .init(place: shown.place))
            let svg = try picture.svg()
            #expect(svg.hasPrefix("<svg ") && svg.contains("textLength="))
            let png = try picture.png(scale: 2)
            #expect(png.prefix(4) == [0x89, 0x50, 0x4e, 0x47])
        }
        let huge = SystemPicture(
            scene: .init(
                size: .init(width: 100_000, height: 100_000),
                root: .init(frame: .init(x: 0, y: 0, width: 1, height: 1))), elements: [])
        #expect(throws: ScreenProblem.self) { try huge.png(scale: 2) }
    }
}
