import Foundation

/// Changes views, and says when an animation of that length would be over. Nothing is animated: all
/// changes are made when the animator is started.
@preconcurrency @MainActor public final class UIViewPropertyAnimator {
    /// In seconds.
    public let duration: TimeInterval
    /// Whether it was started, or stopped on the way.
    public private(set) var state = UIViewAnimatingState.inactive

    private var animations: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var end: LaterCall?

    /// - Parameters:
    ///   - duration: in seconds on the device's clock.
    ///   - curve: without effect.
    public init(
        duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
    ) {
        self.duration = duration
        if let animations { self.animations = [animations] }
    }

    /// As the other; there is no spring.
    public convenience init(
        duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
    ) { self.init(duration: duration, curve: .easeInOut, animations: animations) }

    /// Makes one, and starts it.
    @discardableResult
    public static func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(
            duration: duration, curve: .easeInOut, animations: animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    /// Whether its time runs.
    public var isRunning: Bool { end != nil }

    /// Adds changes; once it runs they are made at once.
    public func addAnimations(_ animation: @escaping () -> Void) {
        if isRunning { animation() } else { animations.append(animation) }
    }

    /// Has a closure called at its end, on the main thread, with the position that it ended at.
    public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    /// Makes the changes; the completions are called when its time is over.
    public func startAnimation() { startAnimation(afterDelay: 0) }

    /// Likewise.
    ///
    /// - Parameter delay: seconds more until the completions are called.
    public func startAnimation(afterDelay delay: TimeInterval) {
        guard state == .inactive else { return }
        state = .active
        // It is kept for as long as it runs.
        let end = LaterCall { self.finish(at: .end) }
        self.end = end
        for animation in animations { animation() }
        animations = []
        end.schedule(after: UIView.areAnimationsEnabled ? delay + duration : 0)
    }

    /// Ends it on the way: the views keep what they have.
    ///
    /// - Parameter withoutFinishing: true: the completions are never called; false: they are by
    ///   `finishAnimation(at:)`.
    public func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        end?.cancel()
        end = nil
        state = .stopped
        if withoutFinishing {
            state = .inactive
            completions = []
        }
    }

    /// After `stopAnimation(false)`: calls the completions.
    ///
    /// - Parameter finalPosition: for the completions. The views keep what they have.
    public func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return }
        finish(at: finalPosition)
    }

    private func finish(at position: UIViewAnimatingPosition) {
        end = nil
        state = .inactive
        let called = completions
        completions = []
        for completion in called { completion(position) }
    }
}

/// Where an animator is; the values are UIKit's.
public enum UIViewAnimatingState: Int, Sendable {
    /// It wasn't started, or is over.
    case inactive = 0
    /// It was started.
    case active = 1
    /// It was stopped, and is to be finished.
    case stopped = 2
}

/// Which end of an animation; the values are UIKit's.
public enum UIViewAnimatingPosition: Int, Sendable {
    /// As it was to become.
    case end = 0
    /// As it was before.
    case start = 1
    /// On the way.
    case current = 2
}
