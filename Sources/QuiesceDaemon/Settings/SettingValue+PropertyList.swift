import Foundation
import QuiesceCore
import QuiesceWire

extension SettingValue {
    init(propertyList value: Any) {
        self =
            switch value {
            case let value as Bool: .bool(value)
            case let value as Int: .integer(Int64(value))
            case let value as Double: .real(value)
            case let value as String: .string(value)
            case let value as Date: .date(value)
            case let value as Data: .other(type: "data", "\(value.count) bytes")
            case let value as [Any]: .other(type: "array", "\(value.count) entries")
            case let value as [String: Any]: .other(type: "dictionary", "\(value.count) entries")
            case let value: .other(type: "unknown", "\(Swift.type(of: value))")
            }
    }

    /// nil for what tools can't set.
    var propertyList: Any? {
        switch self {
        case .bool(let value): value
        case .integer(let value): Int(value)
        case .real(let value): value
        case .string(let value): value
        case .date(let value): value
        case .other: nil
        }
    }
}

extension Fingerprint {
    /// Stands for all of them, whatever the order in which they were read.
    init(ofSettings settings: [String: Any]) {
        self.init()
        add(propertyList: settings)
    }

    private mutating func add(propertyList value: Any) {
        switch value {
        case let value as [String: Any]:
            add("dictionary")
            for (key, value) in value.sorted(by: { $0.key < $1.key }) {
                add(key)
                add(propertyList: value)
            }
        case let value as [Any]:
            add("array")
            for value in value { add(propertyList: value) }
        case let value as Data: add("data " + value.base64EncodedString())
        case let value:
            // By its kind: a number that was read is of another Swift type than one that is set.
            let setting = SettingValue(propertyList: value)
            add(setting.type)
            switch setting {
            case .real(let value): add(value.bitPattern)
            case .date(let value): add(value.timeIntervalSinceReferenceDate.bitPattern)
            case .bool, .integer, .string: add(setting.text)
            case .other: add("\(value)")
            }
        }
    }
}
