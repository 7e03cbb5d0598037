import Foundation

/// A view that shows a text.
@preconcurrency @MainActor open class UILabel: UIView {
    /// An empty label.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    /// The text that the label shows; nil: none.
    open var text: String? { didSet { if text != oldValue { changed() } } }
    /// The text's colour.
    open var textColor: UIColor! = .black {
        didSet {
            if textColor == nil { textColor = .black }
            needsRendering()
        }
    }
    /// The text's size.
    open var font: UIFont! = .systemFont(ofSize: 17) {
        didSet {
            if font == nil { font = .systemFont(ofSize: 17) }
            changed()
        }
    }
    /// Where in its frame the text is.
    open var textAlignment = NSTextAlignment.natural { didSet { needsRendering() } }
    /// How many lines the label is high at most, where its height follows from its text; 0: any
    /// number. In a frame that is set, the text has as many lines as fit.
    open var numberOfLines = 1 { didSet { changed() } }
    /// The width within which lines are broken for `intrinsicContentSize`, in points; 0: that which
    /// the last layout pass has found.
    open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { changed() } }

    private var foundWidth = CGFloat.infinity

    /// The text's size, by estimate, in points.
    open override var intrinsicContentSize: CGSize {
        let width = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : foundWidth
        let natural = sizeThatFits(
            CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
        return CGSize(
            width: preferredMaxLayoutWidth > 0 ? min(width, natural.width) : natural.width,
            height: sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height)
    }

    /// The text's size in lines that are no wider than `size`, by estimate, in points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard let text, !text.isEmpty else { return .zero }
        let most = numberOfLines == 0 ? Int.max : max(1, numberOfLines)
        // A little more, as a width that was found may be rounded.
        let room = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width + 0.5
        let lines = TextMeasure.lines(of: text, size: font.pointSize, within: room, most: most)
        let width = lines.map { TextMeasure.width(of: $0, size: font.pointSize) }.max() ?? 0
        return CGSize(
            width: min(width.rounded(.up), size.width > 0 ? size.width : .infinity),
            height: CGFloat(lines.count) * font.lineHeight)
    }

    /// Lines are broken for this width from now on.
    ///
    /// - Returns: whether the label has another height by that.
    func breakLines(within width: CGFloat) -> Bool {
        guard numberOfLines != 1, preferredMaxLayoutWidth <= 0, width > 0, width != foundWidth
        else { return false }
        let before = intrinsicContentSize.height
        foundWidth = width
        return intrinsicContentSize.height != before
    }

    private func changed() {
        needsRendering()
        invalidateIntrinsicContentSize()
    }
}

/// Where a text stands in its line; the values are UIKit's.
public enum NSTextAlignment: Int, Sendable {
    /// Flush left.
    case left = 0
    /// In the middle.
    case center = 1
    /// Flush right.
    case right = 2
    /// As `left`: lines aren't stretched.
    case justified = 3
    /// As the language is written.
    case natural = 4
}
