import Foundation

/// A text to log, with the values in it, each shown as its privacy says.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    public init(stringLiteral text: String) { self.text = text }
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The base in which an integer is logged.
public struct OSLogIntegerFormatting: Sendable {
    let write: @Sendable (any BinaryInteger) -> String

    public static var decimal: Self { Self { $0.description } }
    public static var hex: Self { hex() }
    public static var octal: Self { Self { String($0, radix: 8) } }
    public static func decimal(minDigits: Int) -> Self {
        Self { padded($0.description, to: minDigits, with: "0") }
    }
    public static func hex(includePrefix: Bool = false, uppercase: Bool = false) -> Self {
        Self { (includePrefix ? "0x" : "") + String($0, radix: 16, uppercase: uppercase) }
    }
}

/// The form in which a floating-point number is logged.
public struct OSLogFloatFormatting: Sendable {
    let format: String

    public static var fixed: Self { fixed(precision: 6) }
    public static var exponential: Self { Self(format: "%e") }
    public static var hybrid: Self { Self(format: "%g") }
    public static func fixed(precision: Int) -> Self { Self(format: "%.\(precision)f") }
}

/// The words for a truth value.
public enum OSLogBoolFormat: Sendable { case truth, answer }

/// The width that a value has at least.
public struct OSLogStringAlignment: Sendable {
    let write: @Sendable (String) -> String

    public static var none: Self { Self { $0 } }
    public static func right(columns: Int) -> Self { Self { padded($0, to: columns, with: " ") } }
    public static func left(columns: Int) -> Self {
        Self { $0 + String(repeating: " ", count: max(0, columns - $0.count)) }
    }
}

private func padded(_ text: String, to width: Int, with filler: Character) -> String {
    String(repeating: filler, count: max(0, width - text.count)) + text
}

/// Collects the parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func add(
        _ value: String, _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, isNumber: Bool
    ) {
        text += align.write(privacy.shown(value, isNumber: isNumber))
    }

    public mutating func appendInterpolation<Number: BinaryInteger>(
        _ number: @autoclosure () -> Number, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        add(format.write(number()), align, privacy, isNumber: true)
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        add(String(format: format.format, number()), align, privacy, isNumber: true)
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        add(String(format: format.format, Double(number())), align, privacy, isNumber: true)
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        let value = value()
        let word = format == .truth ? "\(value)" : value ? "yes" : "no"
        add(word, .none, privacy, isNumber: true)
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        add(value(), align, privacy, isNumber: false)
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        add("\(value())", align, privacy, isNumber: true)
    }

    // Numbers and texts, which are this as well, have the others.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        add(value().description, align, privacy, isNumber: false)
    }

    /// An error is no `CustomStringConvertible`; on Apple's systems it is bridged to NSError.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> any Error, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        add("\(error())", align, privacy, isNumber: false)
    }
}
