/// IMA's ADPCM: four bits say by how much a sample differs from what was predicted.
enum MA4 {
    /// Apple's packet of one channel: the state in two bytes, then 64 samples.
    static let packetBytes = 34
    static let packetFrames = 64
    /// Bytes at the beginning of WAV's blocks, for each channel: its first sample and its state.
    static let blockHead = 4

    /// The state that the next sample is predicted from.
    struct State {
        private var sample: Int
        private var index: Int

        init(sample: Int, index: Int) {
            self.sample = sample
            self.index = min(max(0, index), MA4.steps.count - 1)
        }

        mutating func next(_ code: UInt8) -> Int16 {
            let step = MA4.steps[index]
            var difference = step >> 3
            if code & 1 != 0 { difference += step >> 2 }
            if code & 2 != 0 { difference += step >> 1 }
            if code & 4 != 0 { difference += step }
            sample += code & 8 == 0 ? difference : -difference
            sample = min(max(Int(Int16.min), sample), Int(Int16.max))
            index = min(max(0, index + MA4.changes[Int(code & 7)]), MA4.steps.count - 1)
            return Int16(sample)
        }
    }

    /// Frames in a block of a WAV, which may be the last and shorter: whole groups of eight.
    static func frames(inBlock count: Int, channels: Int) -> Int {
        let left = count - blockHead * channels
        return left < 0 ? 0 : 1 + left / (4 * channels) * 8
    }

    /// Whole packets, channel after channel.
    static func decodePackets(_ data: ArraySlice<UInt8>, channels: Int) -> [Int16] {
        let packets = data.count / (packetBytes * channels)
        var samples = [Int16](repeating: 0, count: packets * packetFrames * channels)
        var at = data.startIndex
        for packet in 0..<packets {
            for channel in 0..<channels {
                let head = Int16(truncatingIfNeeded: Int(data[at]) << 8 | Int(data[at + 1]))
                var state = State(sample: Int(head & ~0x7F), index: Int(head & 0x7F))
                var out = packet * packetFrames * channels + channel
                for byte in data[at + 2..<at + packetBytes] {
                    samples[out] = state.next(byte & 15)
                    samples[out + channels] = state.next(byte >> 4)
                    out += 2 * channels
                }
                at += packetBytes
            }
        }
        return samples
    }

    /// WAV's blocks: the heads of all channels, then eight samples of each in turn.
    static func decodeBlocks(_ data: ArraySlice<UInt8>, block: Int, channels: Int) -> [Int16] {
        var samples: [Int16] = []
        var left = data
        while !left.isEmpty {
            let part = left.prefix(block)
            left = left.dropFirst(part.count)
            let frames = frames(inBlock: part.count, channels: channels)
            guard frames > 0 else { break }
            let first = samples.count
            samples.append(contentsOf: repeatElement(0, count: frames * channels))
            for channel in 0..<channels {
                var at = part.startIndex + channel * blockHead
                let head = Int16(truncatingIfNeeded: Int(part[at]) | Int(part[at + 1]) << 8)
                var state = State(sample: Int(head), index: Int(part[at + 2]))
                var out = first + channel
                samples[out] = head
                at = part.startIndex + (channels + channel) * 4
                for _ in 0..<(frames - 1) / 8 {
                    for byte in part[at..<at + 4] {
                        samples[out + channels] = state.next(byte & 15)
                        samples[out + 2 * channels] = state.next(byte >> 4)
                        out += 2 * channels
                    }
                    at += 4 * channels
                }
            }
        }
        return samples
    }

    private static let changes = [-1, -1, -1, -1, 2, 4, 6, 8]
    private static let steps = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66,
        73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408,
        449, 494, 544, 598, 658, 724, 796, 876, 963, 1_060, 1_166, 1_282, 1_411, 1_552, 1_707,
        1_878, 2_066, 2_272, 2_499, 2_749, 3_024, 3_327, 3_660, 4_026, 4_428, 4_871, 5_358, 5_894,
        6_484, 7_132, 7_845, 8_630, 9_493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500,
        20_350, 22_385, 24_623, 27_086, 29_794, 32_767,
    ]
}
