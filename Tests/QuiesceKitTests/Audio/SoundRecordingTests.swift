import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("Recordings, without a microphone", .behaviour("U4"))
struct SoundRecordingTests {
    @Test(
        "A recording stops by itself and is a sound of that length, and without leave it is silent")
    func whole() async throws {
        let scratch = try ScratchDirectory()
        let file = URL(fileURLWithPath: scratch.file("voice.wav"))
        let format = try RecordingFormat([AVSampleRateKey: 16_000.0, AVNumberOfChannelsKey: 2])
        let recording = try #require(SoundRecording(file, format))
        let isWhole = await withCheckedContinuation { continuation in
            recording.begin(mayHear: false, seconds: 0.05) { continuation.resume(returning: $0) }
        }
        #expect(isWhole && recording.finish())
        #expect(recording.levels.map(\.peak) == [-160, -160])
        let info = try SoundSource(path: file.path).info()
        #expect(info.frames == 800 && info.rate == 16_000 && info.channels == 2)
    }

    @Test("One that is finished is closed: whatever its thread has still to say is nobody's")
    func finished() throws {
        let scratch = try ScratchDirectory()
        let file = URL(fileURLWithPath: scratch.file("voice.wav"))
        let recording = try #require(SoundRecording(file, RecordingFormat([:])))
        recording.begin(mayHear: false, seconds: nil) { _ in Issue.record("it ended by itself") }
        #expect(recording.finish())
        #expect(recording.seconds < 1)
        #expect(try SoundSource(path: file.path).info().rate == 44_100)
    }

    @Test("A file that can't be written is no recording")
    func unwritable() throws {
        let file = URL(fileURLWithPath: "/proc/no/such/voice.wav")
        #expect(try SoundRecording(file, RecordingFormat([:])) == nil)
    }

    @Test(
        "What can't be recorded is said, and not recorded otherwise",
        arguments: [
            ([AVFormatIDKey: UInt32(0x6161_6320)], "kAudioFormatLinearPCM"),
            ([AVSampleRateKey: 1.0], "8000 to 192000"), ([AVNumberOfChannelsKey: 6], "1 to 2"),
            ([AVLinearPCMBitDepthKey: 24], "16 to 16"), ([AVSampleRateKey: "high"], "high"),
        ] as [([String: any Sendable], String)])
    func refused(settings: [String: any Sendable], said: String) throws {
        let error = try #require(throws: AVAudioRecorderError.self) {
            try RecordingFormat(settings)
        }
        #expect(error.localizedDescription.contains(said), "\(error.localizedDescription)")
    }

    @Test("A tone at half of full scale is 6 dB below it, and its mean 9")
    func levels() {
        let samples = (0..<4_410).map { Float(sin(Double($0) * 0.1)) / 2 }
        let level = SoundLevel(samples)
        #expect(abs(level.peak + 6.02) < 0.1)
        #expect(abs(level.average + 9.03) < 0.1)
        #expect(SoundLevel([Float]()) == SoundLevel([0, 0]))
    }
}
