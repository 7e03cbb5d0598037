import Foundation

/// The alert of iOS 2 to 8, shown in front of everything by `show()`.
@preconcurrency @MainActor public final class UIAlertView {
    public let title: String?
    /// Shown below the title.
    public let message: String?
    /// Hears which button was pressed, on the main thread.
    public weak var delegate: (any UIAlertViewDelegate)?
    /// The index of the button that cancels it; -1: there is none.
    public let cancelButtonIndex: Int
    private let buttons: [String]
    private var window: UIWindow?
    private var controller: UIAlertController?

    /// An alert with a cancel button and others, in that order.
    public init(
        title: String?, message: String?, delegate: (any UIAlertViewDelegate)?,
        cancelButtonTitle: String?, otherButtonTitles: String...
    ) {
        self.title = title
        self.message = message
        self.delegate = delegate
        cancelButtonIndex = cancelButtonTitle == nil ? -1 : 0
        buttons = [cancelButtonTitle].compactMap { $0 } + otherButtonTitles
    }

    /// Whether it is on the screen.
    public var isVisible: Bool { window != nil }

    /// The title of a button, 0 the first; nil: there is no such button.
    public func buttonTitle(at index: Int) -> String? {
        buttons.indices.contains(index) ? buttons[index] : nil
    }

    /// Shows it, until a button is pressed. It is kept alive meanwhile.
    public func show() {
        guard window == nil else { return }
        let controller = UIAlertController(
            title: title, message: message, preferredStyle: .alert)
        for (index, title) in buttons.enumerated() {
            let style: UIAlertAction.Style = index == cancelButtonIndex ? .cancel : .default
            controller.addAction(
                UIAlertAction(title: title, style: style) { _ in self.clicked(index) })
        }
        let window = UIWindow()
        window.windowLevel = .alert
        window.rootViewController = UIViewController()
        window.isHidden = false
        window.rootViewController?.present(controller, animated: false)
        (self.window, self.controller) = (window, controller)
    }

    /// Takes it away, as the button at `index` would.
    public func dismiss(withClickedButtonIndex index: Int, animated: Bool) {
        guard window != nil else { return }
        controller?.dismiss(animated: animated)
        close()
        delegate?.alertView(self, didDismissWithButtonIndex: index)
    }

    private func clicked(_ index: Int) {
        delegate?.alertView(self, clickedButtonAt: index)
        close()
        delegate?.alertView(self, didDismissWithButtonIndex: index)
    }

    private func close() {
        window?.isHidden = true
        (window, controller) = (nil, nil)
    }
}

/// The callbacks about an alert's end. All methods are optional.
@preconcurrency @MainActor public protocol UIAlertViewDelegate: AnyObject {
    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int)
    func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int)
}

extension UIAlertViewDelegate {
    /// Does nothing.
    public func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {}
    /// Does nothing.
    public func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {}
}
