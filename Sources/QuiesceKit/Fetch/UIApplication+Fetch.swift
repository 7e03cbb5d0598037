import Foundation

// Background fetches (F1).
extension UIApplication {
    /// Asks to be woken now and then to fetch content:
    /// `application(_:performFetchWithCompletionHandler:)`. It counts until it is set anew, over
    /// launches too; an app that never sets it is never woken. Info.plist's
    /// `UIBackgroundModes` must have `fetch`.
    ///
    /// - Parameter interval: seconds that pass at least between two fetches,
    ///   `backgroundFetchIntervalMinimum` for as often as the system finds good, or `backgroundFetchIntervalNever`.
    ///   Less than 0, or what is no number, is taken as the minimum.
    public func setMinimumBackgroundFetchInterval(_ interval: TimeInterval) {
        let isNever = interval >= Self.backgroundFetchIntervalNever
        link.change {
            $0.ask(.setMinimumInterval(isNever ? nil : interval > 0 ? interval : 0))
        }
    }

    /// The system decides how often.
    nonisolated public static let backgroundFetchIntervalMinimum: TimeInterval = 0
    /// No fetches, as it is at first.
    nonisolated public static let backgroundFetchIntervalNever: TimeInterval =
        .greatestFiniteMagnitude
}
