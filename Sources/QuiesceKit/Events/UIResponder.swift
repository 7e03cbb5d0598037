/// An object that can respond to events. What it doesn't handle goes on to `next`: from a view to
/// its superview and view controllers, to the window, the application and the delegate (H2).
///
/// App delegates derive from it too, as on iOS. `init()` is required of every subclass: where UIKit
/// has one write `required init?(coder:)`, write `required init()`.
@MainActor open class UIResponder {
    public required init() {}

    /// Who is asked after this one; nil at the chain's end.
    open var next: UIResponder? { nil }

    // MARK: The first responder

    /// Whether it may become the first responder: the one that motion and remote control events go
    /// to. Not unless a subclass says so.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether it lets another become the first responder.
    open var canResignFirstResponder: Bool { true }

    public var isFirstResponder: Bool { UIApplication.running?.firstResponder === self }

    /// Asks to be the first responder.
    ///
    /// - Returns: false where it can't be, or where the present one doesn't resign.
    @discardableResult open func becomeFirstResponder() -> Bool {
        guard let application = UIApplication.running, canBecomeFirstResponder else { return false }
        if application.firstResponder === self { return true }
        if let present = application.firstResponder, !present.resignFirstResponder() {
            return false
        }
        application.firstResponder = self
        return true
    }

    /// Gives up being the first responder.
    ///
    /// - Returns: false where it doesn't want to.
    @discardableResult open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        UIApplication.running?.firstResponder = nil
        return true
    }

    // MARK: Events

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// The system took the touches away, for a call or an alert (S7), say: they come to nothing.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionBegan(motion, with: event)
    }

    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionEnded(motion, with: event)
    }

    open func remoteControlReceived(with event: UIEvent?) {
        next?.remoteControlReceived(with: event)
    }
}

// A responder is itself alone.
extension UIResponder: Hashable {
    nonisolated public static func == (left: UIResponder, right: UIResponder) -> Bool {
        left === right
    }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
