import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Where an alert has its texts and buttons.
@MainActor @Suite struct AlertLayoutTests {
    private static let long =
        "Nothing of what you wrote since yesterday evening has been kept anywhere else than here"

    @Test(
        "Title, message and buttons lie in the box, one below the other, and no line is wider",
        arguments: ["portrait", "landscapeLeft"])
    func fits(held: String) throws {
        try Stage.play(held: held) { stage in
            let root = UIViewController()
            _ = stage.window(root)
            let alert = UIAlertController(
                title: "I need your attention NOW (and in a little bit)!", message: Self.long,
                preferredStyle: .alert)
            for title in ["Keep", "Delete everything that I have written since then"] {
                alert.addAction(UIAlertAction(title: title, style: .default))
            }
            root.present(alert, animated: false)
            stage.turn()
            let box = try #require(alert.view.subviews.first)
            #expect(alert.view.bounds.contains(box.frame))
            let parts = box.subviews.filter { $0 is UILabel || $0 is UIButton }
            #expect(parts.count == 4)
            for (upper, lower) in zip(parts, parts.dropFirst()) {
                #expect(upper.frame.maxY <= lower.frame.minY)
            }
            for part in parts {
                #expect(box.bounds.contains(part.frame))
                let label = try #require(part as? UILabel ?? (part as? UIButton)?.titleLabel)
                let lines = (label.text ?? "").split(separator: "\n")
                #expect(!lines.isEmpty)
                for line in lines {
                    let width = TextMeasure.width(of: line, size: label.font.pointSize)
                    #expect(width <= label.bounds.width, "\(line)")
                }
                let height = TextMeasure.lineHeight(label.font.pointSize) * CGFloat(lines.count)
                #expect(height <= label.bounds.height)
            }
        }
    }

    @Test("A message without an end is cut, and the buttons stay on the screen")
    func endless() throws {
        try Stage.play { stage in
            let root = UIViewController()
            _ = stage.window(root)
            let alert = UIAlertController(
                title: "Licence", message: String(repeating: Self.long + " ", count: 50),
                preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Agree", style: .default))
            root.present(alert, animated: false)
            stage.turn()
            let box = try #require(alert.view.subviews.first)
            #expect(alert.view.bounds.contains(box.frame))
            let message = try #require(box.subviews[1] as? UILabel)
            #expect(message.text?.hasSuffix("…") == true)
            try stage.press("Agree")
            #expect(root.presentedViewController == nil)
        }
    }

    @Test("What fits is shown as it is, also after the screen was turned there and back")
    func turned() throws {
        Stage.play { stage in
            let root = UIViewController()
            _ = stage.window(root)
            let button = "A button's title that fits only in smaller letters"
            let alert = UIAlertController(
                title: "Delete?", message: nil, preferredStyle: .actionSheet)
            alert.addAction(UIAlertAction(title: button, style: .destructive))
            root.present(alert, animated: false)
            stage.turn()
            let first = stage.scenes.last?.texts
            stage.hold("landscapeLeft")
            stage.turn()
            stage.hold("portrait")
            stage.turn()
            #expect(first?.first == "Delete?")
            #expect(stage.scenes.last?.texts == first)
        }
    }
}
