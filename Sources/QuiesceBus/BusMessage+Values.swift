import CSystemd
import Glibc

/// A value of a dictionary, as far as anybody here asks for them.
package enum BusValue: Sendable, Hashable {
    case number(Double)
    /// `(tt)`: seconds and microseconds.
    case time(seconds: UInt64, microseconds: UInt64)
    case other
}

/// A message that is answered later.
package final class HeldMessage {
    package let message: BusMessage
    package init(_ message: borrowing BusMessage) {
        self.message = BusMessage(borrowing: message.pointer)
    }
}

extension BusMessage {
    /// The object that sent it.
    package var object: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }

    /// An error's message for people.
    package var errorText: String? {
        guard let error = sd_bus_message_get_error(pointer), let text = error.pointee.message else {
            return nil
        }
        return String(cString: text)
    }

    package func append(path: String) throws(BusError) {
        try BusError.check(
            path.withCString { sd_bus_message_append_basic(pointer, BusType.objectPath, $0) },
            "a path")
    }

    /// A value in a variant.
    package func variant(
        _ contents: String, _ value: () throws(BusError) -> Void
    ) throws(BusError) {
        try container(BusType.variant, contents, value)
    }

    package func path() -> String? { text(BusType.objectPath) }

    /// The types of all its values.
    package var signature: String {
        sd_bus_message_get_signature(pointer, 1).map { String(cString: $0) } ?? ""
    }

    /// An array of numbers, as far as the limit.
    package func uint32s(limit: Int) -> [UInt32]? {
        guard sd_bus_message_enter_container(pointer, BusType.array, "u") > 0 else { return nil }
        var numbers: [UInt32] = []
        while numbers.count < limit, let next = uint32() { numbers.append(next) }
        return numbers
    }

    /// An `a{sv}`, as far as the limit.
    ///
    /// - Returns: nil: it is something else.
    package func values(limit: Int) -> [String: BusValue]? {
        guard sd_bus_message_enter_container(pointer, BusType.array, "{sv}") > 0 else { return nil }
        var values: [String: BusValue] = [:]
        while values.count < limit,
            sd_bus_message_enter_container(pointer, BusType.entry, "sv") > 0
        {
            guard let name = string(), let value = value(),
                sd_bus_message_exit_container(pointer) >= 0
            else { return nil }
            values[name] = value
        }
        return values
    }

    private func value() -> BusValue? {
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(pointer, nil, &contents) > 0, let contents,
            sd_bus_message_enter_container(pointer, BusType.variant, contents) > 0
        else { return nil }
        var value = BusValue.other
        switch String(cString: contents) {
        case "d":
            guard let number = basic(BusType.double, 0.0) else { return nil }
            value = .number(number)
        case "(tt)":
            guard sd_bus_message_enter_container(pointer, BusType.structure, "tt") > 0,
                let seconds = basic(BusType.uint64, 0 as UInt64),
                let microseconds = basic(BusType.uint64, 0 as UInt64),
                sd_bus_message_exit_container(pointer) >= 0
            else { return nil }
            value = .time(seconds: seconds, microseconds: microseconds)
        default:
            guard sd_bus_message_skip(pointer, contents) >= 0 else { return nil }
        }
        return sd_bus_message_exit_container(pointer) >= 0 ? value : nil
    }

    private func basic<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) -> Value? {
        var value = zero
        return sd_bus_message_read_basic(pointer, type, &value) > 0 ? value : nil
    }
}
