import Foundation
import QuiesceBundle
import TestSupport
import Testing

@Suite("The sounds that a notification may have", .behaviour("N6"))
struct SoundFileTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    /// Sounds that libsndfile wrote, for the fuzzer, too; see make-fixtures.py.
    private static let corpus = here.appendingPathComponent("../../../Fuzz/Corpus/audio")
        .standardized
    private static let fixtures = try! FileManager.default  // A folder of the tests' own.
        .contentsOfDirectory(atPath: here.appendingPathComponent("Fixtures").path).sorted()
        .map { String($0.dropLast(".s16".count)) }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: corpus.appendingPathComponent("sound-\(name)")))
    }

    @Test("Each codec in each container is decoded as libsndfile does", arguments: fixtures)
    func decoding(_ name: String) throws {
        let sound = try SoundFile(Self.bytes(name))
        let expected = try Data(
            contentsOf: Self.here.appendingPathComponent("Fixtures/\(name).s16")
        )
        .withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(sound.rate == 8_000)
        #expect(sound.channels == (name.hasSuffix("-1") ? 1 : 2))
        let samples = sound.samples()
        #expect(samples.count == expected.count)
        #expect(samples.count == sound.frames * sound.channels)
        // Floats were made of 16 bits by division, and may come back one off.
        let tolerance = name.contains("-f") ? 1 : 0
        #expect(zip(samples, expected).allSatisfy { abs(Int($0) - Int($1)) <= tolerance })
    }

    @Test("MA4 in CAF, which libsndfile doesn't read, is what it is in AIFF-C")
    func ma4InCAF() throws {
        let aiff = try Self.bytes("aiff-ima-1")
        let sound = try SoundFile(aiff)
        let caf = SoundMaker.caf(
            "ima4", Array(aiff.suffix(3 * 34)), packetBytes: 34, channels: 1, rate: 8_000)
        let same = try SoundFile(caf)
        #expect(same.codec == .ma4)
        #expect(same.samples() == sound.samples())
    }

    @Test("Stereo MA4 has a packet of each channel in turn")
    func stereoMA4() throws {
        let packets = Array(try Self.bytes("aiff-ima-1").suffix(3 * 34))
        let silence = [UInt8](repeating: 0, count: 34)
        let both = (0..<3).flatMap { Array(packets[($0 * 34)..<($0 * 34 + 34)]) + silence }
        let caf = SoundMaker.caf("ima4", both, packetBytes: 68, channels: 2, rate: 8_000)
        let samples = try SoundFile(caf).samples()
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
        #expect(left == (try SoundFile(Self.bytes("aiff-ima-1")).samples()))
        #expect(right.allSatisfy { $0 == 0 })
    }

    @Test(
        "A thousand ways to spoil a file end in a sound or a reason, never in a trap",
        arguments: fixtures)
    func mutations(_ name: String) throws {
        let original = try Self.bytes(name)
        var random = SeededGenerator(seed: UInt64(original.count))
        for _ in 0..<1_000 {
            var bytes = original
            for _ in 0...random.below(4) {
                // The heads of all of them are within the first 128 bytes.
                let place = random.below(min(bytes.count, random.below(2) == 0 ? 128 : bytes.count))
                switch random.below(4) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)]
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(9)))
                case _: bytes.insert(contentsOf: bytes.prefix(random.below(9)), at: place)
                }
                if bytes.isEmpty { break }
            }
            guard let sound = try? SoundFile(bytes) else { continue }
            #expect(sound.samples().count == sound.frames * sound.channels)
            #expect(sound.duration <= SoundLimits.seconds * 1_000)
        }
    }

    @Test(
        "Every beginning of a file is refused, or has whole frames",
        arguments: [
            "wav-s24-2", "wav-ima-2", "aiff-ima-1", "aiff-s24-2", "caf-alaw-2",
        ])
    func beginnings(_ name: String) throws {
        let original = try Self.bytes(name)
        for count in 0..<original.count {
            guard let sound = try? SoundFile(Array(original[..<count])) else { continue }
            #expect(sound.samples().count == sound.frames * sound.channels)
        }
    }

    @Test("What is refused, and why")
    func refusals() throws {
        let second = [UInt8](repeating: 0x80, count: 8_000)
        func wav(_ change: (inout SoundMaker.WAV) -> Void) -> [UInt8] {
            var wav = SoundMaker.WAV()
            change(&wav)
            return wav.bytes
        }
        let cases: [(SoundProblem, [UInt8])] = [
            (.container, []),
            (.container, Array("ID3\u{4}".utf8)),
            (.container, Array("OggS".utf8) + second),
            (.container, Array("RIFF\0\0\0\0AVI ".utf8)),
            (.container, Array("FORM\0\0\0\u{4}8SVX".utf8)),
            (.malformed("version"), Array("caff\0\u{2}\0\0".utf8)),
            (.cutShort, Array("RIFF\0\0\0\0WAVE".utf8)),
            (.codec("format 85 of WAV"), wav { $0.tag = 85 }),
            (
                .codec("aac "),
                SoundMaker.caf("aac ", second, packetBytes: 0, channels: 1, rate: 8e3)
            ),
            (
                .malformed("size of a frame"),
                wav {
                    $0.align = 3
                    $0.channels = 2
                }
            ),
            (.malformed("number of bits"), wav { $0.bits = 0 }),
            (
                .malformed("number of bits"),
                wav {
                    $0.bits = 33
                    $0.align = 5
                }
            ),
            (.malformed("number of channels"), wav { $0.channels = 0 }),
            (
                .malformed("size of a block"),
                wav {
                    $0.tag = 0x11
                    $0.align = 4
                }
            ),
            (
                .channels(3),
                wav {
                    $0.channels = 3
                    $0.align = 3
                }
            ),
            (.rate, wav { $0.rate = 999 }),
            (.rate, wav { $0.rate = .max }),
            (.rate, SoundMaker.caf("ulaw", second, packetBytes: 1, channels: 1, rate: .nan)),
            (.rate, SoundMaker.caf("ulaw", second, packetBytes: 1, channels: 1, rate: -.infinity)),
            (.empty, wav { $0.data = [] }),
            (
                .empty,
                wav {
                    $0.data = [1]
                    $0.align = 2
                    $0.bits = 16
                }
            ),
            (.cutShort, wav { $0.dataSize = .max }),
            (.cutShort, wav { $0.dataSize = UInt32($0.data.count + 1) }),
            (.tooLong, wav { $0.data = Array(repeating: 0, count: 30 * 8_000 + 1) }),
            (.tooLarge, Array(repeating: 0, count: SoundLimits.bytes + 1)),
            (.malformed("order of parts"), Array("RIFF\0\0\0\0WAVEdata\0\0\0\0".utf8)),
            (
                .malformed("number of parts"),
                Array("RIFF\0\0\0\0WAVE".utf8)
                    + (0..<1_000).flatMap { _ in Array("junk\0\0\0\0".utf8) }
            ),
        ]
        for (problem, bytes) in cases {
            #expect(throws: problem) { try SoundFile(bytes) }
        }
        let whole = wav { $0.data = Array(repeating: 0, count: 30 * 8_000) }
        #expect(try SoundFile(whole).duration == 30_000)
    }

    @Test(
        "The default sound is short, within its bounds, and audible; its file is one that we take")
    func standard() throws {
        let standard = PlainSound.standard
        #expect(standard.duration == 800)
        let peak = try #require(standard.samples.map { abs(Int($0)) }.max())
        #expect(8_000...30_000 ~= peak)
        #expect(standard.samples.last.map { abs(Int($0)) < 100 } == true)
        let file = try SoundFile([UInt8](standard.wav))
        #expect(file.samples() == standard.samples)
        #expect(PlainSound(file) == standard)
    }
}
