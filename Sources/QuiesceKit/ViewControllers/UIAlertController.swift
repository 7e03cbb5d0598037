import Foundation

/// A question to the user, over what a controller shows. It stays until it is answered, also while
/// the app is in the background (S11).
@preconcurrency @MainActor open class UIAlertController: UIViewController {
    /// The values are UIKit's.
    public enum Style: Int, Sendable {
        /// A list of what can be done.
        case actionSheet = 0
        /// A question, or something to be known.
        case alert = 1
    }

    /// Shown below the title.
    open var message: String?
    /// How it is shown.
    public private(set) var preferredStyle = Style.alert
    /// Its buttons, in the order in which they were added.
    public private(set) var actions: [UIAlertAction] = []
    private let box = AlertBox()

    /// An alert without a title.
    public override init(nibName: String?, bundle: Bundle? = nil) {
        super.init(nibName: nibName, bundle: bundle)
        modalPresentationStyle = .overFullScreen
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        modalPresentationStyle = .overFullScreen
    }

    /// An alert to which `addAction(_:)` adds the buttons.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    /// Adds a button, below those that are there; before the alert is presented.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    // It covers another for a moment: that one decides.
    open override var shouldAutorotate: Bool { presentingViewController?.shouldAutorotate ?? true }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        presentingViewController?.supportedInterfaceOrientations ?? .all
    }

    open override func viewDidLoad() {
        view.backgroundColor = UIColor(white: 0, alpha: 0.4)
        box.backgroundColor = .white
        view.addSubview(box)
        box.show(title: title, message: message)
        for action in actions {
            let button = UIButton(
                primaryAction: UIAction(title: action.title ?? "") { [weak self] _ in
                    self?.choose(action)
                })
            // Blue and red, dark enough to be read on white.
            let color =
                action.style == .destructive
                ? UIColor(red: 0.76, green: 0.12, blue: 0.14, alpha: 1)
                : UIColor(red: 0.04, green: 0.37, blue: 0.8, alpha: 1)
            button.setTitleColor(color, for: .normal)
            button.isEnabled = action.isEnabled
            box.add(button)
        }
    }

    open override func viewDidLayoutSubviews() {
        let screen = view.bounds
        let width = min(270, screen.width)
        // The status bar stays free.
        let height = box.fit(width: width, height: max(0, screen.height - 2 * 20))
        let top =
            switch preferredStyle {
            case .alert: (screen.height - height) / 2
            case .actionSheet: screen.height - height
            }
        box.frame = CGRect(x: (screen.width - width) / 2, y: top, width: width, height: height)
    }

    /// The user is gone: what cancels the alert is done, if there is that.
    func cancel() {
        choose(actions.first { $0.style == .cancel })
    }

    private func choose(_ action: UIAlertAction?) {
        presentingViewController?.dismiss(animated: false)
        if let action { action.handler?(action) }
    }
}

/// A button of an alert.
@preconcurrency @MainActor public final class UIAlertAction {
    /// The values are UIKit's.
    public enum Style: Int, Sendable {
        case `default` = 0
        /// Leaves everything as it was.
        case cancel = 1
        /// Takes something away.
        case destructive = 2
    }

    /// The button's title.
    public let title: String?
    /// Whether it is a usual button, cancels, or destroys something.
    public let style: Style
    /// As the alert is first shown.
    public var isEnabled = true
    let handler: (@MainActor (UIAlertAction) -> Void)?

    /// - Parameter handler: called once the alert is gone.
    public init(
        title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
