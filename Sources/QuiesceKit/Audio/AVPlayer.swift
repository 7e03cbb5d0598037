import Foundation

/// Plays the sound of a file, as `AVAudioPlayer` does: with the background mode audio also out of
/// sight (A1), and until others interrupt it (A3). No streams and no pictures. On the main thread.
@preconcurrency @MainActor public final class AVPlayer {
    /// Whether it can play; the values are AVFoundation's.
    public enum Status: Int, Sendable {
        /// Not yet known: never here.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It can't ever: never here, as an item that can't be played may be replaced.
        case failed = 2
    }

    /// Whether it plays; the values are AVFoundation's.
    public enum TimeControlStatus: Int, Sendable {
        /// It doesn't.
        case paused = 0
        /// It is about to: never here, as files are at hand.
        case waitingToPlayAtSpecifiedRate = 1
        /// It does.
        case playing = 2
    }

    /// The item that it plays; nil: none.
    public private(set) var currentItem: AVPlayerItem?
    private let ears = PlayerEars()
    private var observers: [PeriodicTimeObserver] = []

    /// One that has nothing to play.
    public init() { ears.player = self }

    /// One for a file; another URL's item has failed.
    public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

    /// One for an item.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        replaceCurrentItem(with: item)
    }

    isolated deinit {
        for observer in observers { observer.stop() }
        currentItem?.sound?.pause()
    }

    /// Always `readyToPlay`; whether the item can be played, its own `status` says.
    public var status: Status { .readyToPlay }
    /// Always nil; the item has its own.
    public var error: (any Error)? { nil }

    // MARK: Playing

    /// 1 while it plays, else 0. Setting it plays or pauses: whatever is above 0 is played at the
    /// sound's own speed.
    public var rate: Float {
        get { currentItem?.sound?.isPlaying == true ? 1 : 0 }
        set { if newValue > 0 { play() } else { pause() } }
    }

    /// Whether it plays.
    public var timeControlStatus: TimeControlStatus { rate > 0 ? .playing : .paused }

    /// From 0 to 1.
    public var volume: Float = 1 { didSet { follow() } }
    /// Whether it is silent, whatever its volume.
    public var isMuted = false { didSet { follow() } }

    /// Begins, or goes on from where it was paused. An item that can't be played is none, with a
    /// note on stderr; one that is at its end stays there: seek first.
    public func play() {
        guard let item = currentItem, rate == 0, !item.isAtEnd else { return }
        guard let sound = item.sound else {
            let reason = item.error?.localizedDescription ?? "it can't be read"
            return note("AVPlayer doesn't play \(item.url): \(reason)")
        }
        if sound.play() { rateChanged() }
    }

    /// Stops, to go on from there.
    public func pause() {
        guard rate > 0 else { return }
        currentItem?.sound?.pause()
        rateChanged()
    }

    /// Plays something else from now on: at once, if it played.
    public func replaceCurrentItem(with item: AVPlayerItem?) {
        guard item !== currentItem else { return }
        let wasPlaying = rate > 0
        pause()
        currentItem?.sound?.delegate = nil
        currentItem = item
        item?.sound?.delegate = ears
        follow()
        if wasPlaying { play() }
    }

    // MARK: Time

    /// Where it plays, or goes on from; zero without an item.
    public func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Plays from there on.
    ///
    /// - Parameters:
    ///   - time: kept within the sound.
    ///   - completionHandler: called on the main thread, in a later turn of its loop, with false
    ///     where there is nothing to play or `time` isn't numeric.
    public func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        let isDone = currentItem?.move(to: time) ?? false
        if isDone { for observer in observers { observer.tell() } }
        if let completionHandler {
            LaterCall { completionHandler(isDone) }.schedule(after: 0)
        }
    }

    /// Likewise; it is always exact.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: ((Bool) -> Void)? = nil
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Has a closure called with the time while it plays, and when it begins, stops or is moved.
    ///
    /// - Parameters:
    ///   - interval: on the device's clock.
    ///   - queue: where the closure is called; nil: the main one.
    /// - Returns: what `removeTimeObserver(_:)` takes. Keep it until then.
    @preconcurrency
    public func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let observer = PeriodicTimeObserver(self, interval.seconds, queue ?? .main, block)
        observers.append(observer)
        observer.follow()
        return observer
    }

    /// Takes back what `addPeriodicTimeObserver` did.
    public func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? PeriodicTimeObserver else { return }
        observer.stop()
        observers.removeAll { $0 === observer }
    }

    // MARK: The sound

    private func follow() { currentItem?.sound?.volume = isMuted ? 0 : volume }

    private func rateChanged() {
        for observer in observers {
            observer.follow()
            observer.tell()
        }
    }

    fileprivate func paused() { rateChanged() }

    fileprivate func ended(successfully isWhole: Bool) {
        guard let item = currentItem else { return }
        item.isAtEnd = isWhole
        rateChanged()
        let center = NotificationCenter.default
        if isWhole { return center.post(name: .AVPlayerItemDidPlayToEndTime, object: item) }
        let error = AVAudioPlayerError("\(item.url.path) could not be read to its end")
        center.post(
            name: .AVPlayerItemFailedToPlayToEndTime, object: item,
            userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
    }
}

/// Hears of the sound for a player.
@MainActor private final class PlayerEars: AVAudioPlayerDelegate {
    weak var player: AVPlayer?

    func audioPlayerDidFinishPlaying(_: AVAudioPlayer, successfully flag: Bool) {
        player?.ended(successfully: flag)
    }

    func audioPlayerBeginInterruption(_: AVAudioPlayer) { player?.paused() }
}

/// A closure that is told a player's time, again and again.
@MainActor private final class PeriodicTimeObserver {
    private weak var player: AVPlayer?
    private let interval: TimeInterval
    private let queue: DispatchQueue
    private let block: @Sendable (CMTime) -> Void
    private var timer: DeviceTimer?

    init(
        _ player: AVPlayer, _ interval: TimeInterval, _ queue: DispatchQueue,
        _ block: @escaping @Sendable (CMTime) -> Void
    ) {
        (self.player, self.interval, self.queue, self.block) = (player, interval, queue, block)
    }

    /// Its time runs while the player plays.
    func follow() {
        stop()
        guard let player, player.rate > 0 else { return }
        timer = .scheduledTimer(withTimeInterval: interval, repeats: true) { [weak self] _ in
            self?.tell()
        }
    }

    func tell() {
        guard let time = player?.currentTime() else { return }
        queue.async { [block] in block(time) }
    }

    func stop() {
        timer?.invalidate()
        timer = nil
    }
}
