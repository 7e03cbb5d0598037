import Foundation

/// Shows that something is going on, until it is stopped: three dots, as nothing turns here.
@preconcurrency @MainActor open class UIActivityIndicatorView: UIView {
    /// How large it is; the values are UIKit's.
    public enum Style: Int, Sendable {
        /// 20 points wide and high.
        case medium = 100
        /// 37 points wide and high.
        case large = 101

        fileprivate var side: CGFloat { self == .large ? 37 : 20 }
    }

    private let dots = UILabel()

    /// Sets the size.
    open var style = Style.medium { didSet { sizeChanged() } }
    /// The dots' colour.
    open var color = UIColor.systemGray { didSet { dots.textColor = color } }
    /// Whether it is hidden while it is stopped.
    open var hidesWhenStopped = true { didSet { follow() } }
    /// Whether it was started, and isn't stopped.
    public private(set) var isAnimating = false { didSet { follow() } }

    /// A medium one, stopped.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        begin()
    }

    /// A medium one, stopped.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        isUserInteractionEnabled = false
        dots.text = "…"
        dots.textAlignment = .center
        dots.textColor = color
        addSubview(dots)
        if frame.size == .zero { sizeChanged() }
        follow()
    }

    /// By its style.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: style.side, height: style.side)
    }

    /// One of that size.
    public convenience init(style: Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
        self.style = style
    }

    /// Shows it.
    open func startAnimating() { isAnimating = true }

    /// Ends it, and hides it where it `hidesWhenStopped`.
    open func stopAnimating() { isAnimating = false }

    open override func layoutSubviews() {
        dots.font = .systemFont(ofSize: style.side * 0.85)
        dots.frame = bounds
    }

    private func follow() {
        if hidesWhenStopped { isHidden = !isAnimating } else { isHidden = false }
    }

    private func sizeChanged() {
        bounds.size = CGSize(width: style.side, height: style.side)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }
}
