import Foundation

/// Recognizes taps: a finger that comes down and is lifted near there.
@preconcurrency @MainActor open class UITapGestureRecognizer: UIGestureRecognizer {
    /// Points that a finger may go astray, and that taps may be apart.
    private static let slop: CGFloat = 45
    /// Seconds from one tap's end to its next, at most, on the device's clock.
    private static let pause: TimeInterval = 0.35

    /// How many taps in a row; each within 0.35 s of the one before.
    open var numberOfTapsRequired = 1
    /// How many fingers. The screen follows one: more are never recognized.
    open var numberOfTouchesRequired = 1

    private var taps = 0
    private var place = CGPoint.zero
    private var timer: DeviceTimer?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        timer?.invalidate()
        if taps == 0 { place = location(in: nil) }
        if numberOfTouchesRequired > 1 || isAstray { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if isAstray { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if isAstray {
            state = .failed
            return
        }
        taps += 1
        guard taps < numberOfTapsRequired else {
            state = .ended
            return
        }
        timer = .scheduledTimer(withTimeInterval: Self.pause, repeats: false) { [weak self] _ in
            self?.state = .failed
        }
    }

    open override func reset() {
        timer?.invalidate()
        timer = nil
        taps = 0
    }

    /// Not one of more taps: those are still to come.
    open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let taps = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return taps.numberOfTapsRequired <= numberOfTapsRequired
    }

    private var isAstray: Bool { location(in: nil).distance(to: place) > Self.slop }
}

extension CGPoint {
    func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
