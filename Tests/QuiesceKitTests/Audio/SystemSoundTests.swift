import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("System sounds", .behaviour("A4")) struct SystemSoundTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A WAV file of so many samples, 8,000 of which are a second.
    private func wave(samples: Int) throws -> URL {
        func little(_ value: some FixedWidthInteger) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        let bytes = UInt32(samples * 2)
        let head =
            Data("RIFF".utf8) + little(36 + bytes) + Data("WAVEfmt ".utf8) + little(UInt32(16))
            + little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8_000))
            + little(UInt32(16_000)) + little(UInt16(2)) + little(UInt16(16))
        let url = URL(fileURLWithPath: scratch.file("\(samples).wav"))
        try (head + Data("data".utf8) + little(bytes) + Data(count: Int(bytes))).write(to: url)
        return url
    }

    @Test("One is made ready, played to its end, and forgotten")
    func plays() async throws {
        var id: SystemSoundID = 0
        #expect(
            AudioServicesCreateSystemSoundID(try wave(samples: 400), &id) == kAudioServicesNoError)
        await withCheckedContinuation { continuation in
            AudioServicesPlaySystemSoundWithCompletion(id) { continuation.resume() }
        }
        #expect(AudioServicesDisposeSystemSoundID(id) == kAudioServicesNoError)
        #expect(AudioServicesDisposeSystemSoundID(id) == kAudioServicesBadSystemSoundIDError)
        // Nobody waits in vain for one that isn't there.
        await withCheckedContinuation { continuation in
            AudioServicesPlaySystemSoundWithCompletion(id) { continuation.resume() }
        }
    }

    @Test("More than 30 s, no sound and no file are refused")
    func refused() throws {
        let text = scratch.file("text.wav")
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: text))
        for url in [
            try wave(samples: 8_000 * 31), URL(fileURLWithPath: text),
            URL(fileURLWithPath: scratch.file("none.wav")),
        ] {
            var id: SystemSoundID = 7
            #expect(
                AudioServicesCreateSystemSoundID(url, &id) == kAudioServicesBadSystemSoundIDError)
            #expect(id == 7)
        }
    }
}
