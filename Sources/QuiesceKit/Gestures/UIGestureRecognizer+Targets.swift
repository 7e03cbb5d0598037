import Foundation

/// A gesture recognizer as its targets' methods take it: of its own class.
@preconcurrency @MainActor public protocol UIGestureTargets: UIGestureRecognizer {}

extension UIGestureRecognizer: UIGestureTargets {}

// Target and action: a reference to a method stands for UIKit's selector, as in
// `UITapGestureRecognizer(target: self, action: Gallery.tapped)`.
extension UIGestureTargets {
    /// One that calls a method with itself.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    /// One that calls a method.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    /// Has a method called, with the recognizer, whenever its gesture is recognized; of one that
    /// lasts, when it begins, changes and ends. The target isn't retained.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) {
        add { [weak target] recognizer in
            if let target, let recognizer = recognizer as? Self { action(target)(recognizer) }
        }
    }

    /// Likewise, without the recognizer.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        add { [weak target] _ in if let target { action(target)() } }
    }
}
