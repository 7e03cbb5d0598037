import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// The colours and sizes of type that the examples' screens share.
///
/// Text in `ink`, `faint`, `accent`, `green` and `red` can be read on `paper` and on `card`, and
/// text in `card` on the last three: their contrast is 4.5 at least.
public enum Look {
    /// Behind everything.
    public static let paper = UIColor(rgb: 0xF2F2F7)
    /// Behind what belongs together.
    public static let card = UIColor(rgb: 0xFFFFFF)
    public static let ink = UIColor(rgb: 0x1C1C1E)
    public static let faint = UIColor(rgb: 0x5F5F66)
    /// Lines, and the empty part of a bar.
    public static let line = UIColor(rgb: 0xD8D8DE)
    public static let accent = UIColor(rgb: 0x0A5FCC)
    public static let green = UIColor(rgb: 0x1F7A36)
    public static let red = UIColor(rgb: 0xC0282D)

    /// In points.
    public enum Size: Double {
        case small = 13
        case body = 16
        case title = 24
        case huge = 56
    }
}

extension UIColor {
    /// - Parameter rgb: 0xRRGGBB
    public convenience init(rgb: Int) {
        func part(_ shift: Int) -> CGFloat { CGFloat(rgb >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }
}

extension UILabel {
    /// An empty label of one of the examples' sizes.
    public convenience init(
        _ size: Look.Size, _ color: UIColor = Look.ink, _ alignment: NSTextAlignment = .left
    ) {
        self.init(frame: .zero)
        font = .systemFont(ofSize: size.rawValue)
        textColor = color
        textAlignment = alignment
    }
}

extension UIView {
    /// A plain rectangle.
    public convenience init(_ color: UIColor) {
        self.init(frame: .zero)
        backgroundColor = color
    }

    public func add(_ views: UIView...) { for view in views { addSubview(view) } }
}

extension UIButton {
    /// A filled button that does something.
    public convenience init(
        _ title: String, _ color: UIColor = Look.accent, _ action: @escaping @MainActor () -> Void
    ) {
        self.init(frame: .zero, primaryAction: UIAction(title: title) { _ in action() })
        backgroundColor = color
        setTitleColor(Look.card, for: .normal)
    }
}
