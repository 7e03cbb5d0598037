/// Cuts what comes from a stream into lines. One that is too long is passed over to its end, and
/// takes no room.
struct LineBuffer {
    private let limit: Int
    private var begun: [UInt8] = []
    private var isTooLong = false

    /// - Parameter limit: bytes of a line.
    init(limit: Int) { self.limit = limit }

    /// - Returns: the lines that these bytes complete, without their ends.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isTooLong, !begun.isEmpty { lines.append(begun) }
                begun = []
                isTooLong = false
            } else if begun.count < limit {
                begun.append(byte)
            } else {
                begun = []
                isTooLong = true
            }
        }
        return lines
    }
}
