import Foundation

/// A size and a weight of type; the face is the screen's.
public struct UIFont: Sendable, Hashable {
    /// How heavy letters are; the values are UIKit's, from -1 to 1.
    public struct Weight: RawRepresentable, Sendable, Hashable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// 100 of 900.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// 200 of 900.
        public static let thin = Weight(rawValue: -0.6)
        /// 300 of 900.
        public static let light = Weight(rawValue: -0.4)
        /// 400 of 900.
        public static let regular = Weight(rawValue: 0)
        /// 500 of 900.
        public static let medium = Weight(rawValue: 0.23)
        /// 600 of 900.
        public static let semibold = Weight(rawValue: 0.3)
        /// 700 of 900.
        public static let bold = Weight(rawValue: 0.4)
        /// 800 of 900.
        public static let heavy = Weight(rawValue: 0.56)
        /// 900 of 900.
        public static let black = Weight(rawValue: 0.62)

        /// As fonts count it, from 100 to 900.
        var scale: Int {
            let steps: [(Weight, Int)] = [
                (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500),
                (.semibold, 600), (.bold, 700), (.heavy, 800), (.black, 900),
            ]
            let nearest = steps.min {
                abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue)
            }
            return nearest?.1 ?? 400
        }
    }

    /// A use of text; the sizes are UIKit's, at the usual setting.
    public struct TextStyle: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// 34 points.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// 28 points.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// 22 points.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// 20 points.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// 17 points, semibold.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// 15 points.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// 17 points.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// 16 points.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// 13 points.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// 12 points.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// 11 points.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    /// In points.
    public let pointSize: CGFloat
    let weight: Weight

    /// The height of a line, by estimate, in points.
    public var lineHeight: CGFloat { TextMeasure.lineHeight(pointSize) }
    /// From the baseline to the line's bottom, by estimate, in points.
    var depth: CGFloat { (pointSize * 0.24).rounded() }

    /// The one font there is, in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        systemFont(ofSize: size, weight: .regular)
    }

    /// The same, heavier or lighter.
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(pointSize: size.isFinite ? max(1, size) : 17, weight: weight)
    }

    /// The same, bold.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
        systemFont(ofSize: size, weight: .bold)
    }

    /// The font for a use of text.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let sizes: [TextStyle: CGFloat] = [
            .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17,
            .subheadline: 15, .body: 17, .callout: 16, .footnote: 13, .caption1: 12, .caption2: 11,
        ]
        return systemFont(
            ofSize: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular)
    }
}
