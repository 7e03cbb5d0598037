import Foundation
import QuiesceKit

// What the tests of sound have it do.
extension Recorder {
    /// `record FILE SECONDS`: by the microphone, if it may.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyAudio(_ words: [Substring]) -> Bool {
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
            // What others play is what it hears.
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
