import Foundation

/// A control with a title, and a picture behind it.
@preconcurrency @MainActor open class UIButton: UIControl {
    /// The screen draws both alike.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
    }

    /// The picture beside the title; empty until an image is set.
    public let imageView: UIImageView! = UIImageView(frame: .zero)
    /// Shows the title of the present state. Set that with `setTitle(_:for:)`.
    public let titleLabel: UILabel! = UILabel(frame: .zero)
    private var titles: [State: String] = [:]
    private var colors: [State: UIColor] = [.disabled: .lightGray]

    public override init(frame: CGRect) {
        super.init(frame: frame)
        begin()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        titleLabel.textAlignment = .center
        addSubview(imageView)
        addSubview(titleLabel)
    }

    /// An empty button. All types look alike here.
    public convenience init(type: ButtonType) {
        self.init(frame: .zero)
        if type == .system { setTitleColor(.blue, for: .normal) }
    }

    /// - Parameter primaryAction: performed when the button is pressed; its title is the button's.
    public convenience init(frame: CGRect = .zero, primaryAction: UIAction) {
        self.init(frame: frame)
        setTitle(primaryAction.title, for: .normal)
        setTitleColor(.blue, for: .normal)
        addAction(primaryAction, for: .touchUpInside)
    }

    /// A state without a title has that of `.normal`.
    open func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        setNeedsLayout()
        invalidateIntrinsicContentSize()
    }

    /// The title that was set for exactly that state; nil: none was.
    open func title(for state: State) -> String? { titles[state] }

    /// The title that is shown: the present state's, else that for `.normal`.
    open var currentTitle: String? { titles[state] ?? titles[.normal] }

    /// Sets the colour of the title in a state; nil: as for `.normal`.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        colors[state] = color
        setNeedsLayout()
    }

    /// Points above and below the title, by UIKit's measure of a plain button.
    static let padding: CGFloat = 6

    /// The title's size, by estimate, with the space around it, in points.
    open override var intrinsicContentSize: CGSize {
        let width = TextMeasure.width(of: currentTitle ?? "", size: titleLabel.font.pointSize)
        return CGSize(
            width: max(30, width.rounded(.up)),
            height: titleLabel.font.lineHeight + 2 * Self.padding)
    }

    open override func layoutSubviews() {
        imageView.frame = bounds
        titleLabel.frame = bounds
        titleLabel.text = currentTitle
        titleLabel.textColor = colors[state] ?? colors[.normal] ?? .black
    }
}
