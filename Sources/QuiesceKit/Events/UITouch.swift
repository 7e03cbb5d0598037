import Foundation

/// A finger on the screen, from where it is put down until it is lifted. It stays with the view in
/// which it began, wherever it moves (H2).
@preconcurrency @MainActor public final class UITouch {
    /// The latest phase of a touch; the values are UIKit's.
    public enum Phase: Int, Sendable {
        /// The finger was put down.
        case began = 0
        /// It was moved.
        case moved = 1
        /// It lies where it was.
        case stationary = 2
        /// It was lifted.
        case ended = 3
        /// The system has taken the touch away.
        case cancelled = 4
    }

    public internal(set) var phase = Phase.began
    /// When the touch's phase was last set, in seconds on CLOCK_BOOTTIME.
    public internal(set) var timestamp: TimeInterval
    /// The window in which the touch began.
    public let window: UIWindow?
    /// The view in which the touch began, and to which all of it goes.
    public let view: UIView?
    /// On the screen.
    var point: CGPoint
    var previousPoint: CGPoint
    /// Those that were interested in it when it began.
    var recognizers: [UIGestureRecognizer] = []
    /// The latest event of it.
    var event: UIEvent?
    /// The view knows of it.
    var isInView = false
    /// A recognizer has made a gesture of it, and the view hears no more.
    var isTaken = false
    let start: CGPoint
    /// The one that has taken the touch over.
    weak var scrollView: UIScrollView?

    init(at point: CGPoint, view: UIView, window: UIWindow, timestamp: TimeInterval) {
        self.point = point
        start = point
        self.view = view
        self.window = window
        self.timestamp = timestamp
        previousPoint = point
    }

    /// Where it is, in the coordinates of `view`; nil: of its window.
    public func location(in view: UIView?) -> CGPoint {
        (view ?? window)?.fromScreen(point) ?? point
    }

    /// Where it was when it was last told of.
    public func previousLocation(in view: UIView?) -> CGPoint {
        (view ?? window)?.fromScreen(previousPoint) ?? previousPoint
    }
}

// One touch is one object.
extension UITouch: Hashable {
    /// Whether both are the same touch.
    nonisolated public static func == (left: UITouch, right: UITouch) -> Bool { left === right }
    /// By the touch's identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
