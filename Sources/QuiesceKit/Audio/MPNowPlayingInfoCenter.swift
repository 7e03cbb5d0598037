// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation
import QuiesceWire

/// The now-playing information that the app gives to the lock screen and the desktop (A5). On the
/// main thread.
@preconcurrency @MainActor public final class MPNowPlayingInfoCenter {
    private static let center = MPNowPlayingInfoCenter()

    /// The app's one.
    public static func `default`() -> MPNowPlayingInfoCenter { center }

    /// By the keys below; nil: nothing plays. Keys that Quiesce doesn't know are kept for the app.
    public var nowPlayingInfo: [String: Any]? {
        didSet { UIApplication.shared.room(AudioServices.self).show(nowPlayingInfo.map(item)) }
    }

    private func item(_ info: [String: Any]) -> NowPlayingItem {
        func seconds(_ key: String) -> Double? {
            switch info[key] {
            case let value as Double: value
            case let value as Float: Double(value)
            case let value as Int: Double(value)
            case let value as NSNumber: value.doubleValue
            case _: nil
            }
        }
        return NowPlayingItem(
            title: info[MPMediaItemPropertyTitle] as? String,
            artist: info[MPMediaItemPropertyArtist] as? String,
            album: info[MPMediaItemPropertyAlbumTitle] as? String,
            duration: seconds(MPMediaItemPropertyPlaybackDuration),
            elapsed: seconds(MPNowPlayingInfoPropertyElapsedPlaybackTime),
            rate: seconds(MPNowPlayingInfoPropertyPlaybackRate) ?? 1)
    }
}

/// A `String`.
public let MPMediaItemPropertyTitle = "title"
/// A `String`.
public let MPMediaItemPropertyArtist = "artist"
/// A `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// A number of seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// A number of seconds from the beginning, at the moment when it is set.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
    "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// A number; 1: as it was recorded, 0: it is paused.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"

extension UIApplication {
    /// Nothing is needed for it: the app that played last gets the keys (A5). For code that was
    /// written before iOS 7.1.
    public func beginReceivingRemoteControlEvents() {}
    /// Likewise.
    public func endReceivingRemoteControlEvents() {}
}
