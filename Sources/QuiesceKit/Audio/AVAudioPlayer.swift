import Foundation
import Glibc

/// Plays a sound from a file or from memory: whatever libsndfile reads, among it WAV, FLAC, Ogg and
/// MP3. On the main thread.
///
/// It begins the app's audio session, if that isn't active. Where there is no sound server it plays
/// as long, and is silent.
@preconcurrency @MainActor public final class AVAudioPlayer {
    /// Hears of the end, on the main thread.
    public weak var delegate: (any AVAudioPlayerDelegate)?
    /// nil: it plays from memory.
    public let url: URL?
    /// In seconds.
    public let duration: TimeInterval
    /// 1: one ear; 2: both.
    public let numberOfChannels: Int
    /// How often it plays again after its end; negative: until it is stopped.
    public var numberOfLoops = 0
    /// From 0 to 1.
    public var volume: Float = 1 { didSet { playback?.set(volume: volume) } }

    private let source: SoundSource
    private var playback: SoundPlayback?
    private var position: TimeInterval = 0

    /// Opens the file at `url`.
    ///
    /// - Throws: `AVAudioPlayerError`, where it can't be read or is no sound.
    public convenience init(contentsOf url: URL) throws {
        try self.init(source: SoundSource(path: url.path), url: url)
    }

    /// Plays what `data` holds of a file.
    ///
    /// - Throws: `AVAudioPlayerError`, where it is no sound.
    public convenience init(data: Data) throws {
        try self.init(source: SoundSource(data: data), url: nil)
    }

    private init(source: SoundSource, url: URL?) throws {
        let info = try source.info()
        self.source = source
        self.url = url
        numberOfChannels = Int(info.channels)
        duration = Double(info.frames) / Double(info.rate)
        UIApplication.shared.room(AudioServices.self).add(self)
    }

    isolated deinit {
        playback?.stop()
        if isPlaying { SoundCensus.shared.count(-1, recorders: 0) }
    }

    /// Whether it plays now.
    public private(set) var isPlaying = false {
        didSet {
            if isPlaying != oldValue { SoundCensus.shared.count(isPlaying ? 1 : -1, recorders: 0) }
        }
    }

    /// Where it plays, or goes on from, in seconds from the beginning.
    public var currentTime: TimeInterval {
        get { playback?.position ?? position }
        set {
            position = min(max(0, newValue), duration)
            if isPlaying { start() }
        }
    }

    /// Makes ready what `play()` needs; that is quick enough to be done then.
    @discardableResult
    public func prepareToPlay() -> Bool { true }

    /// Begins, or goes on from where it was paused.
    ///
    /// - Returns: false where the session may not play now.
    @discardableResult
    public func play() -> Bool {
        guard !isPlaying else { return true }
        let session = AVAudioSession.sharedInstance()
        guard session.isReady || (try? session.setActive(true)) != nil else { return false }
        isPlaying = true
        start()
        return true
    }

    /// Stops, to go on from there.
    public func pause() {
        guard isPlaying else { return }
        halt()
    }

    /// Likewise; what `prepareToPlay()` did is undone.
    public func stop() { pause() }

    private func halt() {
        position = playback?.position ?? position
        playback?.stop()
        playback = nil
        isPlaying = false
    }

    private func start() {
        playback?.stop()
        let next = SoundPlayback(source, from: position, loops: numberOfLoops, volume: volume)
        playback = next
        next.begin { [weak self] successfully in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.ended(next, successfully) }
            }
        }
    }

    private func ended(_ ended: SoundPlayback, _ successfully: Bool) {
        guard ended === playback else { return }
        playback = nil
        position = 0
        isPlaying = false
        delegate?.audioPlayerDidFinishPlaying(self, successfully: successfully)
    }
}

extension AVAudioPlayer: AudioListener {
    func audioWasInterrupted() {
        guard isPlaying else { return }
        halt()
        delegate?.audioPlayerBeginInterruption(self)
    }

    func audioMayResume(shouldResume: Bool) {
        let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
        delegate?.audioPlayerEndInterruption(self, withOptions: Int(options.rawValue))
    }
}

/// Hears of the end of what a player plays, on the main thread. All methods are optional.
@preconcurrency @MainActor public protocol AVAudioPlayerDelegate: AnyObject {
    /// It came to its end; `flag` is false where the file could not be read to it.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// Another app's sound interrupted it, or the app was left (A2, A3). It is paused.
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)
    /// It may play again; `flags` are those of `AVAudioSession.InterruptionOptions`.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_: AVAudioPlayer, successfully _: Bool) {}
    /// Does nothing.
    public func audioPlayerBeginInterruption(_: AVAudioPlayer) {}
    /// Does nothing.
    public func audioPlayerEndInterruption(_: AVAudioPlayer, withOptions _: Int) {}
}

/// Why a sound can't be played.
public struct AVAudioPlayerError: Error, Sendable, Hashable, LocalizedError {
    /// In words, for a log.
    public let errorDescription: String?

    init(_ words: String) { errorDescription = words }
}
