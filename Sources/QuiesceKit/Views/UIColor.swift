import Foundation

/// A colour, by its parts from 0 to 1; or several, of which a view's traits say one.
public final class UIColor: Sendable, Hashable {
    /// In 256ths less one, which is what a screen shows.
    let red, green, blue, alpha: UInt8
    /// nil: it is one colour.
    private let provider: (@Sendable (UITraitCollection) -> UIColor)?

    /// Components from 0 to 1, clamped.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = Self.byte(red)
        self.green = Self.byte(green)
        self.blue = Self.byte(blue)
        self.alpha = Self.byte(alpha)
        provider = nil
    }

    /// - Parameter dynamicProvider: says the colour for a view with these traits, on any thread; it
    ///   is asked for each scene.
    @preconcurrency
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        let light = UITraitCollection(userInterfaceStyle: .light)
        let color = dynamicProvider(light).resolvedColor(with: light)
        (red, green, blue, alpha) = (color.red, color.green, color.blue, color.alpha)
        provider = dynamicProvider
    }

    /// - Parameter bytes: red, green, blue and alpha, from the highest.
    init(bytes: UInt32) {
        red = UInt8(bytes >> 24 & 0xFF)
        green = UInt8(bytes >> 16 & 0xFF)
        blue = UInt8(bytes >> 8 & 0xFF)
        alpha = UInt8(bytes & 0xFF)
        provider = nil
    }

    /// The one colour that it is with these traits.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        provider.map { $0(traitCollection).resolvedColor(with: traitCollection) } ?? self
    }

    /// A grey, from 0, black, to 1, white.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// The same colour, as opaque as `alpha` says.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if let provider { return UIColor { provider($0).withAlphaComponent(alpha) } }
        func part(_ byte: UInt8) -> CGFloat { CGFloat(byte) / 255 }
        return UIColor(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
    }

    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A third of white.
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    /// Half of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Two thirds of white.
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Nothing is drawn.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Pure red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Pure green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Pure blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Red and half of green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Half of red and of blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

    /// Whether both look alike, in the light and in the dark.
    public static func == (left: UIColor, right: UIColor) -> Bool {
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        return left.hex == right.hex
            && left.resolvedColor(with: dark).hex == right.resolvedColor(with: dark).hex
    }
    /// By how it looks.
    public func hash(into hasher: inout Hasher) { hasher.combine(hex) }

    /// `#RRGGBB`, or `#RRGGBBAA` where something is to be seen through it.
    var hex: String {
        let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#"
            + parts.map { String(0x100 + Int($0), radix: 16, uppercase: true).dropFirst() }
            .joined()
    }

    /// How it looks in a view.
    @MainActor func hex(in view: UIView) -> String {
        provider == nil ? hex : resolvedColor(with: view.traitCollection).hex
    }

    convenience init?(hex: String) {
        let digits = hex.dropFirst()
        guard hex.first == "#", digits.count == 6 || digits.count == 8,
            digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(bytes: digits.count == 6 ? value << 8 | 0xFF : value)
    }

    private static func byte(_ part: CGFloat) -> UInt8 {
        part.isNaN ? 0 : UInt8((min(1, max(0, part)) * 255).rounded())
    }
}
