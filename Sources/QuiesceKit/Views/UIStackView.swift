import Foundation

/// Places views in a row or a column. Those that are hidden take no space.
@preconcurrency @MainActor open class UIStackView: UIView {
    /// How the views share the space along the axis; the values are UIKit's.
    public enum Distribution: Int, Sendable {
        /// They fill the space; the one that hugs its content least grows.
        case fill = 0
        /// They fill it, all as large.
        case fillEqually = 1
        /// They fill it, in proportion to their content.
        case fillProportionally = 2
        /// Between each two there is as much space, `spacing` at least.
        case equalSpacing = 3
        /// Their middles are as far from each other, with `spacing` at least between them.
        case equalCentering = 4
    }

    /// How the views lie across the axis; the values are UIKit's.
    public enum Alignment: Int, Sendable {
        /// They fill the space.
        case fill = 0
        /// At the left of a column.
        case leading = 1
        /// By the first lines' baselines, in a row.
        case firstBaseline = 2
        /// In the middle.
        case center = 3
        /// At the right of a column.
        case trailing = 4
        /// By the last lines' baselines, in a row.
        case lastBaseline = 5

        /// At the top of a row.
        public static var top: Alignment { .leading }
        /// At the bottom of a row.
        public static var bottom: Alignment { .trailing }
    }

    /// A space that stands for the system's, of 8 points.
    public static let spacingUseSystem = CGFloat.leastNormalMagnitude
    /// A space that stands for `spacing`.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

    /// The views that are placed, in order. All are subviews.
    public private(set) var arrangedSubviews: [UIView] = []
    /// A row, or a column.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsSolution() } }
    /// How the views share the space along the axis.
    open var distribution = Distribution.fill { didSet { setNeedsSolution() } }
    /// How the views lie across the axis.
    open var alignment = Alignment.fill { didSet { setNeedsSolution() } }
    /// Between each two views, in points.
    open var spacing: CGFloat = 0 { didSet { setNeedsSolution() } }
    /// Whether the views keep away from the sides by `layoutMargins`.
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsSolution() } }
    private var spacings: [ObjectIdentifier: CGFloat] = [:]

    /// An empty row.
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A row of these views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.count)
    }

    /// Adds a view, or moves it.
    ///
    /// - Parameter stackIndex: among `arrangedSubviews`, at most their number.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        guard view.superview === self else { return }
        arrangedSubviews.insert(view, at: min(max(0, stackIndex), arrangedSubviews.count))
        setNeedsSolution()
    }

    /// Doesn't place a view any more. It stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        spacings[ObjectIdentifier(view)] = nil
        setNeedsSolution()
    }

    /// Sets the space after a view, in points, in the place of `spacing`.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        let isDefault = spacing == Self.spacingUseDefault
        spacings[ObjectIdentifier(arrangedSubview)] = isDefault ? nil : spacing
        setNeedsSolution()
    }

    /// The space that was set after a view; `spacingUseDefault`: none was.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        spacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    func space(after view: UIView) -> CGFloat {
        let space = spacings[ObjectIdentifier(view)] ?? spacing
        return space == Self.spacingUseSystem ? 8 : space
    }

    /// The stack's space, less its margins.
    var margins: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

    /// A view that isn't a subview any more isn't placed either.
    override func lost(_ subview: UIView) { removeArrangedSubview(subview) }
}
