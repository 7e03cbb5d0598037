import Foundation
import QuiesceTesting
import TestSupport
import Testing

@testable import QuiesceKit

/// Animations, of which nothing is seen, on a virtual device's clock.
@MainActor @Suite(.virtualDevice) struct AnimationTests {
    @Test("Changes are made at once; the completion is called when the time of both is over")
    func completion() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let view = UIView()
        var ends: [String] = []
        UIView.animate(withDuration: 0.3, delay: 1, options: [.curveEaseOut]) {
            view.alpha = 0.5
        } completion: {
            ends.append("first \($0)")
        }
        UIView.animate(withDuration: 0) {
            view.tag = 7
        } completion: {
            ends.append("none \($0)")
        }
        #expect(view.alpha == 0.5 && view.tag == 7 && ends == [])
        try await device.advance(by: .milliseconds(1_200))
        #expect(ends == ["none true"])
        try await device.advance(by: .milliseconds(100))
        #expect(ends == ["none true", "first true"])
        UIView.animate(
            withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
            animations: { view.alpha = 1 }, completion: { _ in ends.append("spring") })
        UIView.animate(withDuration: 1, delay: 0, options: .repeat) {
            view.alpha = 0
        } completion: { _ in
            ends.append("never")
        }
        try await device.advance(by: .hours(1))
        #expect(ends.last == "spring" && ends.count == 3)
    }

    @Test("An animation that begins anew at its end leaves the device at rest between")
    func pulses() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let pulse = Pulse()
        pulse.beat()
        try await device.advance(by: .seconds(10))
        #expect((10...11).contains(pulse.beats))
        // An app that is suspended has no time for it.
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        let beats = pulse.beats
        try await device.advance(by: .hours(1))
        #expect(pulse.beats == beats)
    }

    @Test("Without animations completions don't wait, and it is as before afterwards")
    func withoutAnimation() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        var ends = 0
        UIView.performWithoutAnimation {
            #expect(!UIView.areAnimationsEnabled)
            UIView.animate(withDuration: 60, animations: {}, completion: { _ in ends += 1 })
        }
        #expect(UIView.areAnimationsEnabled && ends == 0)
        try await device.advance(by: .milliseconds(1))
        #expect(ends == 1)
    }

    @Test("A transition changes a view, or puts one in another's place")
    func transitions() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let (outer, old, new) = (UIView(), UIView(), UIView())
        outer.addSubview(old)
        outer.addSubview(UIView())
        var ends: [Bool] = []
        UIView.transition(with: outer, duration: 1, options: .transitionCrossDissolve) {
            old.tag = 1
        } completion: {
            ends.append($0)
        }
        UIView.transition(from: old, to: new, duration: 1) { ends.append($0) }
        #expect(outer.subviews.first === new && old.superview == nil && old.tag == 1)
        UIView.transition(
            from: new, to: old, duration: 1, options: [.showHideTransitionViews])
        #expect(new.isHidden && !old.isHidden && new.superview === outer)
        try await device.advance(by: .seconds(1))
        #expect(ends == [true, true])
    }

    @Test(
        "An animator makes its changes as it is started, and tells its end, or where it was stopped"
    )
    func animator() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let view = UIView()
        var ends: [UIViewAnimatingPosition] = []
        let animator = UIViewPropertyAnimator(duration: 2, curve: .easeIn) { view.tag = 1 }
        animator.addCompletion { ends.append($0) }
        #expect(view.tag == 0 && animator.state == .inactive)
        animator.startAnimation(afterDelay: 1)
        #expect(view.tag == 1 && animator.isRunning && animator.state == .active)
        animator.addAnimations { view.tag = 2 }
        #expect(view.tag == 2)
        try await device.advance(by: .milliseconds(2_900))
        #expect(ends == [])
        try await device.advance(by: .milliseconds(100))
        #expect(ends == [.end] && !animator.isRunning && animator.state == .inactive)

        let stopped = UIViewPropertyAnimator.runningPropertyAnimator(
            withDuration: 1, delay: 0, animations: { view.tag = 3 },
            completion: { ends.append($0) })
        stopped.stopAnimation(false)
        #expect(stopped.state == .stopped && ends == [.end])
        stopped.finishAnimation(at: .current)
        #expect(ends == [.end, .current] && stopped.state == .inactive)
        let dropped = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5)
        dropped.addCompletion { ends.append($0) }
        dropped.startAnimation()
        dropped.stopAnimation(true)
        try await device.advance(by: .hours(1))
        #expect(ends.count == 2)
    }
}

/// An animation without an end, as apps write it.
@MainActor private final class Pulse {
    var beats = 0

    func beat() {
        beats += 1
        UIView.animate(withDuration: 1, animations: {}, completion: { _ in self.beat() })
    }
}
