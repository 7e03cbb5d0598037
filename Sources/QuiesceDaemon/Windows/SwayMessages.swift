import QuiesceCore

/// The frames of sway's IPC, sway-ipc(7): a magic word, the length and the type in the machine's
/// byte order, and JSON.
struct SwayMessages {
    enum Kind {
        static let command: UInt32 = 0
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        static let windowEvent: UInt32 = 0x8000_0003
    }

    struct Message: Hashable {
        var kind: UInt32
        var payload: [UInt8]
    }

    /// It isn't sway that talks.
    struct Garbled: Error {}

    private static let magic = Array("i3-ipc".utf8)
    private static let headerBytes = magic.count + 8
    private var bytes: [UInt8] = []

    static func encode(_ kind: UInt32, _ payload: String = "") -> [UInt8] {
        var frame = magic
        withUnsafeBytes(of: UInt32(payload.utf8.count)) { frame += $0 }
        withUnsafeBytes(of: kind) { frame += $0 }
        return frame + payload.utf8
    }

    /// - Returns: the messages that these bytes complete.
    mutating func take(_ more: some Sequence<UInt8>) throws(Garbled) -> [Message] {
        bytes += more
        var messages: [Message] = []
        var start = 0
        while bytes.count - start >= Self.headerBytes {
            guard bytes[start..<start + Self.magic.count].elementsEqual(Self.magic) else {
                throw Garbled()
            }
            let length = Int(number(at: start + Self.magic.count))
            guard length <= Limits.swayMessageBytes else { throw Garbled() }
            let end = start + Self.headerBytes + length
            guard bytes.count >= end else { break }
            messages.append(
                Message(
                    kind: number(at: start + Self.magic.count + 4),
                    payload: Array(bytes[start + Self.headerBytes..<end])))
            start = end
        }
        bytes.removeFirst(start)
        return messages
    }

    private func number(at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
