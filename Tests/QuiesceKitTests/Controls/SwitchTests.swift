import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Small controls: a switch, and the sign that something goes on.
@MainActor @Suite struct SwitchTests {
    @Test("A tap turns a switch, which says so; code that turns it hears nothing", .behaviour("H2"))
    func taps() {
        Stage.play { stage in
            let (diary, control) = (
                Diary(), UISwitch(frame: CGRect(x: 10, y: 10, width: 5, height: 5))
            )
            #expect(control.frame == CGRect(x: 10, y: 10, width: 51, height: 31))
            stage.window().addSubview(control)
            control.addAction(
                UIAction { _ in diary.write("turned \(control.isOn)") }, for: .valueChanged)
            control.addAction(UIAction { _ in diary.write("tapped") }, for: .touchUpInside)
            stage.tap(30, 20)
            #expect(diary.news() == ["tapped", "turned true"])
            stage.touch(.began, 30, 20)
            stage.touch(.moved, 200, 20)
            stage.touch(.ended, 200, 20)
            stage.touch(.began, 30, 20)
            stage.touch(.cancelled, 30, 20)
            control.isEnabled = false
            stage.tap(30, 20)
            control.isEnabled = true
            #expect(control.isOn && diary.news() == [])
            control.setOn(false, animated: true)
            #expect(!control.isOn && diary.news() == [])
        }
    }

    @Test("A switch is drawn as a knob at one side or the other, on grey or its colour")
    func drawn() throws {
        try Stage.play { stage in
            let control = UISwitch()
            stage.window().addSubview(control)
            @MainActor func shown() throws -> [String] {
                stage.turn()
                let node = try #require(stage.scenes.last?.root.children?.last)
                let knob = try #require(node.children?.first)
                return [
                    node.background ?? "none", "\(Int(knob.frame.x))", knob.background ?? "none",
                ]
            }
            try #expect(shown() == ["#D1D1D6", "2", "#FFFFFF"])
            control.isOn = true
            try #expect(shown() == ["#34C759", "22", "#FFFFFF"])
            (control.onTintColor, control.thumbTintColor) = (.blue, .black)
            try #expect(shown() == ["#0000FF", "22", "#000000"])
            control.frame = CGRect(x: 5, y: 5, width: 300, height: 300)
            #expect(control.frame.size == CGSize(width: 51, height: 31))
        }
    }

    @Test("An activity indicator is dots while it is started, and hidden otherwise unless it stays")
    func indicator() {
        Stage.play { stage in
            let indicator = UIActivityIndicatorView(style: .large)
            stage.window().addSubview(indicator)
            @MainActor func text() -> String? {
                stage.turn()
                return stage.scenes.last?.root.children?.last?.children?.first?.text?.string
            }
            #expect(indicator.isHidden && !indicator.isAnimating && text() == nil)
            indicator.startAnimating()
            #expect(indicator.isAnimating && text() == "…")
            indicator.stopAnimating()
            #expect(!indicator.isAnimating && text() == nil)
            indicator.hidesWhenStopped = false
            #expect(text() == "…")
            #expect(indicator.frame.size == CGSize(width: 37, height: 37))
            indicator.style = .medium
            #expect(indicator.frame.size == CGSize(width: 20, height: 20))
        }
    }
}
