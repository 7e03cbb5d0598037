import Foundation

/// A controller's part in a navigation bar: its title and its buttons.
@preconcurrency @MainActor open class UINavigationItem {
    /// The values are UIKit's. All are drawn alike.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As the item before.
        case automatic = 0
        /// Large, on iOS.
        case always = 1
        /// In the bar.
        case never = 2
    }

    /// The text in the middle of the bar.
    open var title: String? { didSet { changed() } }
    /// Shown in place of the title.
    open var titleView: UIView? { didSet { changed() } }
    /// The text of the button that leads back to this controller; nil: its title.
    open var backButtonTitle: String? { didSet { changed() } }
    /// Whether there is no button that leads back.
    open var hidesBackButton = false { didSet { changed() } }
    /// Buttons on the left, from the outside inwards. They take the back button's place.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    /// Buttons on the right, from the outside inwards.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    /// Titles are never large here.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    weak var bar: UINavigationBar?

    /// An item with a title.
    public init(title: String?) { self.title = title }

    /// The outermost button on the left.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The outermost button on the right.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    private func changed() { bar?.setNeedsLayout() }
}

/// A controller's part in a tab bar.
@preconcurrency @MainActor open class UITabBarItem {
    /// The tab's text.
    open var title: String? { didSet { bar?.setNeedsLayout() } }
    /// The tab's picture, above the text.
    open var image: UIImage? { didSet { bar?.setNeedsLayout() } }
    /// A number by which an app knows the tab.
    open var tag: Int

    weak var bar: UITabBar?

    /// A tab with a text, a picture, or both.
    public init(title: String?, image: UIImage?, tag: Int) {
        (self.title, self.image, self.tag) = (title, image, tag)
    }
}
