import Foundation

/// A control with a title, and a picture behind it.
@MainActor open class UIButton: UIControl {
    /// The screen draws both alike.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
    }

    public let imageView: UIImageView
    public let titleLabel: UILabel
    private var titles: [State: String] = [:]
    private var colors: [State: UIColor] = [.disabled: .lightGray]

    public override init(frame: CGRect) {
        imageView = UIImageView(frame: .zero)
        titleLabel = UILabel(frame: .zero)
        super.init(frame: frame)
        titleLabel.textAlignment = .center
        addSubview(imageView)
        addSubview(titleLabel)
    }

    public required convenience init() { self.init(frame: .zero) }

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
    }

    open func title(for state: State) -> String? { titles[state] }

    open var currentTitle: String? { titles[state] ?? titles[.normal] }

    open func setTitleColor(_ color: UIColor?, for state: State) {
        colors[state] = color
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        imageView.frame = bounds
        titleLabel.frame = bounds
        titleLabel.text = currentTitle
        titleLabel.textColor = colors[state] ?? colors[.normal] ?? .black
    }
}
