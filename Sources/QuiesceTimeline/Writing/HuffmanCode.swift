/// The shortest codes for symbols that are so frequent, as DEFLATE numbers them: by their lengths.
struct HuffmanCode {
    /// By symbol; 0: it doesn't come up.
    private(set) var lengths: [UInt8]
    /// By symbol, its first bit lowest.
    private var codes: [UInt16]

    /// Symbols up to the last that comes up.
    var used: Int { 1 + (lengths.lastIndex { $0 > 0 } ?? -1) }

    /// - Parameters:
    ///   - counts: how often each symbol comes up.
    ///   - most: bits of the longest code.
    init(_ counts: [Int], atMost most: Int) {
        var counts = counts
        lengths = Self.lengths(counts)
        // Rounding the rare ones up makes their codes shorter, and the others hardly longer.
        while lengths.contains(where: { $0 > most }) {
            for index in counts.indices where counts[index] > 0 {
                counts[index] = counts[index] / 2 + 1
            }
            lengths = Self.lengths(counts)
        }
        codes = Self.codes(lengths)
    }

    func put(_ symbol: Int, to output: inout BitWriter) {
        output.put(UInt32(codes[symbol]), lengths[symbol])
    }

    private static func lengths(_ counts: [Int]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: counts.count)
        let leaves = counts.indices.filter { counts[$0] > 0 }.sorted {
            (counts[$0], $0) < (counts[$1], $1)
        }
        guard leaves.count > 1 else {
            for leaf in leaves { lengths[leaf] = 1 }
            return lengths
        }
        // Two queues, each in order: leaves, and the nodes that were made of two.
        var weights = leaves.map { counts[$0] }
        var parents = [Int](repeating: -1, count: leaves.count)
        var (leaf, node) = (0, leaves.count)
        func lightest() -> Int {
            let takesLeaf =
                leaf < leaves.count
                && (node >= weights.count || weights[leaf] <= weights[node])
            if takesLeaf {
                leaf += 1
                return leaf - 1
            }
            node += 1
            return node - 1
        }
        for _ in 1..<leaves.count {
            let (first, second) = (lightest(), lightest())
            parents[first] = weights.count
            parents[second] = weights.count
            weights.append(weights[first] + weights[second])
            parents.append(-1)
        }
        var depths = [UInt8](repeating: 0, count: weights.count)
        for index in stride(from: weights.count - 2, through: 0, by: -1) {
            depths[index] = depths[parents[index]] + 1
        }
        for (index, leaf) in leaves.enumerated() { lengths[leaf] = depths[index] }
        return lengths
    }

    private static func codes(_ lengths: [UInt8]) -> [UInt16] {
        var counts = [Int](repeating: 0, count: 17)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [UInt32](repeating: 0, count: 17)
        for bits in 1..<17 { next[bits] = (next[bits - 1] + UInt32(counts[bits - 1])) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[Int(length)] += 1 }
            return reversed(next[Int(length)], Int(length))
        }
    }

    private static func reversed(_ code: UInt32, _ bits: Int) -> UInt16 {
        (0..<bits).reduce(0) { $0 << 1 | UInt16(code >> UInt32($1) & 1) }
    }
}

/// Bits, the lowest first.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var buffer: UInt64 = 0
    private var filled: UInt64 = 0

    mutating func put(_ value: UInt32, _ bits: UInt8) {
        buffer |= UInt64(value) << filled
        filled += UInt64(bits)
        while filled >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            filled -= 8
        }
    }

    /// All of them; the last byte is filled with zeros.
    func finish() -> [UInt8] { filled > 0 ? bytes + [UInt8(truncatingIfNeeded: buffer)] : bytes }
}
