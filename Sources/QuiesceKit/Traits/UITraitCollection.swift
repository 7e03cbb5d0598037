import Foundation

/// How an interface is to look: the style, the room, the screen's scale. All but the style and the
/// size classes are the same on every device here. From any thread.
public final class UITraitCollection: Sendable {
    /// `phone`, as of every device here.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// Light, as the device has no dark style, unless `overrideUserInterfaceStyle` says dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// Regular where there are 700 points or more side by side and 414 one above the other, as on
    /// the large phones held sideways and on tablets; else compact.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// Regular where there are 480 points or more one above the other; else compact.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// How many pixels a point has along each side; 0: not said.
    public let displayScale: CGFloat
    /// `large`, iOS's usual size: the user can't choose one here.
    public let preferredContentSizeCategory: UIContentSizeCategory

    private init(
        idiom: UIUserInterfaceIdiom = .unspecified, style: UIUserInterfaceStyle = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified,
        vertical: UIUserInterfaceSizeClass = .unspecified, scale: CGFloat = 0,
        contentSize: UIContentSizeCategory = .unspecified
    ) {
        userInterfaceIdiom = idiom
        userInterfaceStyle = style
        horizontalSizeClass = horizontal
        verticalSizeClass = vertical
        displayScale = scale
        preferredContentSizeCategory = contentSize
    }

    /// Says nothing.
    public convenience init() { self.init(style: .unspecified) }

    /// Says the style alone.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(style: userInterfaceStyle)
    }

    /// Says how much room there is side by side, alone.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(horizontal: horizontalSizeClass)
    }

    /// Says how much room there is one above the other, alone.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init(vertical: verticalSizeClass)
    }

    /// All that these say; of two that say something of one trait, the later.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Value: Equatable>(
            _ trait: KeyPath<UITraitCollection, Value>, not unspecified: Value
        ) -> Value {
            traitCollections.last { $0[keyPath: trait] != unspecified }?[keyPath: trait]
                ?? unspecified
        }
        self.init(
            idiom: last(\.userInterfaceIdiom, not: .unspecified),
            style: last(\.userInterfaceStyle, not: .unspecified),
            horizontal: last(\.horizontalSizeClass, not: .unspecified),
            vertical: last(\.verticalSizeClass, not: .unspecified),
            scale: last(\.displayScale, not: 0),
            contentSize: last(\.preferredContentSizeCategory, not: .unspecified))
    }

    /// A screen's, with an interface of that size.
    ///
    /// - Parameter size: in points.
    convenience init(size: CGSize, scale: CGFloat) {
        let isWide = size.width >= 700 && min(size.width, size.height) >= 414
        self.init(
            idiom: .phone, style: .light, horizontal: isWide ? .regular : .compact,
            vertical: size.height >= 480 ? .regular : .compact, scale: scale, contentSize: .large)
    }

    /// Whether colours may look otherwise: by the style.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool
    {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    /// The same in another style.
    func styled(_ style: UIUserInterfaceStyle) -> UITraitCollection {
        guard style != .unspecified, style != userInterfaceStyle else { return self }
        return UITraitCollection(traitsFrom: [self, UITraitCollection(userInterfaceStyle: style)])
    }
}

// Two that say the same are equal.
extension UITraitCollection: Hashable {
    /// Whether both say the same.
    public static func == (left: UITraitCollection, right: UITraitCollection) -> Bool {
        left.userInterfaceIdiom == right.userInterfaceIdiom
            && left.userInterfaceStyle == right.userInterfaceStyle
            && left.horizontalSizeClass == right.horizontalSizeClass
            && left.verticalSizeClass == right.verticalSizeClass
            && left.displayScale == right.displayScale
            && left.preferredContentSizeCategory == right.preferredContentSizeCategory
    }

    /// By all that it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(userInterfaceStyle)
        hasher.combine(horizontalSizeClass)
        hasher.combine(verticalSizeClass)
        hasher.combine(displayScale)
    }
}

/// Dark letters on a light ground, or the other way round; the values are UIKit's.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Light, as the device is.
    case light = 1
    /// Dark.
    case dark = 2
}

/// How much room there is; the values are UIKit's.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Little.
    case compact = 1
    /// Enough.
    case regular = 2
}

/// A size of text that a user prefers; the values are UIKit's.
public struct UIContentSizeCategory: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not said.
    public static let unspecified = UIContentSizeCategory(
        rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest.
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    /// Smaller.
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    /// A little smaller.
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    /// The usual size, which every device here has.
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    /// A little larger.
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    /// Larger.
    public static let extraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryXXL")
    /// The largest.
    public static let extraExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryXXXL")
}
