import Foundation

/// A rectangle in a view that isn't a view, for constraints.
@preconcurrency @MainActor open class UILayoutGuide: LayoutItem {
    /// Rectangles that follow from the view, and aren't the constraints' to find.
    enum Kind {
        case own
        case safeArea
        case margins
        /// The part that a scroll view shows.
        case scrollFrame
        /// All that a scroll view scrolls.
        case scrollContent
    }

    let kind: Kind
    /// The view that it is in; set by `addLayoutGuide(_:)`.
    public internal(set) weak var owningView: UIView?
    /// In the view's coordinates, as the last layout pass has found it.
    public internal(set) var layoutFrame = CGRect.zero
    /// A name for it.
    open var identifier = ""

    var layoutView: UIView? { owningView }

    /// A guide that is in no view yet.
    public init() { kind = .own }

    init(_ kind: Kind, of view: UIView) {
        self.kind = kind
        owningView = view
    }

    /// The left edge, as a side of constraints.
    public var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
    /// The edge where lines begin: the left one.
    public var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
    /// The edge where lines end: the right one.
    public var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
    /// The middle between left and right.
    public var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
    /// The top edge.
    public var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
    /// The bottom edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
    /// The middle between top and bottom.
    public var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
    /// The width.
    public var widthAnchor: NSLayoutDimension { .init(self, .width) }
    /// The height.
    public var heightAnchor: NSLayoutDimension { .init(self, .height) }
}
