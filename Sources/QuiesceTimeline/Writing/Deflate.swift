/// Packs bytes as raw DEFLATE (RFC 1951), which every browser can unpack. No library for it is part
/// of the apps' packages, which write timelines, too.
enum Deflate {
    static func compress(_ input: [UInt8]) -> [UInt8] {
        var output = BitWriter()
        var tokens: [Token] = []
        tokens.reserveCapacity(tokensPerBlock)
        input.withUnsafeBufferPointer { bytes in
            var matcher = Matcher(bytes)
            var position = 0
            while position < bytes.count {
                let match = matcher.match(at: position)
                if let match {
                    tokens.append(.match(match))
                    position += Int(match.length)
                } else {
                    tokens.append(.literal(bytes[position]))
                    position += 1
                }
                if tokens.count == tokensPerBlock {
                    Block(tokens).write(to: &output, isLast: false)
                    tokens.removeAll(keepingCapacity: true)
                }
            }
        }
        Block(tokens).write(to: &output, isLast: true)
        return output.finish()
    }

    /// A table of codes is made for so many: it costs some 100 bytes.
    private static let tokensPerBlock = 32_768

    struct Match {
        var length: UInt16
        var distance: UInt16
    }

    enum Token {
        case literal(UInt8)
        case match(Match)
    }
}

/// Finds what was there before.
private struct Matcher {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var heads = [Int32](repeating: -1, count: 1 << hashBits)
    private var chain: [Int32]
    /// Up to here the positions are in the chains.
    private var known = 0

    private static let hashBits = 15
    private static let window = 32_768
    private static let longest = 258
    private static let shortest = 4
    /// Longer chains pack little better.
    private static let tries = 24

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        chain = [Int32](repeating: -1, count: Self.window)
    }

    private func hash(_ at: Int) -> Int {
        let value =
            UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
            | UInt32(bytes[at + 3]) << 24
        return Int((value &* 2_654_435_761) >> UInt32(32 - Self.hashBits))
    }

    mutating func match(at position: Int) -> Deflate.Match? {
        guard position + Self.shortest <= bytes.count else { return nil }
        while known < position {
            if known + Self.shortest <= bytes.count {
                let hash = hash(known)
                chain[known & (Self.window - 1)] = heads[hash]
                heads[hash] = Int32(known)
            }
            known += 1
        }
        let most = min(Self.longest, bytes.count - position)
        var (best, found) = (Self.shortest - 1, -1)
        var candidate = Int(heads[hash(position)])
        var tries = Self.tries
        while candidate >= 0, position - candidate < Self.window, tries > 0 {
            if bytes[candidate + best] == bytes[position + best] {
                var length = 0
                while length < most, bytes[candidate + length] == bytes[position + length] {
                    length += 1
                }
                if length > best {
                    (best, found) = (length, candidate)
                    if length == most { break }
                }
            }
            let next = Int(chain[candidate & (Self.window - 1)])
            if next >= candidate { break }
            candidate = next
            tries -= 1
        }
        guard found >= 0 else { return nil }
        return Deflate.Match(length: UInt16(best), distance: UInt16(position - found))
    }
}

/// Some tokens with codes of their own.
private struct Block {
    private let tokens: [Deflate.Token]

    init(_ tokens: [Deflate.Token]) { self.tokens = tokens }

    private static let endOfBlock = 256
    private static let lengthBases: [UInt16] = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases: [UInt16] = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits: [UInt8] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]
    /// The order in which the lengths of the lengths' codes stand.
    private static let order = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]
    private static let lengthCodes: [UInt8] = codes(lengthBases, upTo: 258)

    private static func codes(_ bases: [UInt16], upTo last: Int) -> [UInt8] {
        var codes = [UInt8](repeating: 0, count: last + 1)
        for (code, base) in bases.enumerated() {
            for value in Int(base)...last { codes[value] = UInt8(code) }
        }
        return codes
    }

    private static func distanceCode(_ distance: UInt16) -> Int {
        var (low, high) = (0, distanceBases.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if distanceBases[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }

    func write(to output: inout BitWriter, isLast: Bool) {
        var literals = [Int](repeating: 0, count: 286)
        var distances = [Int](repeating: 0, count: 30)
        literals[Self.endOfBlock] = 1
        for token in tokens {
            switch token {
            case .literal(let byte): literals[Int(byte)] += 1
            case .match(let match):
                literals[257 + Int(Self.lengthCodes[Int(match.length)])] += 1
                distances[Self.distanceCode(match.distance)] += 1
            }
        }
        let literalCode = HuffmanCode(literals, atMost: 15)
        let distanceCode = HuffmanCode(distances, atMost: 15)
        output.put(isLast ? 1 : 0, 1)
        output.put(2, 2)
        Self.write(literalCode, distanceCode, to: &output)
        for token in tokens {
            switch token {
            case .literal(let byte): literalCode.put(Int(byte), to: &output)
            case .match(let match):
                let length = Int(Self.lengthCodes[Int(match.length)])
                literalCode.put(257 + length, to: &output)
                output.put(
                    UInt32(match.length - Self.lengthBases[length]), Self.lengthBits[length])
                let distance = Self.distanceCode(match.distance)
                distanceCode.put(distance, to: &output)
                output.put(
                    UInt32(match.distance - Self.distanceBases[distance]),
                    Self.distanceBits[distance])
            }
        }
        literalCode.put(Self.endOfBlock, to: &output)
    }

    /// The lengths of both codes, which say all about them, in a code of their own.
    private static func write(
        _ literals: HuffmanCode, _ distances: HuffmanCode, to output: inout BitWriter
    ) {
        let literalCount = max(257, literals.used)
        let distanceCount = max(1, distances.used)
        let lengths =
            literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
        let runs = runs(Array(lengths))
        var counts = [Int](repeating: 0, count: 19)
        for run in runs { counts[run.symbol] += 1 }
        let code = HuffmanCode(counts, atMost: 7)
        let shown = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
        output.put(UInt32(literalCount - 257), 5)
        output.put(UInt32(distanceCount - 1), 5)
        output.put(UInt32(shown - 4), 4)
        for symbol in order.prefix(shown) { output.put(UInt32(code.lengths[symbol]), 3) }
        for run in runs {
            code.put(run.symbol, to: &output)
            output.put(run.more, run.bits)
        }
    }

    /// Lengths, those that repeat in one.
    private static func runs(_ lengths: [UInt8]) -> [(symbol: Int, more: UInt32, bits: UInt8)] {
        var runs: [(symbol: Int, more: UInt32, bits: UInt8)] = []
        var at = 0
        while at < lengths.count {
            let length = lengths[at]
            var count = 1
            while at + count < lengths.count, lengths[at + count] == length { count += 1 }
            at += count
            if length != 0 {
                runs.append((Int(length), 0, 0))
                count -= 1
            }
            while count >= 3 {
                let most = length != 0 ? 6 : count >= 11 ? 138 : 10
                let taken = min(count, most)
                if length != 0 {
                    runs.append((16, UInt32(taken - 3), 2))
                } else if taken >= 11 {
                    runs.append((18, UInt32(taken - 11), 7))
                } else {
                    runs.append((17, UInt32(taken - 3), 3))
                }
                count -= taken
            }
            for _ in 0..<count { runs.append((Int(length), 0, 0)) }
        }
        return runs
    }
}
