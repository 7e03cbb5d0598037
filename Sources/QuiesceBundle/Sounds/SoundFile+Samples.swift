extension SoundFile {
    /// All samples, in 16 bits, the channels of a frame beside each other.
    public func samples() -> [Int16] {
        let count = frames * channels
        return switch codec {
        case .integer(let bytes, let isBigEndian, let isSigned):
            Self.decode(data, count: count, bytes: bytes, isBigEndian: isBigEndian) { value in
                // The uppermost 16 bits of 32.
                let sample = Int16(truncatingIfNeeded: (value << (32 - 8 * bytes)) >> 16)
                return isSigned ? sample : sample ^ Int16.min
            }
        case .float(let bytes, let isBigEndian):
            Self.decode(data, count: count, bytes: bytes, isBigEndian: isBigEndian) { value in
                let number =
                    bytes == 4
                    ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
                    : Double(bitPattern: value)
                guard number == number else { return 0 }
                return Int16((min(max(-1, number), 1) * Double(Int16.max)).rounded())
            }
        case .µLaw: data.prefix(count).map(Companding.µLaw)
        case .aLaw: data.prefix(count).map(Companding.aLaw)
        case .ma4: MA4.decodePackets(data, channels: channels)
        case .wavMA4(let block): MA4.decodeBlocks(data, block: block, channels: channels)
        }
    }

    private static func decode(
        _ data: ArraySlice<UInt8>, count: Int, bytes: Int, isBigEndian: Bool,
        _ sample: (UInt64) -> Int16
    ) -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(count)
        var at = data.startIndex
        for _ in 0..<count {
            var value: UInt64 = 0
            for offset in 0..<bytes {
                let place = isBigEndian ? bytes - 1 - offset : offset
                value |= UInt64(data[at + offset]) << UInt64(8 * place)
            }
            samples.append(sample(value))
            at += bytes
        }
        return samples
    }
}

/// ITU-T G.711: eight bits for a sample, finer where it is quiet.
enum Companding {
    static func µLaw(_ byte: UInt8) -> Int16 {
        let code = Int(~byte)
        let size = ((code & 15) << 3 + 0x84) << ((code >> 4) & 7) - 0x84
        return Int16(code & 0x80 == 0 ? size : -size)
    }

    static func aLaw(_ byte: UInt8) -> Int16 {
        let code = Int(byte ^ 0x55)
        let segment = (code >> 4) & 7
        var size = (code & 15) << 4 + 8
        if segment > 0 { size = (size + 0x100) << (segment - 1) }
        return Int16(code & 0x80 == 0 ? -size : size)
    }
}
