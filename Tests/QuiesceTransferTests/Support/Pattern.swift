import Foundation

/// The bytes of the test server's files: at each offset another place in a block whose length is a
/// prime, so that nothing misplaced looks right.
enum Pattern {
    static let block: [UInt8] = {
        var value: UInt32 = 1
        return (0..<65_521).map { _ in
            value = (value &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            return UInt8(truncatingIfNeeded: value >> 16)
        }
    }()

    static func bytes(_ count: Int) -> Data {
        var data = Data(capacity: count)
        while data.count < count { data.append(contentsOf: block.prefix(count - data.count)) }
        return data
    }

    /// Where a file first differs from the pattern; nil: nowhere, and it is that long.
    static func difference(_ path: String, size: Int) throws -> String? {
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        if data.count != size { return "\(data.count) bytes in place of \(size)" }
        var offset = 0
        while offset < size {
            let count = min(block.count, size - offset)
            if data[offset..<offset + count] != Data(block.prefix(count)) {
                return "differs between \(offset) and \(offset + count)"
            }
            offset += count
        }
        return nil
    }
}
