import Foundation

/// Records into a file: WAV, of 16 bits, as a microphone without compression has it. On the main
/// thread.
///
/// It begins the app's audio session, if that isn't active; its category must be one that records.
/// As on iOS an app that the user doesn't let use the microphone records silence, and one that has
/// not asked yet asks (U4). Where there is no sound server it records silence, too.
@preconcurrency @MainActor public final class AVAudioRecorder {
    /// Hears of the end, on the main thread.
    public weak var delegate: (any AVAudioRecorderDelegate)?
    /// The file, which is made anew when it begins.
    public let url: URL
    /// As it records: what was not said is filled in.
    public let settings: [String: Any]
    /// Whether `averagePower(forChannel:)` and `peakPower(forChannel:)` are worked out.
    public var isMeteringEnabled = false

    private let format: RecordingFormat
    private var recording: SoundRecording?
    private var levels: [SoundLevel] = []

    /// - Parameter settings: `AVFormatIDKey` (`kAudioFormatLinearPCM`),
    ///   `AVSampleRateKey` in hertz, `AVNumberOfChannelsKey` and `AVLinearPCMBitDepthKey` (16); all
    ///   of them may be left out.
    /// - Throws: `AVAudioRecorderError`, for what can't be recorded.
    public init(url: URL, settings: [String: Any]) throws {
        format = try RecordingFormat(settings)
        self.url = url
        self.settings = format.settings
        UIApplication.shared.room(AudioServices.self).add(self)
    }

    isolated deinit {
        recording?.finish()
        if isRecording { SoundCensus.shared.count(0, recorders: -1) }
    }

    /// Whether it records now.
    public private(set) var isRecording = false {
        didSet {
            if isRecording != oldValue {
                SoundCensus.shared.count(0, recorders: isRecording ? 1 : -1)
            }
        }
    }

    /// How much it has recorded, in seconds; 0 once it has stopped.
    public var currentTime: TimeInterval { recording?.seconds ?? 0 }

    // MARK: Recording

    /// Makes the file.
    ///
    /// - Returns: false where it can't be written.
    @discardableResult
    public func prepareToRecord() -> Bool {
        if recording == nil { recording = SoundRecording(url, format) }
        return recording != nil
    }

    /// Begins, or goes on after a pause.
    ///
    /// - Returns: false where the file can't be written, the session's category doesn't record, or
    ///   it may not be active now.
    @discardableResult
    public func record() -> Bool { record(seconds: nil) }

    /// Likewise, and stops by itself after that many seconds.
    @discardableResult
    public func record(forDuration duration: TimeInterval) -> Bool { record(seconds: duration) }

    private func record(seconds: TimeInterval?) -> Bool {
        guard !isRecording else { return true }
        let session = AVAudioSession.sharedInstance()
        guard session.category.records, prepareToRecord() else { return false }
        guard session.isReady || (try? session.setActive(true)) != nil else { return false }
        isRecording = true
        begin(seconds: seconds)
        if session.recordPermission == .undetermined {
            session.requestRecordPermission { [weak self] isAllowed in
                guard let self, isAllowed, isRecording else { return }
                begin(seconds: nil)
            }
        }
        return true
    }

    private func begin(seconds: TimeInterval?) {
        let mayHear = AVAudioSession.sharedInstance().recordPermission == .granted
        let recording = recording
        recording?.begin(mayHear: mayHear, seconds: seconds) { [weak self] isWhole in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, self.recording === recording else { return }
                    self.finish(isWhole)
                }
            }
        }
    }

    /// Stops for a while.
    public func pause() {
        recording?.pause()
        isRecording = false
    }

    /// Stops, and closes the file: it is whole when this returns.
    public func stop() {
        guard recording != nil else { return }
        finish(true)
    }

    private func finish(_ isWhole: Bool) {
        let isClosed = recording?.finish() ?? true
        recording = nil
        isRecording = false
        delegate?.audioRecorderDidFinishRecording(self, successfully: isWhole && isClosed)
    }

    /// Removes the file.
    ///
    /// - Returns: false while it records, and where there is none.
    @discardableResult
    public func deleteRecording() -> Bool {
        guard recording == nil else { return false }
        return (try? FileManager.default.removeItem(at: url)) != nil
    }

    // MARK: Metering

    /// Takes note of how loud it is now.
    public func updateMeters() {
        if isMeteringEnabled { levels = recording?.levels ?? [] }
    }

    /// Decibels of full scale at the last `updateMeters()`, from −160, which is silence, to 0.
    public func averagePower(forChannel channelNumber: Int) -> Float {
        levels.indices.contains(channelNumber) ? levels[channelNumber].average : SoundLevel.silence
    }

    /// Likewise, of the loudest sample since the one before.
    public func peakPower(forChannel channelNumber: Int) -> Float {
        levels.indices.contains(channelNumber) ? levels[channelNumber].peak : SoundLevel.silence
    }
}

extension AVAudioRecorder: AudioListener {
    func audioWasInterrupted() {
        guard isRecording else { return }
        pause()
        delegate?.audioRecorderBeginInterruption(self)
    }

    func audioMayResume(shouldResume: Bool) {
        let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
        delegate?.audioRecorderEndInterruption(self, withOptions: Int(options.rawValue))
    }
}

/// Hears of the end of what a recorder records, on the main thread. All methods are optional.
@preconcurrency @MainActor public protocol AVAudioRecorderDelegate: AnyObject {
    /// It was stopped, or its time is over; `flag` is false where the file could not be written to
    /// the end.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// Another app's sound interrupted it, or the app was left (A2, A3). It is paused.
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)
    /// It may record again; `flags` are those of `AVAudioSession.InterruptionOptions`.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
    /// Does nothing.
    public func audioRecorderDidFinishRecording(_: AVAudioRecorder, successfully _: Bool) {}
    /// Does nothing.
    public func audioRecorderBeginInterruption(_: AVAudioRecorder) {}
    /// Does nothing.
    public func audioRecorderEndInterruption(_: AVAudioRecorder, withOptions _: Int) {}
}

extension AVAudioSession.Category {
    fileprivate var records: Bool { [.record, .playAndRecord, .multiRoute].contains(self) }
}
