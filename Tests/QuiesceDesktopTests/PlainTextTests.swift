import TestSupport
import Testing

@testable import QuiesceDesktop

@Suite("Apps' texts on their way to the desktop", .behaviour("N2"))
struct PlainTextTests {
    @Test("Control characters, turned directions and what D-Bus refuses don't get through")
    func cleaning() {
        let noncharacter = Character(Unicode.Scalar(0xFDD0 as UInt32)!)  // Valid, if for nobody.
        let hostile = "a\u{0}b\u{1B}[31mc\u{202E}d\u{2066}e\(noncharacter)f\r\ng\th"
        #expect(
            PlainText.clean(hostile, characters: 100) == "ab[31mcde\u{FFFD}f gh")
        #expect(PlainText.clean("a\nb\r\nc", characters: 100, multiline: true) == "a\nb\nc")
    }

    @Test("A long text ends with an ellipsis, and a character with a thousand accents with a few")
    func shortening() {
        #expect(PlainText.clean("12345", characters: 5) == "12345")
        #expect(PlainText.clean("123456", characters: 5) == "12345…")
        let accents = "e" + String(repeating: "\u{301}", count: 1_000)
        #expect(
            PlainText.clean(accents, characters: 5).unicodeScalars.count
                == DesktopLimits.scalarsPerCharacter)
        let family = "👩‍👩‍👧‍👦"
        #expect(PlainText.clean(family, characters: 1) == family)
    }

    @Test("Markup is shown, not obeyed")
    func escaping() {
        #expect(
            PlainText.escaped("<a href=\"x\">1 & 2</a>")
                == "&lt;a href=\"x\"&gt;1 &amp; 2&lt;/a&gt;")
    }

    @Test("A path becomes an address in which nothing has a meaning of its own")
    func addresses() {
        #expect(
            PlainText.fileAddress("/My App.app/icon#1%é?.png")
                == "file:///My%20App.app/icon%231%25%C3%A9%3F.png")
    }
}
