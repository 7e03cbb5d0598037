import Foundation

// The system's colours, as iOS has them in its light appearance: there is no dark one here.
extension UIColor {
    /// Behind everything.
    public static let systemBackground = UIColor(white: 1, alpha: 1)
    /// Behind what belongs together.
    public static let secondarySystemBackground = UIColor(hex: 0xF2F2F7)
    /// Behind groups of rows.
    public static let systemGroupedBackground = UIColor(hex: 0xF2F2F7)
    /// The colour of texts.
    public static let label = UIColor(white: 0, alpha: 1)
    /// The colour of texts that matter less.
    public static let secondaryLabel = UIColor(hex: 0x3C3C43).withAlphaComponent(0.6)
    /// The colour of lines between rows.
    public static let separator = UIColor(hex: 0x3C3C43).withAlphaComponent(0.29)
    /// The system's blue.
    public static let systemBlue = UIColor(hex: 0x007AFF)
    /// The system's green.
    public static let systemGreen = UIColor(hex: 0x34C759)
    /// The system's indigo.
    public static let systemIndigo = UIColor(hex: 0x5856D6)
    /// The system's orange.
    public static let systemOrange = UIColor(hex: 0xFF9500)
    /// The system's pink.
    public static let systemPink = UIColor(hex: 0xFF2D55)
    /// The system's purple.
    public static let systemPurple = UIColor(hex: 0xAF52DE)
    /// The system's red.
    public static let systemRed = UIColor(hex: 0xFF3B30)
    /// The system's teal.
    public static let systemTeal = UIColor(hex: 0x30B0C7)
    /// The system's yellow.
    public static let systemYellow = UIColor(hex: 0xFFCC00)
    /// The system's gray.
    public static let systemGray = UIColor(hex: 0x8E8E93)

    private convenience init(hex: Int) {
        func part(_ shift: Int) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }
}
