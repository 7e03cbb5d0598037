import Foundation

// UIKit's calls for animations. Nothing is animated: views have their new values at once, as they
// have for code on iOS, and completions are called when an animation of that length would be over.
extension UIView {
    /// How an animation goes; the values are UIKit's. `repeat` alone has an effect: the completion
    /// is never called then.
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The subviews are laid out with it.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Views take touches meanwhile; here they do in any case.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// It begins where an earlier one is.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// It begins anew, until it is taken away: the completion isn't called.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// It goes back and forth.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// It doesn't take the length of the one around it.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// It doesn't take the curve of the one around it.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// Views are drawn anew at each step.
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// A transition hides views, and doesn't remove them.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// It doesn't take the options of the one around it.
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
        /// Slow at both ends.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at first.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// Even.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// Turned over, from the left.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// Turned over, from the right.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// As a page is turned up.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// As a page is turned down.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        /// One fades into the other.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        /// Turned over, from the top.
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        /// Turned over, from the bottom.
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    }

    /// How an animation's speed changes; the values are UIKit's. None has an effect.
    public enum AnimationCurve: Int, Sendable {
        /// Slow at both ends.
        case easeInOut = 0
        /// Slow at first.
        case easeIn = 1
        /// Slow at the end.
        case easeOut = 2
        /// Even.
        case linear = 3
    }

    /// Makes changes to views, at once.
    ///
    /// - Parameters:
    ///   - duration: seconds on the device's clock until the completion is called; with 0, or while
    ///     animations are switched off, it is called in the next turn of the main loop.
    ///   - animations: makes the changes, before this returns.
    ///   - completion: called on the main thread, with true.
    public static func animate(
        withDuration duration: TimeInterval, animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: 0, options: [], animations: animations,
            completion: completion)
    }

    /// Likewise.
    ///
    /// - Parameter delay: seconds more until the completion is called; the changes are made at
    ///   once, as on iOS.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        guard let completion, !options.contains(.repeat) else { return }
        LaterCall { completion(true) }.schedule(after: areAnimationsEnabled ? duration + delay : 0)
    }

    /// Likewise; there is no spring.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: delay, options: options, animations: animations,
            completion: completion)
    }

    /// Makes changes in a view, at once.
    ///
    /// - Parameters:
    ///   - view: the view that would be seen to turn, or fade.
    ///   - duration: seconds until the completion is called, as of `animate`.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: 0, options: options, animations: animations ?? {},
            completion: completion)
    }

    /// Puts a view in the place of another, at once.
    ///
    /// - Parameter options: with `showHideTransitionViews` one is hidden and the other shown;
    ///   otherwise one is taken from its superview, which the other is added to.
    public static func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval,
        options: AnimationOptions = [], completion: ((Bool) -> Void)? = nil
    ) {
        let animations = {
            if options.contains(.showHideTransitionViews) {
                fromView.isHidden = true
                toView.isHidden = false
            } else {
                fromView.superview?.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        }
        animate(
            withDuration: duration, delay: 0, options: options, animations: animations,
            completion: completion)
    }

    /// Makes changes; the completions of animations that are begun in it don't wait.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = areAnimationsEnabled
        areAnimationsEnabled = false
        actionsWithoutAnimation()
        areAnimationsEnabled = before
    }

    /// Whether completions wait for as long as an animation would take.
    public private(set) static var areAnimationsEnabled = true

    /// Says whether completions wait for as long as an animation would take.
    public static func setAnimationsEnabled(_ enabled: Bool) { areAnimationsEnabled = enabled }
}
