import Foundation

/// Distances from the sides of a rectangle, inwards, in points.
public struct UIEdgeInsets: Sendable, Hashable {
    public static let zero = UIEdgeInsets()

    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    /// Smaller by these distances; larger by those that are negative.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top,
            width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
    }
}

extension UIView {
    /// How much of the view the system covers, from each side: the status bar is the only thing of
    /// the system's that is always there (S9). In points; zero outside a window.
    public var safeAreaInsets: UIEdgeInsets {
        guard let app = UIApplication.running, window != nil else { return .zero }
        let frame = CGRect(origin: toScreen(bounds.origin), size: bounds.size)
        let bar = app.statusBarFrame
        guard frame.intersects(bar) else { return .zero }
        return UIEdgeInsets(top: bar.maxY - max(0, frame.minY))
    }
}
