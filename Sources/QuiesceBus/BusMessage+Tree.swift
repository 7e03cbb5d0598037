import CSystemd
import Glibc

/// A value of any type, as far as its shape matters: what is in a variant is that itself.
package indirect enum BusTree: Sendable, Hashable {
    case bool(Bool)
    /// A number of any size.
    case number(Int64)
    /// A string, a path or a signature.
    case text(String)
    /// An array of bytes.
    case bytes([UInt8])
    case list([BusTree])
    /// A dictionary, in the order in which it came; keys that are numbers are written out.
    case entries([String: BusTree])
    case other

    package subscript(key: String) -> BusTree? {
        if case .entries(let entries) = self { entries[key] } else { nil }
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var number: Int64? { if case .number(let number) = self { number } else { nil } }

    package var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        // An empty array may have come as one of something else.
        case .list(let list): list.isEmpty ? [] : nil
        case .bool, .number, .text, .entries, .other: nil
        }
    }

    package var texts: [String] {
        if case .list(let list) = self { list.compactMap(\.text) } else { [] }
    }

    package var entries: [String: BusTree] {
        if case .entries(let entries) = self { entries } else { [:] }
    }
}

extension BusMessage {
    /// The next value, whatever it is.
    ///
    /// - Parameter depth: how deep it may be.
    /// - Returns: nil: there is none, or the message is damaged.
    package func tree(depth: Int = 8) -> BusTree? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard depth > 0, sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
        switch type {
        case BusType.variant:
            return inside(type, contents) { tree(depth: depth - 1) }
        case BusType.array: return array(contents, depth)
        case BusType.structure:
            return inside(type, contents) {
                var list: [BusTree] = []
                while let next = tree(depth: depth - 1) { list.append(next) }
                return .list(list)
            }
        case BusType.string, BusType.objectPath, CChar(UInt8(ascii: "g")):
            return text(type).map { .text($0) }
        case BusType.boolean: return read(type, CInt(0)).map { .bool($0 != 0) }
        case BusType.byte: return read(type, UInt8(0)).map { .number(Int64($0)) }
        case CChar(UInt8(ascii: "n")): return read(type, Int16(0)).map { .number(Int64($0)) }
        case CChar(UInt8(ascii: "q")): return read(type, UInt16(0)).map { .number(Int64($0)) }
        case BusType.int32: return read(type, Int32(0)).map { .number(Int64($0)) }
        case BusType.uint32: return read(type, UInt32(0)).map { .number(Int64($0)) }
        case BusType.int64: return read(type, Int64(0)).map { .number($0) }
        case BusType.uint64: return read(type, UInt64(0)).map { .number(Int64(clamping: $0)) }
        case _:
            var signature: [CChar] = [type, 0]
            return sd_bus_message_skip(pointer, &signature) >= 0 ? .other : nil
        }
    }

    private func array(_ contents: UnsafePointer<CChar>?, _ depth: Int) -> BusTree? {
        guard let contents else { return nil }
        let signature = String(cString: contents)
        if signature == "y" {
            var bytes: UnsafeRawPointer?
            var size = 0
            guard sd_bus_message_read_array(pointer, BusType.byte, &bytes, &size) >= 0 else {
                return nil
            }
            return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: size)))
        }
        guard signature.hasPrefix("{") else {
            return inside(BusType.array, contents) {
                var list: [BusTree] = []
                while let next = tree(depth: depth - 1) { list.append(next) }
                return .list(list)
            }
        }
        let entry = String(signature.dropFirst().dropLast())
        return inside(BusType.array, contents) {
            var entries: [String: BusTree] = [:]
            while sd_bus_message_enter_container(pointer, BusType.entry, entry) > 0 {
                guard let key = tree(depth: 1), let value = tree(depth: depth - 1),
                    sd_bus_message_exit_container(pointer) >= 0
                else { return nil }
                switch key {
                case .text(let text): entries[text] = value
                case .number(let number): entries[String(number)] = value
                case .bool, .bytes, .list, .entries, .other: break
                }
            }
            return .entries(entries)
        }
    }

    private func inside(
        _ type: CChar, _ contents: UnsafePointer<CChar>?, _ body: () -> BusTree?
    ) -> BusTree? {
        // The message's description of itself is gone once the message is read on.
        let signature = contents.map { String(cString: $0) } ?? ""
        guard sd_bus_message_enter_container(pointer, type, signature) > 0, let value = body(),
            sd_bus_message_exit_container(pointer) >= 0
        else { return nil }
        return value
    }

    private func read<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) -> Value? {
        var value = zero
        return sd_bus_message_read_basic(pointer, type, &value) > 0 ? value : nil
    }

    // MARK: Writing

    package func append(bytes: [UInt8]) throws(BusError) {
        try BusError.check(
            bytes.withUnsafeBytes {
                sd_bus_message_append_array(pointer, BusType.byte, $0.baseAddress, $0.count)
            }, "bytes")
    }
}
