import Foundation

/// How much a constraint matters, from 1 to 1000, at which it is required; the values are UIKit's.
public struct UILayoutPriority: RawRepresentable, Sendable, Hashable, Comparable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    /// The same as `init(rawValue:)`.
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    /// The constraint must be fulfilled.
    public static let required = UILayoutPriority(1_000)
    /// How much a button resists being compressed.
    public static let defaultHigh = UILayoutPriority(750)
    /// How much a button hugs its content.
    public static let defaultLow = UILayoutPriority(250)
    /// How much a fitting size is wanted.
    public static let fittingSizeLevel = UILayoutPriority(50)

    /// Whether the left one matters less.
    public static func < (left: UILayoutPriority, right: UILayoutPriority) -> Bool {
        left.rawValue < right.rawValue
    }
    /// A priority that is higher by some levels.
    public static func + (left: UILayoutPriority, right: Float) -> UILayoutPriority {
        UILayoutPriority(left.rawValue + right)
    }
    /// A priority that is lower by some levels.
    public static func - (left: UILayoutPriority, right: Float) -> UILayoutPriority {
        UILayoutPriority(left.rawValue - right)
    }
}
