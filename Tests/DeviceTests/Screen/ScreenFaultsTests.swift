import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The judge of screens, with a mistake of each kind.
@Suite struct ScreenFaultsTests {
    private func text(
        _ string: String, y: Double, width: Double = 280, color: String = "#1C1C1E"
    ) -> Scene.Node {
        Scene.Node(
            frame: .init(x: 20, y: y, width: width, height: 24),
            text: .init(string: string, color: color))
    }

    private func faults(_ nodes: Scene.Node...) -> [String] {
        ScreenFaults.of(
            Scene(
                size: .init(width: 320, height: 568),
                root: .init(
                    frame: .init(x: 0, y: 0, width: 320, height: 568), background: "#F2F2F7",
                    children: nodes)))
    }

    private let card = Scene.Node(
        frame: .init(x: 20, y: 20, width: 280, height: 100), background: "#FFFFFF")

    @Test("A screen with texts on a card is right")
    func right() {
        #expect(faults(card, text("One", y: 20), text("Two", y: 44)) == [])
    }

    @Test("Each mistake is found, and no other with it")
    func planted() {
        #expect(faults() == ["there is no text", "there is nothing but text"])
        #expect(faults(text("One", y: 20)) == ["there is nothing but text"])
        #expect(faults(card) == ["there is no text"])
        #expect(
            faults(card, text("One", y: 20), text("Two", y: 43)) == ["\"Two\" lies over \"One\""])
        let below = faults(card, text("One", y: 560))
        #expect(below.count == 1 && below[0].contains("beyond the screen's edge"))
        let long = faults(card, text("A text of many letters", y: 20, width: 100))
        #expect(long.count == 1 && long[0].contains("doesn't fit"))
        let pale = faults(card, text("One", y: 20, color: "#808080"))
        #expect(pale.count == 1 && pale[0].contains("a contrast of 3.9"))
    }

    @Test("Places are the screen's, not the parent's; the contrast is with what is behind a text")
    func nested() {
        var moved = card
        moved.background = "#0A5FCC"
        moved.children = [text("White", y: 10, width: 200, color: "#FFFFFF")]
        #expect(faults(moved) == [])
        moved.frame.x = 200
        #expect(faults(moved).count == 2)
    }
}
