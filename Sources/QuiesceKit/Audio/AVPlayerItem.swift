import Foundation

/// A sound's file for an `AVPlayer`, which is opened when this is made: whatever `AVAudioPlayer`
/// plays. On the main thread.
@preconcurrency @MainActor public final class AVPlayerItem {
    /// Whether it can be played; the values are AVFoundation's.
    public enum Status: Int, Sendable {
        /// Not yet known: never here, as files are opened at once.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It can't, and `error` says why.
        case failed = 2
    }

    /// `readyToPlay` or `failed`, from the first.
    public let status: Status
    /// Why it can't be played; nil: it can.
    public private(set) var error: (any Error)?
    let url: URL
    /// nil: it can't be played.
    let sound: AVAudioPlayer?
    /// It was played to its end, and stays there until somebody seeks.
    var isAtEnd = false

    /// - Parameter url: a file's. There are no streams: any other can't be played, and the error
    ///   says so.
    public init(url: URL) {
        self.url = url
        do {
            guard url.isFileURL else {
                throw AVAudioPlayerError(
                    "\(url) is no file: there are no streams here; download it and play the file")
            }
            sound = try AVAudioPlayer(contentsOf: url)
            status = .readyToPlay
        } catch {
            sound = nil
            status = .failed
            self.error = error
        }
    }

    /// How long it is; indefinite where it can't be played.
    public var duration: CMTime { sound.map { Self.time($0.duration) } ?? .indefinite }

    /// Where it plays, or goes on from.
    public func currentTime() -> CMTime {
        guard let sound else { return .zero }
        return Self.time(isAtEnd ? sound.duration : sound.currentTime)
    }

    /// Has it play from there on.
    ///
    /// - Parameters:
    ///   - time: kept within the sound.
    ///   - completionHandler: called on the main thread, in a later turn of its loop, with false
    ///     where there is nothing to play or `time` isn't numeric.
    public func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        let isDone = move(to: time)
        if let completionHandler {
            LaterCall { completionHandler(isDone) }.schedule(after: 0)
        }
    }

    func move(to time: CMTime) -> Bool {
        guard let sound, time.isNumeric else { return false }
        sound.currentTime = time.seconds
        isAtEnd = false
        return true
    }

    private static func time(_ seconds: TimeInterval) -> CMTime {
        CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The error, in what `AVPlayerItemFailedToPlayToEndTime` tells.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension Notification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// An item was played to its end. Posted on the main thread; the object is the item.
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// An item's file could not be read to its end. Posted on the main thread; the object is the
    /// item, and the error is under `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
}

extension AVPlayerItem {
    /// The newer name of `Notification.Name.AVPlayerItemDidPlayToEndTime`.
    nonisolated public static let didPlayToEndTimeNotification =
        Notification.Name.AVPlayerItemDidPlayToEndTime
    /// The newer name of `Notification.Name.AVPlayerItemFailedToPlayToEndTime`.
    nonisolated public static let failedToPlayToEndTimeNotification =
        Notification.Name.AVPlayerItemFailedToPlayToEndTime
}
