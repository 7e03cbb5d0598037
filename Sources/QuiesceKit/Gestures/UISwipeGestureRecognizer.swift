import Foundation

/// Recognizes a quick stroke of a finger in one of the directions that it is for.
@preconcurrency @MainActor open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Where a stroke goes; the values are UIKit's.
    public struct Direction: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1 << 0)
        /// To the left.
        public static let left = Direction(rawValue: 1 << 1)
        /// Upwards.
        public static let up = Direction(rawValue: 1 << 2)
        /// Downwards.
        public static let down = Direction(rawValue: 1 << 3)
    }

    /// Points that the finger moves in the direction, at least.
    private static let length: CGFloat = 50
    /// Points that it goes astray meanwhile, at most.
    private static let slop: CGFloat = 50
    /// Seconds that it takes, at most, on the device's clock.
    private static let time: TimeInterval = 0.5

    /// The directions that it recognizes.
    open var direction = Direction.right
    /// How many fingers. The screen follows one: more are never recognized.
    open var numberOfTouchesRequired = 1

    private var place = CGPoint.zero
    private var begun: TimeInterval = 0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        place = location(in: nil)
        begun = event.timestamp
        if numberOfTouchesRequired > 1 { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let now = location(in: nil)
        let (across, down) = (now.x - place.x, now.y - place.y)
        if event.timestamp - begun > Self.time {
            state = .failed
            return
        }
        let strokes: [(Direction, along: CGFloat, astray: CGFloat)] = [
            (.right, across, down), (.left, -across, down), (.down, down, across),
            (.up, -down, across),
        ]
        let mine = strokes.filter { direction.contains($0.0) && abs($0.astray) <= Self.slop }
        if mine.contains(where: { $0.along >= Self.length }) {
            state = .ended
            return
        }
        if mine.isEmpty { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .failed
    }
}
