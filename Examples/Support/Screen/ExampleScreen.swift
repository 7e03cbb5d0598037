import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A screen with its title at the top.
///
/// A subclass adds its views in `viewDidLoad`, and places and fills them in `fill(_:)`, which is
/// called before the next picture of the screen is made. Call `changed()` for that whenever the
/// model has changed: while nobody sees the app it is only noted down, and `fill(_:)` is called
/// once when the user comes back (Q3).
open class ExampleScreen: UIViewController {
    private let heading = UILabel(.title)

    open override func viewDidLoad() {
        view.backgroundColor = Look.paper
        view.addSubview(heading)
    }

    public func changed() { viewIfLoaded?.setNeedsLayout() }

    /// - Parameter area: free of the status bar, the title and the margins.
    open func fill(_ area: CGRect) {}

    open override func viewDidLayoutSubviews() {
        var area = view.bounds.insetBy(dx: 20, dy: 20)
        heading.text = title
        if title != nil {
            heading.frame = area.cut(44)
            _ = area.cut(8)
        }
        fill(area)
    }
}

extension CGRect {
    /// Takes its uppermost points away, at most all.
    ///
    /// - Returns: what was taken.
    public mutating func cut(_ height: CGFloat) -> CGRect {
        let (taken, rest) = divided(atDistance: min(height, self.height), from: .minYEdge)
        self = rest
        return taken
    }

    /// Its uppermost points and the rest, or where it is wider than high its left and right halves,
    /// with a gap between them.
    public func split(_ upper: CGFloat) -> (CGRect, CGRect) {
        let gap: CGFloat = 12
        let isWide = width > height
        let edge: CGRectEdge = isWide ? .minXEdge : .minYEdge
        let (first, rest) = divided(atDistance: isWide ? (width - gap) / 2 : upper, from: edge)
        return (first, rest.divided(atDistance: gap, from: edge).remainder)
    }

    /// The largest square in its middle.
    public var square: CGRect {
        let side = min(width, height)
        return CGRect(x: midX - side / 2, y: midY - side / 2, width: side, height: side)
    }
}
