/// Follows the frames that a page sends, and finds one that is too long before the bytes of it are
/// kept anywhere.
package struct FrameGauge: Sendable {
    private var head: [UInt8] = []
    private var rest = 0

    package init() {}

    /// - Returns: false for bytes that no page of ours sends: a frame that isn't masked, or one
    ///   that is too long.
    package mutating func pass(_ bytes: ArraySlice<UInt8>) -> Bool {
        var bytes = bytes
        while let byte = bytes.first {
            if rest > 0 {
                let passed = min(rest, bytes.count)
                rest -= passed
                bytes = bytes.dropFirst(passed)
                continue
            }
            head.append(byte)
            bytes = bytes.dropFirst()
            guard head.count >= 2 else { continue }
            guard head[1] & 0x80 != 0 else { return false }
            let extra = [126: 2, 127: 8][Int(head[1] & 0x7f)] ?? 0
            // With the mask's four bytes.
            guard head.count == 2 + extra + 4 else { continue }
            let length =
                extra == 0
                ? UInt64(head[1] & 0x7f) : head[2..<2 + extra].reduce(0) { $0 << 8 | UInt64($1) }
            guard length <= UInt64(ConsoleLimits.messageBytes) else { return false }
            rest = Int(length)
            head = []
        }
        return true
    }
}
