import CSystemd
import Glibc

/// What sd-bus said, with what was tried.
struct BusError: Error, CustomStringConvertible {
    var step: String
    /// Positive.
    var code: Int32

    var description: String { "\(step): \(String(cString: strerror(code)))" }

    /// Throws for a negative result of sd-bus.
    @discardableResult
    static func check(_ result: Int32, _ step: String) throws(BusError) -> Int32 {
        guard result >= 0 else { throw BusError(step: step, code: -result) }
        return result
    }
}

/// A message that is being written, or that came.
struct BusMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Takes a reference of its own.
    init(borrowing pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

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

    func append(_ text: String) throws(BusError) {
        try BusError.check(
            text.withCString {
                sd_bus_message_append_basic(pointer, BusType.string, $0)
            }, "a string")
    }

    func append(_ number: UInt32) throws(BusError) { try append(number, BusType.uint32) }
    func append(_ number: Int32) throws(BusError) { try append(number, BusType.int32) }
    func append(byte: UInt8) throws(BusError) { try append(byte, BusType.byte) }
    /// D-Bus's booleans have four bytes.
    func append(_ flag: Bool) throws(BusError) {
        try append(CInt(flag ? 1 : 0), BusType.boolean)
    }

    private func append<Value: BitwiseCopyable>(
        _ value: Value, _ type: CChar
    ) throws(BusError) {
        var value = value
        try BusError.check(sd_bus_message_append_basic(pointer, type, &value), "a number")
    }

    /// Array, variant or entry of a dictionary, with what `fill` writes into it.
    func container(
        _ type: CChar, _ contents: String, _ fill: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(pointer, type, contents), "a container")
        try fill()
        try BusError.check(sd_bus_message_close_container(pointer), "a container")
    }

    func append(_ texts: [String]) throws(BusError) {
        try container(BusType.array, "s") { () throws(BusError) in
            for text in texts { try append(text) }
        }
    }

    /// One entry of an `a{sv}`.
    func entry(
        _ name: String, _ type: String, _ value: () throws(BusError) -> Void
    ) throws(BusError) {
        try container(BusType.entry, "sv") { () throws(BusError) in
            try append(name)
            try container(BusType.variant, type, value)
        }
    }

    /// One entry of an `a{sv}` that is a text.
    func text(_ name: String, _ value: String) throws(BusError) {
        try entry(name, "s") { () throws(BusError) in
            try append(PlainText.clean(value, characters: DesktopLimits.bodyCharacters))
        }
    }

    // MARK: Reading

    /// The unique name of who sent it, which the bus vouches for.
    var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The name of the error that it is; nil: it is none.
    var errorName: String? {
        guard let error = sd_bus_message_get_error(pointer), let name = error.pointee.name else {
            return nil
        }
        return String(cString: name)
    }

    func uint32() -> UInt32? {
        var value: UInt32 = 0
        guard sd_bus_message_read_basic(pointer, BusType.uint32, &value) > 0 else { return nil }
        return value
    }

    func string() -> String? {
        var value: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, BusType.string, &value) > 0, let value else {
            return nil
        }
        return String(cString: value)
    }

    /// An array of strings, as far as the limit.
    func strings(limit: Int) -> [String]? {
        guard sd_bus_message_enter_container(pointer, BusType.array, "s") > 0 else { return nil }
        var strings: [String] = []
        while strings.count < limit, let next = string() { strings.append(next) }
        return strings
    }
}

/// The type codes of D-Bus that we use.
enum BusType {
    static let byte = CChar(UInt8(ascii: "y"))
    static let boolean = CChar(UInt8(ascii: "b"))
    static let int32 = CChar(UInt8(ascii: "i"))
    static let uint32 = CChar(UInt8(ascii: "u"))
    static let string = CChar(UInt8(ascii: "s"))
    static let array = CChar(UInt8(ascii: "a"))
    static let variant = CChar(UInt8(ascii: "v"))
    static let entry = CChar(UInt8(ascii: "e"))
}
