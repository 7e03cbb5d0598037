/// An object that can respond to events. What it doesn't handle goes on to `next`: from a view to
/// its superview and view controllers, to the window, the application and the delegate (H2).
///
/// App delegates derive from it too, as on iOS. `init()` is required of them; views and controllers
/// have UIKit's initializers instead.
@preconcurrency @MainActor open class UIResponder: UIUserActivityRestoring {
    public required init() {}

    /// The responder that is asked after this one; nil at the chain's end.
    open var next: UIResponder? { nil }

    /// Does nothing. A subclass that a delegate gives to the handler of
    /// `application(_:continue:restorationHandler:)` shows what the activity is about.
    open func restoreUserActivityState(_ userActivity: NSUserActivity) {}

    // MARK: The first responder

    /// Whether it may become the first responder: the one that motion and remote control events go
    /// to. Not unless a subclass says so.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether it lets another become the first responder.
    open var canResignFirstResponder: Bool { true }

    /// Whether motion and remote control events come here first.
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

    /// A finger came down. Passes it on to the next responder unless it is overridden, as do those
    /// below.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    /// Fingers moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    /// Fingers were lifted.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// The system took the touches away, for a call or an alert (S7), say: they come to nothing.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    /// A motion began, such as a shake (H4).
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionBegan(motion, with: event)
    }

    /// A motion is over.
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionEnded(motion, with: event)
    }

    /// A button of a headset or a dock was pressed (H2).
    open func remoteControlReceived(with event: UIEvent?) {
        next?.remoteControlReceived(with: event)
    }
}

// A responder is itself alone.
extension UIResponder: Hashable {
    /// Whether both are the same object.
    nonisolated public static func == (left: UIResponder, right: UIResponder) -> Bool {
        left === right
    }

    /// By the object's identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
