import Foundation

// iOS's colours for parts of an interface, light and dark.
extension UIColor {
    /// Text.
    public static let label = UIColor(0x00_00_00_FF, dark: 0xFF_FF_FF_FF)
    /// Text of less weight.
    public static let secondaryLabel = UIColor(0x3C_3C_43_99, dark: 0xEB_EB_F5_99)
    /// Text of still less weight.
    public static let tertiaryLabel = UIColor(0x3C_3C_43_4C, dark: 0xEB_EB_F5_4C)
    /// Text in a field that has none yet.
    public static let placeholderText = UIColor(0x3C_3C_43_4C, dark: 0xEB_EB_F5_4C)
    /// A line between things.
    public static let separator = UIColor(0x3C_3C_43_4A, dark: 0x54_54_58_99)
    /// Text that is a link.
    public static let link = UIColor(0x00_7A_FF_FF, dark: 0x09_84_FF_FF)

    /// The ground of an interface.
    public static let systemBackground = UIColor(0xFF_FF_FF_FF, dark: 0x00_00_00_FF)
    /// Things on the ground.
    public static let secondarySystemBackground = UIColor(0xF2_F2_F7_FF, dark: 0x1C_1C_1E_FF)
    /// Things on those.
    public static let tertiarySystemBackground = UIColor(0xFF_FF_FF_FF, dark: 0x2C_2C_2E_FF)
    /// The ground of an interface of groups.
    public static let systemGroupedBackground = UIColor(0xF2_F2_F7_FF, dark: 0x00_00_00_FF)
    /// A group on the ground.
    public static let secondarySystemGroupedBackground = UIColor(
        0xFF_FF_FF_FF, dark: 0x1C_1C_1E_FF)

    /// Red.
    public static let systemRed = UIColor(0xFF_3B_30_FF, dark: 0xFF_45_3A_FF)
    /// Orange.
    public static let systemOrange = UIColor(0xFF_95_00_FF, dark: 0xFF_9F_0A_FF)
    /// Yellow.
    public static let systemYellow = UIColor(0xFF_CC_00_FF, dark: 0xFF_D6_0A_FF)
    /// Green.
    public static let systemGreen = UIColor(0x34_C7_59_FF, dark: 0x30_D1_58_FF)
    /// Between green and blue.
    public static let systemTeal = UIColor(0x30_B0_C7_FF, dark: 0x40_C8_E0_FF)
    /// Blue.
    public static let systemBlue = UIColor(0x00_7A_FF_FF, dark: 0x0A_84_FF_FF)
    /// Between blue and purple.
    public static let systemIndigo = UIColor(0x58_56_D6_FF, dark: 0x5E_5C_E6_FF)
    /// Purple.
    public static let systemPurple = UIColor(0xAF_52_DE_FF, dark: 0xBF_5A_F2_FF)
    /// Pink.
    public static let systemPink = UIColor(0xFF_2D_55_FF, dark: 0xFF_37_5F_FF)
    /// Grey.
    public static let systemGray = UIColor(0x8E_8E_93_FF, dark: 0x8E_8E_93_FF)
    /// Nearer to the ground.
    public static let systemGray2 = UIColor(0xAE_AE_B2_FF, dark: 0x63_63_66_FF)
    /// Nearer still.
    public static let systemGray3 = UIColor(0xC7_C7_CC_FF, dark: 0x48_48_4A_FF)
    /// Nearer still.
    public static let systemGray4 = UIColor(0xD1_D1_D6_FF, dark: 0x3A_3A_3C_FF)
    /// Nearer still.
    public static let systemGray5 = UIColor(0xE5_E5_EA_FF, dark: 0x2C_2C_2E_FF)
    /// Nearly the ground.
    public static let systemGray6 = UIColor(0xF2_F2_F7_FF, dark: 0x1C_1C_1E_FF)

    /// - Parameter light: red, green, blue and alpha, a byte each, as is `dark`.
    private convenience init(_ light: UInt32, dark: UInt32) {
        self.init { traits in
            UIColor(bytes: traits.userInterfaceStyle == .dark ? dark : light)
        }
    }
}
