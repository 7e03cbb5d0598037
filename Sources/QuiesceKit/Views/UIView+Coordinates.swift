import Foundation

// From one view's coordinates to another's.
extension UIView {
    /// - Parameter view: nil: the window.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        (view ?? root).fromScreen(toScreen(point))
    }

    /// - Parameter view: nil: the window.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        fromScreen((view ?? root).toScreen(point))
    }

    /// - Parameter view: nil: the window.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    /// - Parameter view: nil: the window.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: view), size: rect.size)
    }

    func toScreen(_ point: CGPoint) -> CGPoint {
        let offset = screenOffset
        return CGPoint(x: point.x + offset.x, y: point.y + offset.y)
    }

    func fromScreen(_ point: CGPoint) -> CGPoint {
        let offset = screenOffset
        return CGPoint(x: point.x - offset.x, y: point.y - offset.y)
    }

    /// Where the origin of its coordinates is on the screen.
    private var screenOffset: CGPoint {
        var offset = CGPoint.zero
        for view in sequence(first: self, next: \.superview) {
            offset.x += view.frame.minX - view.bounds.minX
            offset.y += view.frame.minY - view.bounds.minY
        }
        return offset
    }

    private var root: UIView {
        var root = self
        while let superview = root.superview { root = superview }
        return root
    }
}
