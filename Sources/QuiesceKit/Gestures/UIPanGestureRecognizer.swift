import Foundation

/// Follows a finger that moves: a drag. It begins 10 points from where the finger came down.
@preconcurrency @MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// Points that a finger moves before it is a drag.
    private static let slop: CGFloat = 10
    /// Seconds of the drag's end by which its speed is taken.
    private static let recent: TimeInterval = 0.1

    /// Fingers that it takes at least: with more than one it never begins, as the screen follows
    /// one.
    open var minimumNumberOfTouches = 1
    /// Fingers that it takes at most. The screen follows one.
    open var maximumNumberOfTouches = Int.max

    /// From where the translation counts, in the window's coordinates.
    private var origin = CGPoint.zero
    /// Where the finger was lately, and when, in seconds on the device's clock.
    private var trace: [(point: CGPoint, time: TimeInterval)] = []

    /// How far the finger has moved since it came down, or since `setTranslation(_:in:)`, in
    /// points.
    public final func translation(in view: UIView?) -> CGPoint {
        let point = location(in: nil)
        return CGPoint(x: point.x - origin.x, y: point.y - origin.y)
    }

    /// Says how far it is taken to have moved by now, in points.
    public final func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let point = location(in: nil)
        origin = CGPoint(x: point.x - translation.x, y: point.y - translation.y)
    }

    /// How fast the finger moves, in points a second, over its last tenth of a second.
    public final func velocity(in view: UIView?) -> CGPoint {
        guard let first = trace.first, let last = trace.last, last.time > first.time else {
            return .zero
        }
        let time = last.time - first.time
        return CGPoint(
            x: (last.point.x - first.point.x) / time, y: (last.point.y - first.point.y) / time)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        origin = location(in: nil)
        trace = []
        note(touches)
        if minimumNumberOfTouches > 1 { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        note(touches)
        if state != .possible {
            state = .changed
            return
        }
        if location(in: nil).distance(to: origin) >= Self.slop { state = .began }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        note(touches)
        state = state == .possible ? .failed : .ended
    }

    private func note(_ touches: Set<UITouch>) {
        guard let time = touches.first?.timestamp else { return }
        trace.append((location(in: nil), time))
        trace.removeAll { $0.time < time - Self.recent }
    }
}
