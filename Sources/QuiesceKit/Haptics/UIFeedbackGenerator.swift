import Foundation

/// Lets the user feel something, on iOS. Without effect here, as there is no motor that a program
/// could move: its subclasses' calls do nothing.
@preconcurrency @MainActor open class UIFeedbackGenerator {
    /// One that does nothing.
    public init() {}

    /// Does nothing: there is no motor to make ready.
    open func prepare() {}
}

/// A knock. Without effect, as there is no motor.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How hard it is; the values are UIKit's.
    public enum FeedbackStyle: Int, Sendable {
        /// Two small things meet.
        case light = 0
        /// Larger things meet.
        case medium = 1
        /// Large things meet.
        case heavy = 2
        /// Soft things meet.
        case soft = 3
        /// Hard things meet.
        case rigid = 4
    }

    /// A knock of medium strength.
    public override init() { super.init() }

    /// - Parameter style: without effect.
    public init(style: FeedbackStyle) { super.init() }

    /// Does nothing.
    open func impactOccurred() {}

    /// Does nothing.
    ///
    /// - Parameter intensity: from 0 to 1.
    open func impactOccurred(intensity: CGFloat) {}
}

/// The outcome of something. Without effect, as there is no motor.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The outcome; the values are UIKit's.
    public enum FeedbackType: Int, Sendable {
        /// It was done.
        case success = 0
        /// Something isn't as it should be.
        case warning = 1
        /// It failed.
        case error = 2
    }

    /// Does nothing.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}

/// Another choice. Without effect, as there is no motor.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Does nothing.
    open func selectionChanged() {}
}
