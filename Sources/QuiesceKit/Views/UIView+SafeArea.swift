import Foundation

/// Distances from the sides of a rectangle, inwards, in points.
public struct UIEdgeInsets: Sendable, Hashable {
    /// No distances.
    public static let zero = UIEdgeInsets()

    /// From the top.
    public var top: CGFloat
    /// From the left.
    public var left: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the right.
    public var right: CGFloat

    /// Distances in points.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    init(_ insets: NSDirectionalEdgeInsets) {
        self.init(
            top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
    }
}

/// Distances from the sides of a rectangle, inwards, in points; leading is where lines begin, which
/// is left.
public struct NSDirectionalEdgeInsets: Sendable, Hashable {
    /// No distances.
    public static let zero = NSDirectionalEdgeInsets()

    /// From the top.
    public var top: CGFloat
    /// From where lines begin.
    public var leading: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From where lines end.
    public var trailing: CGFloat

    /// Distances in points.
    public init(
        top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0
    ) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    init(_ insets: UIEdgeInsets) {
        self.init(
            top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
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
    /// How much of the view is covered, from each side: by the status bar (S9), by bars of the
    /// controllers around it, and by `additionalSafeAreaInsets`. In points; zero outside a window.
    public var safeAreaInsets: UIEdgeInsets {
        guard let app = UIApplication.running, window != nil else { return .zero }
        guard let superview else {
            let bar = app.statusBarFrame
            guard frame.intersects(bar) else { return .zero }
            return UIEdgeInsets(top: bar.maxY - max(0, frame.minY))
        }
        let (outer, space) = (superview.safeAreaInsets, superview.bounds)
        func left(of inset: CGFloat, at distance: CGFloat) -> CGFloat {
            max(0, min(inset, inset - distance))
        }
        var insets = UIEdgeInsets(
            top: left(of: outer.top, at: frame.minY - space.minY),
            left: left(of: outer.left, at: frame.minX - space.minX),
            bottom: left(of: outer.bottom, at: space.maxY - frame.maxY),
            right: left(of: outer.right, at: space.maxX - frame.maxX))
        for more in [controller?.coveredByBars, controller?.additionalSafeAreaInsets] {
            guard let more else { continue }
            insets.top += more.top
            insets.left += more.left
            insets.bottom += more.bottom
            insets.right += more.right
        }
        return insets
    }
}
