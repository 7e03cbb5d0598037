import Foundation
import QuiesceKit

// The recorder's commands for the tests of sound.
extension Recorder {
    /// `record FILE SECONDS`: by the microphone, if it may. `sound CATEGORY`,
    /// `sound CATEGORY mixWithOthers`, `… duckOthers`: plays a tone without an end, with such a
    /// session. `hush`: it ends, and its session.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyAudio(_ words: [Substring]) -> Bool {
        if words.first == "sound" || words.first == "hush" {
            let words = words.map(String.init)
            DispatchQueue.main.async { @Sendable in
                MainActor.assumeIsolated { jukebox.obey(words) }
            }
            return true
        }
        guard words.first == "record", words.count == 3 else { return false }
        let (file, seconds) = (String(words[1]), Double(words[2]) ?? 1)
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated { dictaphone.record(file, seconds) }
        }
        return true
    }
}

@MainActor private let dictaphone = Dictaphone()

@MainActor private final class Dictaphone: AVAudioRecorderDelegate {
    private var recorder: AVAudioRecorder?

    func record(_ file: String, _ seconds: TimeInterval) {
        do {
            // The microphone's input is the sound that others play.
            try AVAudioSession.sharedInstance().setCategory(
                .playAndRecord, options: .mixWithOthers)
            let recorder = try AVAudioRecorder(
                url: URL(fileURLWithPath: file), settings: [AVSampleRateKey: 16_000.0])
            recorder.delegate = self
            recorder.isMeteringEnabled = true
            self.recorder = recorder
            say("records \(recorder.record(forDuration: seconds))")
        } catch {
            say("records not: \(error.localizedDescription)")
        }
    }

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        say("recorded \(flag)")
    }
}

@MainActor private let jukebox = Jukebox()

@MainActor private final class Jukebox {
    private var player: AVAudioPlayer?

    init() {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { notification in
            let began =
                notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                == AVAudioSession.InterruptionType.began.rawValue
            say("interruption \(began ? "began" : "ended")")
        }
    }

    func obey(_ words: [String]) {
        let session = AVAudioSession.sharedInstance()
        player?.stop()
        do {
            guard words.first == "sound", words.count > 1 else {
                try session.setActive(false, options: .notifyOthersOnDeactivation)
                return say("hushed")
            }
            let options: AVAudioSession.CategoryOptions =
                switch words.dropFirst(2).first {
                case "mixWithOthers": .mixWithOthers
                case "duckOthers": .duckOthers
                case _: []
                }
            try session.setCategory(
                words[1] == "ambient" ? .ambient : .playback, options: options)
            let player = try AVAudioPlayer(data: Self.tone)
            player.numberOfLoops = -1
            self.player = player
            say("sounds \(player.play())")
        } catch {
            say("sounds not: \(error.localizedDescription)")
        }
    }

    /// A second of 400 Hz, as a WAV of 8,000 samples of 16 bits.
    private static let tone: Data = {
        func bytes(_ value: some FixedWidthInteger) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        let samples = (0..<8_000).map { Int16($0 / 10 % 2 == 0 ? 8_000 : -8_000) }
        var data = Data("RIFF".utf8)
        data += bytes(UInt32(36 + samples.count * 2))
        data += Data("WAVEfmt ".utf8)
        data += bytes(UInt32(16))
        for field: UInt16 in [1, 1] { data += bytes(field) }
        for field: UInt32 in [8_000, 16_000] { data += bytes(field) }
        for field: UInt16 in [2, 16] { data += bytes(field) }
        data += Data("data".utf8)
        data += bytes(UInt32(samples.count * 2))
        for sample in samples { data += bytes(sample) }
        return data
    }()
}
