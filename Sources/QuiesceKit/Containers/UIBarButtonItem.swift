import Foundation

/// A button in a bar.
@preconcurrency @MainActor open class UIBarButtonItem {
    /// The values are UIKit's.
    public enum Style: Int, Sendable {
        /// As most buttons are drawn.
        case plain = 0
        /// Drawn heavier: the button ends what is done here.
        case done = 2
    }

    /// Buttons with the system's words; the values are UIKit's.
    public enum SystemItem: Int, Sendable {
        /// "Done".
        case done = 0
        /// "Cancel".
        case cancel = 1
        /// "Edit".
        case edit = 2
        /// "Save".
        case save = 3
        /// A cross.
        case add = 4
        /// Nothing is drawn.
        case flexibleSpace = 5
        /// Nothing is drawn.
        case fixedSpace = 6
        /// "Compose".
        case compose = 7
        /// "Reply".
        case reply = 8
        /// "Action".
        case action = 9
        /// "Organize".
        case organize = 10
        /// "Bookmarks".
        case bookmarks = 11
        /// "Search".
        case search = 12
        /// "Refresh".
        case refresh = 13
        /// "Stop".
        case stop = 14
        /// "Camera".
        case camera = 15
        /// "Trash".
        case trash = 16
        /// "Play".
        case play = 17
        /// "Pause".
        case pause = 18
        /// "Rewind".
        case rewind = 19
        /// "Fast Forward".
        case fastForward = 20
        /// "Undo".
        case undo = 21
        /// "Redo".
        case redo = 22
        /// "Close".
        case close = 24

        /// UIKit draws signs for some of them; here they are words, but for the cross.
        var title: String {
            switch self {
            case .add: "+"
            case .flexibleSpace, .fixedSpace: ""
            case .fastForward: "Fast Forward"
            case .done, .cancel, .edit, .save, .compose, .reply, .action, .organize, .bookmarks,
                .search, .refresh, .stop, .camera, .trash, .play, .pause, .rewind, .undo, .redo,
                .close:
                "\(self)".capitalized
            }
        }
    }

    /// The button's text.
    open var title: String? { didSet { button.setTitle(title, for: .normal) } }
    /// Whether it can be pressed.
    open var isEnabled = true { didSet { button.isEnabled = isEnabled } }
    /// How it is drawn.
    open var style: Style { didSet { styled() } }
    /// A view that stands in the bar in the button's place.
    public let customView: UIView?
    /// Performed when the button is pressed.
    public let primaryAction: UIAction?

    private let button = UIButton(type: .system)

    private init(title: String?, style: Style, view: UIView?, action: UIAction?) {
        (self.title, self.style, customView, primaryAction) = (title, style, view, action)
        button.setTitle(title, for: .normal)
        if let action { button.addAction(action, for: .touchUpInside) }
        styled()
    }

    /// A button with a text that performs an action.
    public convenience init(title: String? = nil, primaryAction: UIAction?) {
        self.init(
            title: title ?? primaryAction?.title, style: .plain, view: nil, action: primaryAction)
    }

    /// A button with the system's word that performs an action.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init(
            title: systemItem.title, style: systemItem == .done ? .done : .plain, view: nil,
            action: primaryAction)
    }

    /// A button with a text that calls a method: a reference to it stands for UIKit's selector. The
    /// target isn't retained.
    public convenience init<Target: AnyObject>(
        title: String?, style: Style, target: Target?,
        action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init(
            title: title, style: style, view: nil, action: Self.calling(target, action))
    }

    /// A button with the system's word that calls a method.
    public convenience init<Target: AnyObject>(
        barButtonSystemItem systemItem: SystemItem, target: Target?,
        action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init(
            title: systemItem.title, style: systemItem == .done ? .done : .plain, view: nil,
            action: Self.calling(target, action))
    }

    /// A view of the app's own.
    public convenience init(customView: UIView) {
        self.init(title: nil, style: .plain, view: customView, action: nil)
    }

    private static func calling<Target: AnyObject>(
        _ target: Target?, _ action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) -> UIAction {
        UIAction { [weak target] _ in
            if let target { action(target)() }
        }
    }

    private func styled() {
        button.titleLabel.font = .systemFont(
            ofSize: 17, weight: style == .done ? .semibold : .regular)
        button.setTitleColor(.tint, for: .normal)
    }

    /// The view that stands for it in a bar.
    var view: UIView { customView ?? button }
}

extension UIColor {
    /// The blue of buttons in bars, dark enough to be read on white.
    static let tint = UIColor(red: 0, green: 0.42, blue: 0.9, alpha: 1)
}
