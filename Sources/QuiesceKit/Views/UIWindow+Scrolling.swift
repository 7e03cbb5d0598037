import Foundation

extension UIWindow {
    /// Has a scroll view take over a touch that moved far enough in it, and follow it from there.
    ///
    /// - Returns: whether the touch is a scroll view's: the view that it began in isn't told of it.
    func scroll(_ touch: UITouch, _ event: UIEvent) -> Bool {
        if let scrollView = touch.scrollView {
            switch touch.phase {
            case .began, .stationary: break
            case .moved: scrollView.drag(by: touch.step)
            case .ended, .cancelled: scrollView.endDragging()
            }
            return true
        }
        guard touch.phase == .moved, !touch.isTaken, let view = touch.view else { return false }
        let distance = touch.distance
        let scrollView = sequence(first: view, next: \.superview).lazy
            .compactMap { $0 as? UIScrollView }.first { $0.scrolls(by: distance) }
        guard let scrollView else { return false }
        touch.scrollView = scrollView
        touch.phase = .cancelled
        touch.deliver(with: event)
        touch.phase = .moved
        scrollView.beginDragging()
        scrollView.drag(by: distance)
        return true
    }
}

extension UITouch {
    /// From where the finger was put down.
    fileprivate var distance: CGPoint { CGPoint(x: point.x - start.x, y: point.y - start.y) }

    /// From where it was when it was last told of.
    fileprivate var step: CGPoint {
        CGPoint(x: point.x - previousPoint.x, y: point.y - previousPoint.y)
    }
}
