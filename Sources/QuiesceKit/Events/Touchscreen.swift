import Foundation
import QuiesceWire

/// Follows the finger on the screen, from the view in which it was put down.
@MainActor struct Touchscreen {
    private(set) var touch: UITouch?

    /// The events that come of what the finger does at `point`, in the screen's coordinates.
    ///
    /// A finger put down where no view takes it is nobody's, until it is put down anew.
    mutating func events(
        for phase: UserInput.Phase, at point: CGPoint, on windows: [UIWindow]
    ) -> [UIEvent] {
        switch phase {
        case .began:
            // Another is down still: its end was lost.
            let cancelled = cancel()
            touch = Self.touch(at: point, on: windows)
            return cancelled + [touch].compactMap { $0 }.map(Self.event)
        case .moved:
            return follow(.moved, at: point)
        case .ended:
            defer { touch = nil }
            return follow(.ended, at: point)
        case .cancelled:
            return cancel()
        }
    }

    /// The system takes the touch away.
    mutating func cancel() -> [UIEvent] {
        defer { touch = nil }
        return touch.map { follow(.cancelled, at: $0.point) } ?? []
    }

    private func follow(_ phase: UITouch.Phase, at point: CGPoint) -> [UIEvent] {
        guard let touch else { return [] }
        touch.phase = phase
        touch.previousPoint = touch.point
        touch.point = point
        touch.timestamp = UIEvent.now
        return [Self.event(of: touch)]
    }

    private static func event(of touch: UITouch) -> UIEvent { UIEvent(.touches, touches: [touch]) }

    /// The frontmost window that has a view there takes it.
    private static func touch(at point: CGPoint, on windows: [UIWindow]) -> UITouch? {
        for window in windows.reversed() {
            guard let view = window.hitTest(window.fromScreen(point), with: nil) else { continue }
            return UITouch(at: point, view: view, window: window, timestamp: UIEvent.now)
        }
        return nil
    }
}
