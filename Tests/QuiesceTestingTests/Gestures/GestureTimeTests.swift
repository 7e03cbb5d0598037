import Foundation
import QuiesceTesting
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Gestures that take time, on a virtual device's clock.
@MainActor @Suite(.virtualDevice, .behaviour("H2")) struct GestureTimeTests {
    @Test("Two taps within 0.35 s are a double tap; a single one waits until it can't be one")
    func doubleTap() async throws {
        let device = try VirtualDevice.current
        let view = try await device.launchTouched()
        let target = Target()
        let single = UITapGestureRecognizer(target: target, action: Target.single)
        let double = UITapGestureRecognizer(target: target, action: Target.double)
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        view.addGestureRecognizer(single)
        view.addGestureRecognizer(double)
        tap()
        try await device.advance(by: .milliseconds(300))
        #expect(target.calls == [])
        tap()
        #expect(target.calls == ["double"])
        try await device.advance(by: .seconds(1))
        #expect(target.calls == ["double"])
        tap()
        try await device.advance(by: .milliseconds(300))
        #expect(target.calls == ["double"])
        try await device.advance(by: .milliseconds(100))
        #expect(target.calls == ["double", "single"])
        tap()
        try await device.advance(by: .milliseconds(400))
        tap()
        try await device.advance(by: .milliseconds(400))
        #expect(target.calls == ["double", "single", "single", "single"])
    }

    @Test("Without that the first of two taps is a single one, too, and the second isn't")
    func both() async throws {
        let device = try VirtualDevice.current
        let view = try await device.launchTouched()
        let target = Target()
        view.addGestureRecognizer(UITapGestureRecognizer(target: target, action: Target.single))
        let double = UITapGestureRecognizer(target: target, action: Target.double)
        double.numberOfTapsRequired = 2
        view.addGestureRecognizer(double)
        tap()
        tap()
        #expect(target.calls == ["single", "double"])
    }

    @Test("A finger that stays half a second is a long press, which goes on until it is lifted")
    func longPress() async throws {
        let device = try VirtualDevice.current
        let view = try await device.launchTouched()
        let target = Target()
        let press = UILongPressGestureRecognizer(target: target, action: Target.pressed)
        view.addGestureRecognizer(press)
        let tap = UITapGestureRecognizer(target: target, action: Target.single)
        view.addGestureRecognizer(tap)
        touch(.began, 10)
        touch(.moved, 15)
        try await device.advance(by: .milliseconds(400))
        #expect(target.calls == [] && view.heard == ["began", "moved"])
        try await device.advance(by: .milliseconds(200))
        #expect(target.calls == ["began"] && view.heard == ["began", "moved", "cancelled"])
        touch(.moved, 100)
        touch(.ended, 100)
        #expect(target.calls == ["began", "changed", "ended"])
        #expect(view.heard == ["began", "moved", "cancelled"])
        // Lifted before: a tap. Moved before: neither.
        touch(.began, 10)
        try await device.advance(by: .milliseconds(400))
        touch(.ended, 10)
        #expect(target.calls.last == "single" && target.calls.count == 4)
        touch(.began, 10)
        touch(.moved, 100)
        try await device.advance(by: .seconds(1))
        touch(.ended, 100)
        #expect(target.calls.count == 4)
        // The app is left meanwhile (S7).
        touch(.began, 10)
        try await device.advance(by: .seconds(1))
        try await device.pressHome()
        #expect(target.calls.suffix(2) == ["began", "cancelled"] && press.state == .possible)
    }

    @Test("A finger that moves is a drag, with how far and how fast; one that hardly does is a tap")
    func drag() async throws {
        let device = try VirtualDevice.current
        let view = try await device.launchTouched()
        let target = Target()
        let pan = UIPanGestureRecognizer(target: target, action: Target.dragged)
        view.addGestureRecognizer(pan)
        view.addGestureRecognizer(UITapGestureRecognizer(target: target, action: Target.single))
        touch(.began, 10)
        touch(.moved, 15)
        #expect(target.calls == [] && view.heard == ["began", "moved"])
        try await device.advance(by: .milliseconds(50))
        touch(.moved, 60)
        #expect(target.calls == ["began 50"] && view.heard.last == "cancelled")
        try await device.advance(by: .milliseconds(50))
        touch(.moved, 110)
        #expect(target.calls.last == "changed 100")
        #expect(abs(pan.velocity(in: view).x - 1_000) < 1 && pan.velocity(in: view).y == 0)
        pan.setTranslation(CGPoint(x: 7, y: 0), in: view)
        touch(.ended, 110)
        #expect(target.calls.last == "ended 7" && target.calls.count == 3)
        touch(.began, 10)
        touch(.moved, 15)
        touch(.ended, 15)
        #expect(target.calls.last == "single" && target.calls.count == 4)
        pan.minimumNumberOfTouches = 2
        touch(.began, 10)
        touch(.moved, 100)
        touch(.ended, 100)
        #expect(target.calls.count == 4)
    }

    @Test("A quick stroke in its direction is a swipe; a slow one, and one elsewhere, aren't")
    func swipe() async throws {
        let device = try VirtualDevice.current
        let view = try await device.launchTouched()
        let target = Target()
        let swipe = UISwipeGestureRecognizer(target: target, action: Target.single)
        swipe.direction = .left
        view.addGestureRecognizer(swipe)
        func stroke(to x: Double, y: Double = 100, in time: Duration = .milliseconds(100))
            async throws
        {
            touch(.began, 150)
            try await device.advance(by: time)
            touch(.moved, (150 + x) / 2, y: (100 + y) / 2)
            touch(.moved, x, y: y)
            touch(.ended, x, y: y)
        }
        try await stroke(to: 80)
        #expect(target.calls == ["single"] && view.heard == ["began", "moved", "cancelled"])
        try await stroke(to: 220)
        try await stroke(to: 110)
        try await stroke(to: 80, in: .seconds(1))
        try await stroke(to: 90, y: 220)
        #expect(target.calls == ["single"] && view.heard.last == "ended")
        swipe.direction = [.up, .down]
        try await stroke(to: 150, y: 30)
        try await stroke(to: 150, y: 170)
        #expect(target.calls.count == 3)
        swipe.direction = .right
        try await stroke(to: 220)
        #expect(target.calls.count == 4)
    }

    private func tap() {
        touch(.began, 10)
        touch(.ended, 10)
    }

    private func touch(_ phase: UserInput.Phase, _ x: Double, y: Double = 100) {
        UIApplication.shared.perform(.input(.touch(phase, x: x, y: y)))
    }
}

extension VirtualDevice {
    /// Opens an app whose window is filled by a view.
    fileprivate func launchTouched() async throws -> Touched {
        try await launch(Diary.self)
        let window = UIWindow()
        let view = Touched(frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        // It lives as long as the test's application.
        view.owner = window
        return view
    }
}

/// Writes down its touches.
@MainActor private final class Touched: UIView {
    var heard: [String] = []
    var owner: UIWindow?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard.append("began")
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard.append("moved")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard.append("ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard.append("cancelled")
    }
}

@MainActor private final class Target {
    var calls: [String] = []

    func single() { calls.append("single") }
    func double() { calls.append("double") }
    func dragged(_ pan: UIPanGestureRecognizer) {
        calls.append("\(pan.state) \(Int(pan.translation(in: pan.view).x))")
    }
    func pressed(_ press: UILongPressGestureRecognizer) { calls.append("\(press.state)") }
}
