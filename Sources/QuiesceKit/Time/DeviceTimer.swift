import Foundation

/// A timer on the device's clock. It is used as Foundation's `Timer` is, and fires on the main
/// thread; under `QuiesceTesting` its time is the virtual device's.
///
/// While the app is suspended it doesn't fire; what it missed is made up for by firing once when
/// the app is thawed (S8).
@preconcurrency @MainActor public final class DeviceTimer {
    /// Whether it is still to fire.
    public private(set) var isValid = true
    private var stop: (@MainActor @Sendable () -> Void)?

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - interval: Seconds until it fires, and between firings; at least 0.0001 is taken.
    ///   - repeats: Whether it fires until it is invalidated, or once.
    ///   - block: Called with the timer.
    @discardableResult public static func scheduledTimer(
        withTimeInterval interval: TimeInterval, repeats: Bool,
        block: @escaping @MainActor @Sendable (DeviceTimer) -> Void
    ) -> DeviceTimer {
        let timer = DeviceTimer()
        timer.stop = AppTime.source.startTimer(
            every: nanoseconds(of: interval), repeats: repeats
        ) {
            guard timer.isValid else { return }
            if !repeats { timer.invalidate() }
            block(timer)
        }
        return timer
    }

    /// It fires no more.
    public func invalidate() {
        isValid = false
        stop?()
        stop = nil
    }

    /// As Foundation's timer has it: no interval is shorter than a tenth of a millisecond.
    private static func nanoseconds(of interval: TimeInterval) -> Int64 {
        let longest: TimeInterval = 1e9  // 30 years; what isn't a number is taken as the shortest.
        return Int64(max(0.0001, min(interval, longest)) * 1e9)
    }
}
