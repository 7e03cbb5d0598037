import CSystemd
import Glibc

/// An error of sd-bus's, with the step that failed.
package struct BusError: Error, CustomStringConvertible {
    package var step: String
    /// Positive.
    package var code: Int32

    package init(step: String, code: Int32) {
        self.step = step
        self.code = code
    }

    package var description: String { "\(step): \(String(cString: strerror(code)))" }

    /// Throws for a negative result of sd-bus.
    @discardableResult
    static func check(_ result: Int32, _ step: String) throws(BusError) -> Int32 {
        guard result >= 0 else { throw BusError(step: step, code: -result) }
        return result
    }
}

/// A message that is being written, or that came.
package struct BusMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Takes a reference of its own.
    init(borrowing pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

    /// Takes over the reference of one that was just made.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// A method call.
    init(
        on bus: OpaquePointer, to name: String, path: String, interface: String, method: String
    ) throws(BusError) {
        var made: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(bus, &made, name, path, interface, method), method)
        guard let made else { throw BusError(step: method, code: ENOMEM) }
        pointer = made
    }

    deinit { sd_bus_message_unref(pointer) }

    // MARK: Writing

    package func append(_ text: String) throws(BusError) {
        try BusError.check(
            text.withCString {
                sd_bus_message_append_basic(pointer, BusType.string, $0)
            }, "a string")
    }

    package func append(_ number: UInt32) throws(BusError) { try append(number, BusType.uint32) }
    package func append(_ number: Int32) throws(BusError) { try append(number, BusType.int32) }
    package func append(_ number: UInt64) throws(BusError) { try append(number, BusType.uint64) }
    package func append(_ number: Int64) throws(BusError) { try append(number, BusType.int64) }
    package func append(_ number: Double) throws(BusError) { try append(number, BusType.double) }
    package func append(byte: UInt8) throws(BusError) { try append(byte, BusType.byte) }
    /// D-Bus's booleans have four bytes.
    package func append(_ flag: Bool) throws(BusError) {
        try append(CInt(flag ? 1 : 0), BusType.boolean)
    }

    private func append<Value: BitwiseCopyable>(
        _ value: Value, _ type: CChar
    ) throws(BusError) {
        var value = value
        try BusError.check(sd_bus_message_append_basic(pointer, type, &value), "a number")
    }

    /// Array, variant or entry of a dictionary, with what `fill` writes into it.
    package func container(
        _ type: CChar, _ contents: String, _ fill: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(pointer, type, contents), "a container")
        try fill()
        try BusError.check(sd_bus_message_close_container(pointer), "a container")
    }

    /// The same in two steps, for what is written by somebody who doesn't own the message.
    package func begin(_ type: CChar, _ contents: String) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(pointer, type, contents), "a container")
    }

    package func end() throws(BusError) {
        try BusError.check(sd_bus_message_close_container(pointer), "a container")
    }

    package func append(_ texts: [String]) throws(BusError) {
        try container(BusType.array, "s") { () throws(BusError) in
            for text in texts { try append(text) }
        }
    }

    /// One entry of an `a{sv}`.
    package func entry(
        _ name: String, _ type: String, _ value: () throws(BusError) -> Void
    ) throws(BusError) {
        try container(BusType.entry, "sv") { () throws(BusError) in
            try append(name)
            try container(BusType.variant, type, value)
        }
    }

    // MARK: Reading

    /// The unique name of who sent it, which the bus vouches for.
    package var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The name of the error that it is; nil: it is none.
    package var errorName: String? {
        guard let error = sd_bus_message_get_error(pointer), let name = error.pointee.name else {
            return nil
        }
        return String(cString: name)
    }

    package func uint32() -> UInt32? {
        var value: UInt32 = 0
        guard sd_bus_message_read_basic(pointer, BusType.uint32, &value) > 0 else { return nil }
        return value
    }

    package func int64() -> Int64? {
        var value: Int64 = 0
        guard sd_bus_message_read_basic(pointer, BusType.int64, &value) > 0 else { return nil }
        return value
    }

    package func string() -> String? { text(BusType.string) }

    /// A file descriptor, which goes with the message: whoever keeps it makes a duplicate.
    package func descriptor() -> CInt? {
        var value: CInt = -1
        guard sd_bus_message_read_basic(pointer, BusType.descriptor, &value) > 0 else { return nil }
        return value
    }

    /// A value of a type that is written as text.
    func text(_ type: CChar) -> String? {
        var value: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, type, &value) > 0, let value else { return nil }
        return String(cString: value)
    }

    /// An array of strings, as far as the limit.
    package func strings(limit: Int) -> [String]? {
        guard sd_bus_message_enter_container(pointer, BusType.array, "s") > 0 else { return nil }
        var strings: [String] = []
        while strings.count < limit, let next = string() { strings.append(next) }
        return strings
    }
}

/// The type codes of D-Bus that we use.
package enum BusType {
    package static let byte = CChar(UInt8(ascii: "y"))
    package static let boolean = CChar(UInt8(ascii: "b"))
    package static let int32 = CChar(UInt8(ascii: "i"))
    package static let uint32 = CChar(UInt8(ascii: "u"))
    package static let int64 = CChar(UInt8(ascii: "x"))
    package static let uint64 = CChar(UInt8(ascii: "t"))
    package static let double = CChar(UInt8(ascii: "d"))
    package static let descriptor = CChar(UInt8(ascii: "h"))
    package static let objectPath = CChar(UInt8(ascii: "o"))
    package static let structure = CChar(UInt8(ascii: "r"))
    package static let string = CChar(UInt8(ascii: "s"))
    package static let array = CChar(UInt8(ascii: "a"))
    package static let variant = CChar(UInt8(ascii: "v"))
    package static let entry = CChar(UInt8(ascii: "e"))
}
