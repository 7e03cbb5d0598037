import Foundation

/// A view that shows a text.
@preconcurrency @MainActor open class UILabel: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// An empty label.
    public required convenience init() { self.init(frame: .zero) }

    /// The text that the label shows; nil: none.
    open var text: String? { didSet { needsRendering() } }
    /// The text's colour.
    open var textColor = UIColor.black { didSet { needsRendering() } }
    /// The text's size.
    open var font = UIFont.systemFont(ofSize: 17) { didSet { needsRendering() } }
    /// Where in its frame the text is.
    open var textAlignment = NSTextAlignment.natural { didSet { needsRendering() } }
}

/// A size of type; the face is the screen's.
public struct UIFont: Sendable, Hashable {
    /// In points.
    public let pointSize: CGFloat

    /// The one font there is, in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pointSize: size.isFinite ? max(1, size) : 17)
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
