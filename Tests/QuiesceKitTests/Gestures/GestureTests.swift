import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Touches become gestures. Those that take time are in QuiesceTestingTests.
@MainActor @Suite(.behaviour("H2")) struct GestureTests {
    @Test("A tap calls its target with the recognizer, and the view's touch is cancelled")
    func tap() {
        Stage.play { stage in
            let (target, view) = (Target(), Box(CGRect(x: 10, y: 10, width: 100, height: 100)))
            stage.window().addSubview(view)
            let tap = UITapGestureRecognizer(target: target, action: Target.tapped)
            view.addGestureRecognizer(tap)
            tap.addTarget(target, action: Target.called)
            #expect(view.gestureRecognizers == [tap] && tap.view === view)
            stage.tap(30, 40)
            #expect(target.diary.news() == ["tapped 20 30 ended", "called"])
            #expect(view.diary.news() == ["began", "cancelled"])
            #expect(tap.state == .possible && tap.numberOfTouches == 0)
            tap.cancelsTouchesInView = false
            stage.tap(30, 40)
            #expect(view.diary.news() == ["began", "ended"])
            view.removeGestureRecognizer(tap)
            _ = target.diary.news()
            stage.tap(30, 40)
            #expect(target.diary.news() == [] && view.gestureRecognizers == nil && tap.view == nil)
        }
    }

    @Test(
        "A finger that strays, a recognizer that isn't enabled and a touch that is taken are no tap"
    )
    func noTap() {
        Stage.play { stage in
            let (target, view) = (Target(), Box(CGRect(x: 0, y: 0, width: 300, height: 300)))
            stage.window().addSubview(view)
            let tap = UITapGestureRecognizer(target: target, action: Target.called)
            view.addGestureRecognizer(tap)
            stage.touch(.began, 10, 10)
            stage.touch(.moved, 100, 10)
            stage.touch(.moved, 10, 10)
            stage.touch(.ended, 10, 10)
            stage.touch(.began, 10, 10)
            stage.touch(.cancelled, 10, 10)
            tap.isEnabled = false
            stage.tap(10, 10)
            tap.isEnabled = true
            tap.numberOfTouchesRequired = 2
            stage.tap(10, 10)
            #expect(target.diary.news() == [])
            #expect(view.diary.news().filter { $0 == "ended" }.count == 3)
            tap.numberOfTouchesRequired = 1
            stage.touch(.began, 10, 10)
            stage.application.perform(.willResignActive)
            stage.application.perform(.didBecomeActive)
            #expect(target.diary.news() == [] && tap.state == .possible)
            stage.tap(10, 10)
            #expect(target.diary.news() == ["called"])
        }
    }

    @Test("Of the recognizers of a view and of those around it the inner one recognizes")
    func inner() {
        Stage.play { stage in
            let (target, outside) = (Target(), Target())
            let outer = Box(CGRect(x: 0, y: 0, width: 300, height: 300))
            let inner = Box(CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.window().addSubview(outer)
            outer.addSubview(inner)
            outer.addGestureRecognizer(
                UITapGestureRecognizer(target: outside, action: Target.called))
            let tap = UITapGestureRecognizer(target: target, action: Target.called)
            inner.addGestureRecognizer(tap)
            stage.tap(10, 10)
            #expect(target.diary.news() == ["called"] && outside.diary.news() == [])
            stage.tap(200, 200)
            #expect(target.diary.news() == [] && outside.diary.news() == ["called"])
            // Unless its delegate lets both.
            let judge = Judge()
            tap.delegate = judge
            judge.together = true
            stage.tap(10, 10)
            #expect(target.diary.news() == ["called"] && outside.diary.news() == ["called"])
            judge.together = false
            judge.begins = false
            stage.tap(10, 10)
            #expect(target.diary.news() == [] && outside.diary.news() == ["called"])
            judge.receives = false
            stage.tap(10, 10)
            #expect(outside.diary.news() == ["called"])
            #expect(
                judge.diary.news() == [
                    "receives", "begins", "together", "receives", "begins", "receives",
                ])
        }
    }

    @Test("A control's tap is its own, though a view around it has a recognizer of taps")
    func controls() {
        Stage.play { stage in
            let (target, button) = (Target(), UIButton())
            let view = Box(CGRect(x: 0, y: 0, width: 300, height: 300))
            button.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
            var pressed = 0
            button.addAction(UIAction { _ in pressed += 1 }, for: .touchUpInside)
            view.addSubview(button)
            stage.window().addSubview(view)
            view.addGestureRecognizer(UITapGestureRecognizer(target: target, action: Target.called))
            stage.tap(10, 10)
            #expect(pressed == 1 && target.diary.news() == [])
            button.isEnabled = false
            stage.tap(10, 10)
            #expect(pressed == 1 && target.diary.news() == ["called"])
        }
    }

    @Test("A view may say that no recognizer of its begins")
    func viewRefuses() {
        final class Refusing: UIView {
            override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
                false
            }
        }
        Stage.play { stage in
            let (target, view) = (
                Target(), Refusing(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
            )
            stage.window().addSubview(view)
            view.addGestureRecognizer(UITapGestureRecognizer(target: target, action: Target.called))
            stage.tap(5, 5)
            #expect(target.diary.news() == [])
        }
    }

    @Test("An app's own recognizer says by its state that a gesture begins, goes on and ends")
    func own() {
        final class Drag: UIGestureRecognizer {
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
                state = state == .possible ? .began : .changed
            }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
                state = .ended
            }
        }
        @MainActor final class Follower {
            var states: [UIGestureRecognizer.State] = []
            func dragged(_ drag: Drag) { states.append(drag.state) }
        }
        Stage.play { stage in
            let (follower, view) = (Follower(), Box(CGRect(x: 0, y: 0, width: 99, height: 99)))
            stage.window().addSubview(view)
            let drag = Drag(target: follower, action: Follower.dragged)
            view.addGestureRecognizer(drag)
            let tap = UITapGestureRecognizer()
            view.addGestureRecognizer(tap)
            stage.touch(.began, 1, 1)
            stage.touch(.moved, 5, 5)
            #expect(view.diary.news() == ["began", "cancelled"])
            stage.touch(.moved, 9, 9)
            stage.touch(.ended, 9, 9)
            #expect(follower.states == [.began, .changed, .ended])
            #expect(view.diary.news() == [])
            stage.touch(.began, 1, 1)
            stage.touch(.moved, 5, 5)
            stage.touch(.cancelled, 5, 5)
            #expect(follower.states.suffix(2) == [.began, .cancelled])
            // It isn't retained by its target's call, nor the target by it.
            stage.touch(.began, 1, 1)
            stage.touch(.moved, 5, 5)
            drag.isEnabled = false
            #expect(follower.states.suffix(2) == [.began, .cancelled])
        }
    }

    @Test("A target that is gone is called no more, and a recognizer goes with its view")
    func gone() {
        struct Made {
            weak var recognizer: UIGestureRecognizer?
            weak var target: Target?
            weak var view: UIView?
        }
        @MainActor func tapOnce(_ stage: Stage) -> Made {
            let target = Target()
            let view = Box(CGRect(x: 0, y: 0, width: 9, height: 9))
            let tap = UITapGestureRecognizer(target: target, action: Target.called)
            view.addGestureRecognizer(tap)
            let window = stage.window()
            window.addSubview(view)
            stage.tap(5, 5)
            #expect(target.diary.news() == ["called"])
            view.removeFromSuperview()
            window.isHidden = true
            return Made(recognizer: tap, target: target, view: view)
        }
        Stage.play { stage in
            let made = tapOnce(stage)
            #expect(made.recognizer == nil && made.target == nil && made.view == nil)
            let view = Box(CGRect(x: 0, y: 0, width: 9, height: 9))
            view.addGestureRecognizer(
                UITapGestureRecognizer(target: Target(), action: Target.called))
            stage.window().addSubview(view)
            stage.tap(5, 5)
            #expect(view.diary.news() == ["began", "cancelled"])
        }
    }
}

/// Has methods for gestures.
@MainActor private final class Target {
    let diary = Diary()

    func called() { diary.write("called") }
    func tapped(_ tap: UITapGestureRecognizer) {
        let point = tap.location(in: tap.view)
        diary.write("tapped \(Int(point.x)) \(Int(point.y)) \(tap.state)")
    }
}

/// Writes down its touches.
@MainActor private final class Box: UIView {
    let diary = Diary()

    init(_ frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { fatalError("made with a frame") }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        diary.write("began")
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        diary.write("ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        diary.write("cancelled")
    }
}

/// A recognizer's delegate.
@MainActor private final class Judge: UIGestureRecognizerDelegate {
    let diary = Diary()
    var (begins, receives, together) = (true, true, false)

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        diary.write("begins")
        return begins
    }
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        diary.write("receives")
        return receives
    }
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        diary.write("together")
        return together
    }
}
