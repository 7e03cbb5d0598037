import Foundation

/// The value of a setting, as a property list has it (Q5).
public enum SettingValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case date(Date)
    /// What an app keeps beside: data, an array or a dictionary, in words. Tools can't set it.
    case other(type: String, String)

    /// What a person typed: `true`, `3`, `0.5`, `2026-11-21`, `2026-11-21T10:00:00Z`; else a string.
    public init(typed text: String) {
        self =
            switch text {
            case "true": .bool(true)
            case "false": .bool(false)
            case _:
                if let integer = Int64(text), String(integer) == text {
                    .integer(integer)
                } else if let real = Self.real(text) {
                    .real(real)
                } else if let date = Self.date(text) {
                    .date(date)
                } else {
                    .string(text)
                }
            }
    }

    /// Plain decimal notation: Swift reads more, "infinity" and "0x1p3" among it. What begins with
    /// 00 or 01 is a code of some kind.
    private static func real(_ text: String) -> Double? {
        let digits = text.drop { $0 == "-" }
        guard let first = digits.first, "0123456789".contains(first),
            first != "0" || digits.dropFirst().first.map({ ".eE".contains($0) }) ?? true,
            text.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }),
            let real = Double(text), real.isFinite
        else { return nil }
        return real
    }

    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: .iso8601.year().month().day()))
    }

    public var type: String {
        switch self {
        case .bool: "bool"
        case .integer: "integer"
        case .real: "real"
        case .string: "string"
        case .date: "date"
        case .other(let type, _): type
        }
    }

    /// As `init(typed:)` reads it.
    public var text: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .string(let value): value
        case .date(let value): value.formatted(.iso8601)
        case .other(_, let words): words
        }
    }
}

extension SettingValue: Codable {
    private enum Key: String, CodingKey { case type, value }

    /// `{"type":"bool","value":true}`
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(String.self, forKey: .type) {
        case "bool": self = .bool(try fields.decode(Bool.self, forKey: .value))
        case "integer": self = .integer(try fields.decode(Int64.self, forKey: .value))
        case "real": self = .real(try fields.decode(Double.self, forKey: .value))
        case "string": self = .string(try fields.decode(String.self, forKey: .value))
        case "date":
            let text = try fields.decode(String.self, forKey: .value)
            guard let date = Self.date(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .value, in: fields, debugDescription: "not a date of ISO 8601")
            }
            self = .date(date)
        case let type:
            self = .other(type: type, try fields.decode(String.self, forKey: .value))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(type, forKey: .type)
        switch self {
        case .bool(let value): try fields.encode(value, forKey: .value)
        case .integer(let value): try fields.encode(value, forKey: .value)
        case .real(let value): try fields.encode(value, forKey: .value)
        case .string, .date, .other: try fields.encode(text, forKey: .value)
        }
    }
}

/// A row of `quiesce settings`.
public struct SettingRow: Sendable, Hashable, Codable {
    public var key: String
    public var value: SettingValue

    private enum Key: String, CodingKey { case key }

    public init(key: String, value: SettingValue) {
        self.key = key
        self.value = value
    }

    /// Flat: `key`, `type` and `value`.
    public init(from decoder: any Decoder) throws {
        key = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .key)
        value = try SettingValue(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(key, forKey: .key)
        try value.encode(to: encoder)
    }
}
