import Foundation

/// A rectangle on the screen, with what it shows and the views in it.
///
/// A subclass with an initializer of its own writes `required init?(coder:)` too, as with UIKit.
@preconcurrency @MainActor open class UIView: UIResponder {
    /// - Parameter frame: in the superview's coordinates, in points.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// A view of an interface file, without a size yet. Nothing is read of a coder.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// A view without a size.
    public convenience init(_ nothing: Void = ()) { self.init(frame: .zero) }

    /// Delegates alone have that: a view has the initializers that UIKit gives it.
    @available(*, unavailable) public required init() { fatalError("a view has a frame") }

    // MARK: Where it is

    /// In the superview's coordinates. One that isn't finite is refused, with a note on stderr.
    open var frame: CGRect {
        didSet {
            guard frame != oldValue else { return }
            guard frame.isFinite else {
                note("\(type(of: self)): a frame of \(frame) is refused; it stays \(oldValue)")
                frame = oldValue
                return
            }
            if frame.size != oldValue.size { resized(from: oldValue.size) }
            if layoutState.references > 0, !isPlacedByConstraints { superview?.setNeedsSolution() }
            needsRendering()
        }
    }

    /// In its own coordinates. Its origin scrolls what is in the view; its size is the frame's.
    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            let middle = center
            if newValue.origin.x.isFinite, newValue.origin.y.isFinite {
                boundsOrigin = newValue.origin
            }
            frame.size = newValue.size
            center = middle
            needsRendering()
        }
    }
    private var boundsOrigin = CGPoint.zero

    /// In the superview's coordinates.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
        }
    }

    /// How its frame follows the size of its superview.
    open var autoresizingMask: AutoresizingMask = []

    /// Whether its subviews follow its size by their masks.
    open var autoresizesSubviews = true

    // MARK: What it shows

    /// nil: transparent.
    open var backgroundColor: UIColor? { didSet { needsRendering() } }

    /// Neither drawn nor touched, with all of its subviews.
    open var isHidden = false {
        didSet {
            needsRendering()
            if isHidden != oldValue { (superview as? UIStackView)?.setNeedsSolution() }
        }
    }

    /// Whether what is in the view is seen only inside its bounds.
    open var clipsToBounds = false { didSet { needsRendering() } }

    /// From 0, not to be seen, to 1; of the view and all that is in it.
    open var alpha: CGFloat = 1 {
        didSet {
            alpha = alpha.isNaN ? oldValue : min(1, max(0, alpha))
            needsRendering()
        }
    }

    /// A number by which an app knows the view.
    open var tag = 0

    /// The name by which tests and interface files know the view.
    open var accessibilityIdentifier: String?

    /// Whether touches find it, and what is in it.
    open var isUserInteractionEnabled = true

    // MARK: Traits

    /// The style of the view and of those in it, whatever it is around them; `unspecified`: the
    /// same.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { traitsMayHaveChanged() }
    }

    /// Its traits are others than they were.
    ///
    /// - Parameter previousTraitCollection: those before.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// As it last had them; nil: as the screen has them.
    var knownTraits: UITraitCollection?

    // MARK: The tree

    /// Back to front.
    public internal(set) var subviews: [UIView] = []
    /// The view that it lies in.
    public internal(set) weak var superview: UIView?
    /// The controller whose `view` it is.
    weak var controller: UIViewController?

    /// The window that it is in.
    open var window: UIWindow? { superview?.window }

    /// The controller whose view it is, or else its superview.
    open override var next: UIResponder? { controller ?? superview }

    /// Called by each layout pass before `layoutSubviews`, also where that isn't called.
    func prepareLayout() {}

    /// Its subviews follow its new size.
    func resized(from old: CGSize) { resizeSubviews(from: old) }

    /// A view isn't in this one any more.
    func lost(_ subview: UIView) {}

    /// It was added to a superview, or taken from it.
    open func didMoveToSuperview() {}

    /// It came into a window, with all that is around it, or is in none any more.
    open func didMoveToWindow() {}

    // MARK: Constraints

    var layoutState = LayoutState()

    /// Whether the frame is the app's to set; if not, it follows from constraints.
    open var translatesAutoresizingMaskIntoConstraints = true {
        didSet {
            guard translatesAutoresizingMaskIntoConstraints != oldValue else { return }
            setNeedsSolution()
            superview?.setNeedsSolution()
        }
    }

    /// The size that the view has by its content, in points; `noIntrinsicMetric` where it has none.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// Has the view laid out by its new `intrinsicContentSize`.
    open func invalidateIntrinsicContentSize() {
        if isPlacedByConstraints { setNeedsSolution() }
    }

    /// Called by a layout pass, once at first and where `setNeedsUpdateConstraints()` asked for it.
    /// An overriding method calls `super` last.
    open func updateConstraints() {}

    /// The view's size by its constraints, in points.
    ///
    /// - Parameters:
    ///   - targetSize: the size that is wanted.
    ///   - horizontalFittingPriority: how much its width is.
    ///   - verticalFittingPriority: how much its height is.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority:
            UILayoutPriority, verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        updateConstraintsIfNeeded()
        let wanted = LayoutProblem.Wanted(
            size: targetSize, horizontal: horizontalFittingPriority,
            vertical: verticalFittingPriority)
        return LayoutProblem(root: self, size: wanted).fittingSize()
    }

    /// The size that suits the view best, in points: that of its content, else the one it has.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let content = intrinsicContentSize
        return CGSize(
            width: content.width < 0 ? bounds.width : content.width,
            height: content.height < 0 ? bounds.height : content.height)
    }

    /// Gives the view the size that suits it best.
    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

    /// The distances that `layoutMarginsGuide` keeps from the sides, in points: those that were
    /// set, at first 8, and the safe area's where `insetsLayoutMarginsFromSafeArea` adds them.
    open var layoutMargins: UIEdgeInsets {
        get {
            guard insetsLayoutMarginsFromSafeArea else { return ownMargins }
            let safe = safeAreaInsets
            return UIEdgeInsets(
                top: ownMargins.top + safe.top, left: ownMargins.left + safe.left,
                bottom: ownMargins.bottom + safe.bottom, right: ownMargins.right + safe.right)
        }
        set {
            ownMargins = newValue
            setNeedsSolution()
        }
    }
    private lazy var ownMargins =
        controller == nil
        ? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        : UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)

    /// The same as `layoutMargins`, from the edge where lines begin.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { NSDirectionalEdgeInsets(layoutMargins) }
        set { layoutMargins = UIEdgeInsets(newValue) }
    }

    /// Whether `layoutMargins` leave the safe area's insets free too.
    open var insetsLayoutMarginsFromSafeArea = true { didSet { setNeedsSolution() } }

    // MARK: Layout and drawing

    var needsLayout = true
    var needsDisplay = true

    /// Places the subviews; called before the next scene, where something asked for it.
    open func layoutSubviews() {}

    /// Called before the next scene for a visible view that `setNeedsDisplay` was called of, and
    /// once at first. There is no graphics context here: a view draws by its background, its text,
    /// its image and its subviews.
    open func draw(_ rect: CGRect) {}

    // MARK: Touches

    /// Those that touches in it go to first, and touches in its subviews; nil: none.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        didSet { recognizersChanged(from: oldValue ?? []) }
    }

    /// Whether a recognizer of this view may begin to recognize; asked before its delegate is.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    /// The frontmost view at a point, itself included; nil where there is none that takes touches.
    ///
    /// - Parameter point: in the view's own coordinates.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01,
            self.point(inside: point, with: event)
        else { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
        }
        return self
    }

    /// Whether a point, in the view's own coordinates, is in the view.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
}

extension CGRect {
    var isFinite: Bool {
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
    }
}
