/// An action of a control: a title, for menus and buttons, and a closure.
///
/// Selectors don't exist on Linux: target and action are this closure, or the method reference that
/// `UIControl.addTarget` takes.
@preconcurrency @MainActor public final class UIAction {
    public let title: String
    /// The control that it was sent by.
    public internal(set) weak var sender: AnyObject?
    private let handler: @MainActor (UIAction) -> Void

    /// - Parameter handler: called on the main thread with the action, for each event that it was
    ///   added for.
    public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
        self.title = title
        self.handler = handler
    }

    func perform(from sender: AnyObject) {
        self.sender = sender
        handler(self)
    }
}
