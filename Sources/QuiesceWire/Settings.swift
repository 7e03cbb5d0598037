import Foundation

/// The value of a setting, as a property list has it (Q5).
public enum SettingValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case date(Date)
    /// Other values that an app keeps: data, an array or a dictionary, in words. Tools can't set
    /// them.
    case other(type: String, String)

    /// The value that a person typed: `true`, `3`, `0.5`, `2026-11-21`, `2026-11-21T10:00:00Z`;
    /// else a string.
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

/// `{"type":"bool","value":true}`
extension SettingValue: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("type", type)
        switch self {
        case .bool(let value): sink.field("value", value)
        case .integer(let value): sink.field("value", value)
        case .real(let value): sink.field("value", value)
        case .string, .date, .other: sink.field("value", text)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "bool": self = .bool(try fields.read("value"))
        case "integer": self = .integer(try fields.read("value"))
        case "real": self = .real(try fields.read("value"))
        case "string": self = .string(try fields.read("value"))
        case "date":
            guard let date = Self.date(try fields.read("value")) else { throw .wrong("value") }
            self = .date(date)
        case let type: self = .other(type: type, try fields.read("value"))
        }
    }
}

/// A row of `quiesce settings`: flat, with `key`, `type` and `value`.
// derive: json
public struct SettingRow: Sendable, Hashable {
    public var key: String
    // json: flat
    public var value: SettingValue

    public init(key: String, value: SettingValue) {
        self.key = key
        self.value = value
    }
}
