import Foundation

/// The bar at the bottom of a tab bar controller, with a button for each tab.
@preconcurrency @MainActor open class UITabBar: UIView {
    /// Points, as UIKit has it.
    static let height: CGFloat = 49

    /// The tabs, from left to right.
    public internal(set) var items: [UITabBarItem]? { didSet { setNeedsLayout() } }
    /// The tab that is shown.
    public internal(set) var selectedItem: UITabBarItem? { didSet { setNeedsLayout() } }
    var choose: ((Int) -> Void)?
    private var buttons: [UIButton] = []
    private let line = UIView()

    open override func layoutSubviews() {
        let items = items ?? []
        backgroundColor = backgroundColor ?? UIColor(white: 0.976, alpha: 1)
        line.backgroundColor = UIColor(white: 0.78, alpha: 1)
        if line.superview == nil { addSubview(line) }
        line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
        while buttons.count > items.count { buttons.removeLast().removeFromSuperview() }
        while buttons.count < items.count {
            let (index, button) = (buttons.count, TabButton(type: .custom))
            button.titleLabel.font = .systemFont(ofSize: 12)
            button.addAction(
                UIAction { [weak self] _ in self?.choose?(index) }, for: .touchUpInside)
            addSubview(button)
            buttons.append(button)
        }
        let width = bounds.width / CGFloat(max(1, items.count))
        for (index, (item, button)) in zip(items, buttons).enumerated() {
            item.bar = self
            button.setTitle(item.title, for: .normal)
            button.imageView.image = item.image
            button.setTitleColor(
                item === selectedItem ? .tint : UIColor(white: 0.4, alpha: 1), for: .normal)
            button.frame = CGRect(
                x: CGFloat(index) * width, y: 1, width: width, height: Self.height - 1)
        }
    }
}

/// A picture above a title.
private final class TabButton: UIButton {
    override func layoutSubviews() {
        super.layoutSubviews()
        guard imageView.image != nil else { return }
        imageView.frame = CGRect(x: (bounds.width - 25) / 2, y: 4, width: 25, height: 25)
        titleLabel.frame = CGRect(x: 0, y: 30, width: bounds.width, height: 16)
    }
}

/// Shows one of several controllers, above a bar by which the user chooses.
@preconcurrency @MainActor open class UITabBarController: UIViewController {
    /// The controllers, from left to right.
    open var viewControllers: [UIViewController]? {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The bar.
    public let tabBar = UITabBar()

    /// Hears what the user chooses, on the main thread.
    open weak var delegate: (any UITabBarControllerDelegate)?

    /// The number of the tab that is shown, 0 the first. One that isn't there is refused.
    open var selectedIndex = 0 {
        didSet {
            guard children.indices.contains(selectedIndex) || children.isEmpty else {
                selectedIndex = oldValue
                return
            }
            showSelected()
        }
    }

    /// The controller that is shown.
    open var selectedViewController: UIViewController? {
        get { children.indices.contains(selectedIndex) ? children[selectedIndex] : nil }
        set {
            guard let index = children.firstIndex(where: { $0 === newValue }) else { return }
            selectedIndex = index
        }
    }

    private weak var shown: UIViewController?

    /// Has other controllers, and shows the one that was shown, or else the first.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let (new, selected) = (viewControllers ?? [], selectedViewController)
        let leaving = children.filter { old in !new.contains { $0 === old } }
        for controller in leaving { controller.willMove(toParent: nil) }
        let entering = new.filter { $0.parent !== self }
        for controller in entering { addChild(controller) }
        children = new
        selectedIndex = new.firstIndex { $0 === selected } ?? 0
        for controller in leaving { controller.removeFromParent() }
        for controller in entering { controller.didMove(toParent: self) }
    }

    private func showSelected() {
        guard isViewLoaded else { return }
        view.setNeedsLayout()
        let (old, new) = (shown, selectedViewController)
        guard old !== new else { return }
        new?.loadViewIfNeeded()
        if appearance == .there {
            old?.beginAppearanceTransition(false, animated: false)
            new?.beginAppearanceTransition(true, animated: false)
        }
        put(new)
        if appearance == .there {
            old?.endAppearanceTransition()
            new?.endAppearanceTransition()
        }
    }

    private func choose(_ index: Int) {
        guard children.indices.contains(index) else { return }
        let controller = children[index]
        guard delegate?.tabBarController(self, shouldSelect: controller) ?? true else { return }
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: controller)
    }

    // MARK: The view

    open override func loadView() {
        let container = ContainerView(frame: UIScreen.main.bounds)
        container.backgroundColor = .white
        container.layout = { [weak self] in self?.layout() }
        container.addSubview(tabBar)
        tabBar.choose = { [weak self] in self?.choose($0) }
        view = container
    }

    override var shownChildren: [UIViewController] { [shown].compactMap(\.self) }

    override func placeChildren() {
        if shown !== selectedViewController { put(selectedViewController) }
    }

    private func put(_ controller: UIViewController?) {
        shown?.viewIfLoaded?.removeFromSuperview()
        shown = controller
        if let controller { view.insertSubview(controller.view, at: 0) }
        view.setNeedsLayout()
    }

    private func layout() {
        tabBar.items = children.map(\.tabBarItem)
        tabBar.selectedItem = selectedViewController?.tabBarItem
        let row = (shown as? UINavigationController)?.children.dropFirst() ?? []
        tabBar.isHidden = row.contains(where: \.hidesBottomBarWhenPushed)
        let height = UITabBar.height + view.safeAreaInsets.bottom
        tabBar.frame = CGRect(
            x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
        shown?.coveredByBars.bottom = tabBar.isHidden ? 0 : UITabBar.height
        shown?.view.frame = view.bounds
    }
}

/// The callbacks about the user's choice of a tab. All methods are optional.
@preconcurrency @MainActor public protocol UITabBarControllerDelegate: AnyObject {
    /// Whether the user may choose a tab.
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    /// The user has chosen a tab.
    func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    /// Any may be chosen.
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    /// Does nothing.
    public func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {}
}
