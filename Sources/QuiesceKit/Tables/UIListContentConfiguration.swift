import Foundation

/// The content of a cell as a value, from which its view is made.
@preconcurrency @MainActor public protocol UIContentConfiguration {
    /// A view that shows it.
    func makeContentView() -> UIView & UIContentView
    /// The same content, as it looks in a state of the cell.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration, and another one when it is set.
@preconcurrency @MainActor public protocol UIContentView: AnyObject {
    /// The content that is shown.
    var configuration: any UIContentConfiguration { get set }
}

/// A state that content may look otherwise in.
public protocol UIConfigurationState {}

/// The state of a cell.
public struct UICellConfigurationState: UIConfigurationState, Hashable, Sendable {
    /// Whether the user has selected it.
    public var isSelected: Bool
    /// Whether a finger is on it.
    public var isHighlighted: Bool
}

/// A text, a second one below or beside it, and a picture before both.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    /// How a text looks.
    public struct TextProperties {
        /// The text's size and weight.
        public var font = UIFont.systemFont(ofSize: 17)
        /// The text's colour.
        public var color = UIColor.black
        /// How many lines it has at most; 0: any number.
        public var numberOfLines = 0
        /// Where in its frame the text is.
        public var alignment = NSTextAlignment.natural
    }

    /// How large a picture is.
    public struct ImageProperties {
        /// In points; a picture of no size is as high as the text.
        public var maximumSize = CGSize.zero
    }

    /// The first text; nil: none.
    public var text: String?
    /// The second text; nil: none.
    public var secondaryText: String?
    /// The picture; nil: none.
    public var image: UIImage?
    /// How the first text looks.
    public var textProperties = TextProperties()
    /// How the second text looks.
    public var secondaryTextProperties = TextProperties()
    /// How large the picture is.
    public var imageProperties = ImageProperties()
    /// Whether the second text is beside the first, where both fit in one line.
    public var prefersSideBySideTextAndSecondaryText = false
    /// Between the texts when one is below the other, in points.
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    /// Between the picture and the texts, in points.
    public var imageToTextPadding: CGFloat = 16
    /// Around everything, in points.
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 11, leading: 16, bottom: 11, trailing: 8)

    private init() { secondaryTextProperties.color = UIColor(white: 0.4, alpha: 1) }

    /// A cell's usual content, with a smaller second text below the first.
    public static func cell() -> UIListContentConfiguration {
        var content = UIListContentConfiguration()
        content.secondaryTextProperties.font = .systemFont(ofSize: 12)
        return content
    }

    /// The same as `cell()`.
    public static func subtitleCell() -> UIListContentConfiguration { cell() }

    /// A text, and another one at the other side.
    public static func valueCell() -> UIListContentConfiguration {
        var content = UIListContentConfiguration()
        content.prefersSideBySideTextAndSecondaryText = true
        return content
    }

    public func makeContentView() -> UIView & UIContentView {
        UIListContentView(configuration: self)
    }

    /// The same: it looks alike in all states.
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

/// Shows a `UIListContentConfiguration`.
@preconcurrency @MainActor open class UIListContentView: UIView, UIContentView {
    private let texts = UIStackView()
    private let row = UIStackView()
    private let image = UIImageView()
    private let first = UILabel()
    private let second = UILabel()
    private var sides: [NSLayoutConstraint] = []
    private var size: [NSLayoutConstraint] = []

    /// The content that is shown. One of another kind is refused, with a note on stderr.
    open var configuration: any UIContentConfiguration {
        didSet {
            guard configuration is UIListContentConfiguration else {
                note("a \(type(of: self)) shows no \(type(of: configuration)): refused")
                configuration = oldValue
                return
            }
            show()
        }
    }

    /// A view of this content.
    public init(configuration: UIListContentConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
        row.addArrangedSubview(image)
        row.addArrangedSubview(texts)
        row.alignment = .center
        texts.addArrangedSubview(first)
        texts.addArrangedSubview(second)
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        sides = [
            row.topAnchor.constraint(equalTo: topAnchor),
            row.leftAnchor.constraint(equalTo: leftAnchor),
            bottomAnchor.constraint(equalTo: row.bottomAnchor),
            rightAnchor.constraint(equalTo: row.rightAnchor),
        ]
        // The height that a cell has at least isn't the content's to refuse.
        sides[2].priority = .required - 1
        size = [
            image.widthAnchor.constraint(equalToConstant: 0),
            image.heightAnchor.constraint(equalToConstant: 0),
        ]
        NSLayoutConstraint.activate(sides + size)
        second.setContentHuggingPriority(.defaultLow + 1, for: .horizontal)
        show()
    }

    public required init?(coder: NSCoder) { nil }

    private func show() {
        guard let content = configuration as? UIListContentConfiguration else { return }
        fill(first, content.text, content.textProperties)
        fill(second, content.secondaryText, content.secondaryTextProperties)
        texts.axis = content.prefersSideBySideTextAndSecondaryText ? .horizontal : .vertical
        texts.spacing =
            content.prefersSideBySideTextAndSecondaryText
            ? 8 : content.textToSecondaryTextVerticalPadding
        image.image = content.image
        image.isHidden = content.image == nil
        row.spacing = content.imageToTextPadding
        let asked = content.imageProperties.maximumSize
        let side = content.textProperties.font.lineHeight
        size[0].constant = asked.width > 0 ? asked.width : side
        size[1].constant = asked.height > 0 ? asked.height : side
        let margins = content.directionalLayoutMargins
        let distances = [margins.top, margins.leading, margins.bottom, margins.trailing]
        for (side, distance) in zip(sides, distances) { side.constant = distance }
    }

    private func fill(
        _ label: UILabel, _ text: String?, _ look: UIListContentConfiguration.TextProperties
    ) {
        label.text = text
        label.isHidden = (text ?? "").isEmpty
        label.font = look.font
        label.textColor = look.color
        label.numberOfLines = look.numberOfLines
        label.textAlignment = look.alignment
    }
}
