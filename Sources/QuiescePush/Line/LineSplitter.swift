/// Bytes as they come → lines, without their ends, each no longer than it may be.
package struct LineSplitter {
    package let limit: Int
    private var pending: [UInt8] = []

    package init(limit: Int) { self.limit = limit }

    /// The end of a line didn't come in time.
    package struct TooLong: Error {}

    /// - Returns: the lines that are whole now.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            guard pending.count + (end - rest.startIndex) <= limit else { throw TooLong() }
            lines.append(pending + rest[..<end])
            pending.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
        }
        guard pending.count + rest.count <= limit else { throw TooLong() }
        pending += rest
        return lines
    }
}
