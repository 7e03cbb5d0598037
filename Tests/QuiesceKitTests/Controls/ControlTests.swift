import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// Touches become action messages.
@MainActor @Suite(.behaviour("H2")) struct ControlTests {
    @Test("A tap is touch down and touch up inside; a finger that slides off is up outside")
    func actions() {
        Stage.play { stage in
            let (diary, button) = (Diary(), UIButton(type: .system))
            button.frame = CGRect(x: 10, y: 10, width: 100, height: 40)
            stage.window().addSubview(button)
            let names: [(UIControl.Event, String)] = [
                (.touchDown, "down"), (.touchUpInside, "up inside"),
                (.touchUpOutside, "up outside"), (.touchDragExit, "exit"),
                (.touchDragEnter, "enter"), (.touchCancel, "cancel"),
            ]
            for (event, name) in names {
                button.addAction(UIAction { _ in diary.write(name) }, for: event)
            }
            stage.tap(20, 20)
            #expect(diary.news() == ["down", "up inside"])
            stage.touch(.began, 20, 20)
            #expect(button.isHighlighted)
            stage.touch(.moved, 200, 20)
            #expect(!button.isHighlighted)
            stage.touch(.moved, 30, 20)
            stage.touch(.moved, 200, 20)
            stage.touch(.ended, 200, 20)
            #expect(diary.news() == ["down", "exit", "enter", "exit", "up outside"])
            stage.touch(.began, 20, 20)
            stage.touch(.cancelled, 20, 20)
            #expect(diary.news() == ["down", "cancel"])
            #expect(!button.isTracking)
        }
    }

    @Test("A control that is disabled takes no touches, and lets none through")
    func disabled() {
        Stage.play { stage in
            let (back, front) = (UIButton(), UIButton())
            let window = stage.window()
            var pressed = 0
            for button in [back, front] {
                button.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
                button.addAction(UIAction { _ in pressed += 1 }, for: .touchUpInside)
                window.addSubview(button)
            }
            front.isEnabled = false
            stage.tap(5, 5)
            #expect(pressed == 0)
            front.isEnabled = true
            stage.tap(5, 5)
            #expect(pressed == 1)
        }
    }

    @Test("A method is a target's action, for as long as there is the target")
    func targets() {
        @MainActor final class Target {
            var calls = 0
            func pressed() { calls += 1 }
        }
        let (control, target) = (UIControl(), Target())
        control.addTarget(target, action: Target.pressed, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        control.sendActions(for: .touchDown)
        #expect(target.calls == 1)
        weak var gone: Target?
        do {
            let other = Target()
            gone = other
            control.addTarget(other, action: Target.pressed, for: .touchDown)
        }
        #expect(gone == nil)
        control.sendActions(for: .touchDown)
        #expect(target.calls == 1)
    }

    @Test("An action knows its sender, and isn't performed once it is removed")
    func senderAndRemoval() {
        let control = UIControl()
        var senders: [AnyObject?] = []
        let action = UIAction { senders.append($0.sender) }
        control.addAction(action, for: [.touchDown, .valueChanged])
        control.sendActions(for: .touchDown)
        #expect(senders.count == 1)
        #expect(senders.first.flatMap { $0 } === control)
        control.removeAction(action, for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(senders.count == 1)
        control.sendActions(for: .valueChanged)
        #expect(senders.count == 2)
    }

    @Test("A button shows the title of its state")
    func titles() {
        Stage.play { stage in
            let button = UIButton()
            button.setTitle("Press", for: .normal)
            button.setTitle("Pressed", for: .highlighted)
            button.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
            stage.window().addSubview(button)
            stage.turn()
            #expect(stage.scenes.last?.texts == ["Press"])
            stage.touch(.began, 1, 1)
            stage.turn()
            #expect(stage.scenes.last?.texts == ["Pressed"])
        }
    }
}
