import Foundation

/// A view that shows a part of what is in it, which a finger moves.
@preconcurrency @MainActor open class UIScrollView: UIView {
    /// How bars around the view move what it shows; the values are UIKit's.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// The safe area's insets are added, in the directions in which the view scrolls.
        case automatic = 0
        /// As `automatic`.
        case scrollableAxes = 1
        /// None are.
        case never = 2
        /// They are, in all directions.
        case always = 3
    }

    /// Points by which a finger moves before it scrolls, as UIKit has it.
    static let slack: CGFloat = 10

    /// The size of what is in it, in points.
    open var contentSize = CGSize.zero {
        didSet {
            guard contentSize.width.isFinite, contentSize.height.isFinite else {
                contentSize = oldValue
                return
            }
            if contentSize != oldValue { settle() }
        }
    }

    /// The point of what is in it that lies at the view's upper left, in points.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            guard newValue != bounds.origin, newValue.x.isFinite, newValue.y.isFinite else {
                return
            }
            bounds.origin = newValue
            setNeedsLayout()
            delegate?.scrollViewDidScroll(self)
        }
    }

    /// Space around what is in it, in points.
    open var contentInset = UIEdgeInsets.zero { didSet { settle() } }
    /// Whether the safe area's insets are added to `contentInset`.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { setNeedsLayout() }
    }
    /// Whether a finger scrolls.
    open var isScrollEnabled = true
    /// Whether a finger scrolls up and down what is no higher than the view. Nothing bounces here.
    open var alwaysBounceVertical = false
    /// The same, from side to side.
    open var alwaysBounceHorizontal = false
    /// Nothing shows how far it has scrolled here.
    open var showsVerticalScrollIndicator = true
    /// The same, from side to side.
    open var showsHorizontalScrollIndicator = true
    /// Hears of scrolling, on the main thread.
    open weak var delegate: (any UIScrollViewDelegate)?
    /// Whether a finger scrolls it now.
    public private(set) var isDragging = false
    /// The same as `isDragging`.
    open var isTracking: Bool { isDragging }

    /// The insets that the place of what is in it has kept.
    private var keptInsets = UIEdgeInsets.zero

    /// A view that scrolls nothing yet.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        begin()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        clipsToBounds = true
        _ = contentLayoutGuide
    }

    /// All that is in it: constraints between this and views inside have `contentSize` follow.
    public var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
    /// The part that is shown. What follows this stays where it is when the view scrolls.
    public var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

    /// `contentInset` with the insets of the safe area that are added, in points.
    open var adjustedContentInset: UIEdgeInsets {
        let safe = safeAreaInsets
        var insets = contentInset
        if contentInsetAdjustmentBehavior == .never { return insets }
        let isWide = contentSize.width > bounds.width || contentInsetAdjustmentBehavior == .always
        insets.top += safe.top
        insets.bottom += safe.bottom
        insets.left += isWide ? safe.left : 0
        insets.right += isWide ? safe.right : 0
        return insets
    }

    /// Scrolls at once, animated or not.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
    }

    /// Scrolls no more than is needed to show a rectangle of what is in it.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        let insets = adjustedContentInset
        let shown = bounds.inset(by: insets)
        var offset = contentOffset
        offset.x += Self.step(rect.minX, rect.maxX, shown.minX, shown.maxX)
        offset.y += Self.step(rect.minY, rect.maxY, shown.minY, shown.maxY)
        contentOffset = offset
        settle()
    }

    private static func step(
        _ start: CGFloat, _ end: CGFloat, _ shownStart: CGFloat, _ shownEnd: CGFloat
    ) -> CGFloat {
        if start < shownStart { return start - shownStart }
        return end > shownEnd ? min(end - shownEnd, start - shownStart) : 0
    }

    // The part under the bars begins free, and stays so.
    override func prepareLayout() {
        let insets = adjustedContentInset
        guard insets != keptInsets else { return }
        let wasAtTop = contentOffset.y <= -keptInsets.top
        let wasAtLeft = contentOffset.x <= -keptInsets.left
        keptInsets = insets
        var offset = contentOffset
        if wasAtTop { offset.y = -insets.top }
        if wasAtLeft { offset.x = -insets.left }
        contentOffset = offset
        settle()
    }

    /// Where what is in it may lie: nothing bounces.
    private func settled(_ offset: CGPoint) -> CGPoint {
        let insets = adjustedContentInset
        func within(_ value: CGFloat, _ least: CGFloat, _ most: CGFloat) -> CGFloat {
            min(max(value, least), max(least, most))
        }
        return CGPoint(
            x: within(offset.x, -insets.left, contentSize.width + insets.right - bounds.width),
            y: within(offset.y, -insets.top, contentSize.height + insets.bottom - bounds.height))
    }

    private func settle() {
        guard bounds.width > 0, bounds.height > 0 else { return }
        contentOffset = settled(contentOffset)
    }

    override func resized(from old: CGSize) {
        super.resized(from: old)
        settle()
    }

    // MARK: The finger

    /// Whether it scrolls in a direction in which a finger has moved by that far.
    func scrolls(by distance: CGPoint) -> Bool {
        guard isScrollEnabled else { return false }
        let insets = adjustedContentInset
        let isHigh = contentSize.height + insets.top + insets.bottom > bounds.height
        let isWide = contentSize.width + insets.left + insets.right > bounds.width
        return abs(distance.y) >= Self.slack && isHigh && abs(distance.y) >= abs(distance.x)
            || abs(distance.x) >= Self.slack && isWide && abs(distance.x) >= abs(distance.y)
    }

    func beginDragging() {
        isDragging = true
        delegate?.scrollViewWillBeginDragging(self)
    }

    func drag(by distance: CGPoint) {
        let offset = CGPoint(x: contentOffset.x - distance.x, y: contentOffset.y - distance.y)
        contentOffset = settled(offset)
    }

    func endDragging() {
        isDragging = false
        delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    }
}

/// The callbacks about scrolling. All methods are optional.
@preconcurrency @MainActor public protocol UIScrollViewDelegate: AnyObject {
    /// Another part is shown.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// A finger begins to scroll.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// The finger was lifted.
    ///
    /// - Parameter decelerate: false: nothing goes on scrolling.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {}
}
