import Foundation

/// Recognizes a finger that stays where it came down. It begins after that time, changes as the
/// finger moves, and ends when the finger is lifted.
@preconcurrency @MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// Seconds, on the device's clock.
    open var minimumPressDuration: TimeInterval = 0.5
    /// Points that the finger may move until then.
    open var allowableMovement: CGFloat = 10

    private var place = CGPoint.zero
    private var timer: DeviceTimer?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        place = location(in: nil)
        guard minimumPressDuration > 0 else {
            state = .began
            return
        }
        timer = .scheduledTimer(
            withTimeInterval: minimumPressDuration, repeats: false
        ) { [weak self] _ in self?.state = .began }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state != .possible {
            state = .changed
            return
        }
        if location(in: nil).distance(to: place) > allowableMovement { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }

    open override func reset() {
        timer?.invalidate()
        timer = nil
    }
}
