import Foundation

/// Shows the last of a row of controllers, below a bar with its title and a button that leads back.
@preconcurrency @MainActor open class UINavigationController: UIViewController {
    /// The controllers, the first at the bottom, the last on top and shown.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The bar.
    public let navigationBar = UINavigationBar()

    /// Hears which controllers are shown, on the main thread.
    open weak var delegate: (any UINavigationControllerDelegate)?

    /// Whether there is no bar.
    open var isNavigationBarHidden = false { didSet { viewIfLoaded?.setNeedsLayout() } }

    private weak var shown: UIViewController?
    /// The delegate hasn't heard yet that it is shown.
    private var isNews = false

    /// One that shows a controller.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// The controller that is shown.
    open var topViewController: UIViewController? { children.last }

    /// The controller that is seen: one that was presented, else the one on top.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Hides the bar, or shows it.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }

    // MARK: The row

    /// Shows a controller, above the one that is shown. One that is in the row already is refused,
    /// with a note on stderr.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard viewController.parent == nil, !(viewController is UINavigationController) else {
            return note(
                "\(type(of: self)) pushes no \(type(of: viewController)): it is in a controller "
                    + "already, or a navigation controller itself")
        }
        setViewControllers(children + [viewController], animated: animated)
    }

    /// Goes back by one controller; the first stays.
    ///
    /// - Returns: the controller that was shown; nil: it is the first.
    @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let last = children.last else { return nil }
        setViewControllers(children.dropLast(), animated: animated)
        return last
    }

    /// Goes back to a controller of the row.
    ///
    /// - Returns: the controllers that were above it.
    @discardableResult open func popToViewController(
        _ viewController: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        guard let index = children.firstIndex(where: { $0 === viewController }) else { return nil }
        let above = Array(children[(index + 1)...])
        setViewControllers(Array(children[...index]), animated: animated)
        return above
    }

    /// Goes back to the first controller.
    ///
    /// - Returns: the controllers that were above it.
    @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        children.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Has other controllers in the row, and shows the last of them.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let leaving = children.filter { old in !viewControllers.contains { $0 === old } }
        for controller in leaving { controller.willMove(toParent: nil) }
        let entering = viewControllers.filter { $0.parent !== self }
        for controller in entering { addChild(controller) }
        children = viewControllers
        showTop(viewControllers.last)
        for controller in leaving { controller.removeFromParent() }
        for controller in entering { controller.didMove(toParent: self) }
    }

    private func showTop(_ top: UIViewController?) {
        navigationBar.items = children.map(\.navigationItem)
        guard isViewLoaded, top !== shown else { return }
        let old = shown
        if let top {
            top.loadViewIfNeeded()
            delegate?.navigationController(self, willShow: top, animated: false)
        }
        if appearance == .there {
            old?.beginAppearanceTransition(false, animated: false)
            top?.beginAppearanceTransition(true, animated: false)
        }
        put(top)
        if appearance == .there {
            old?.endAppearanceTransition()
            top?.endAppearanceTransition()
        }
        if let top { delegate?.navigationController(self, didShow: top, animated: false) }
    }

    // MARK: The view

    open override func loadView() {
        let container = ContainerView(frame: UIScreen.main.bounds)
        container.backgroundColor = .white
        container.layout = { [weak self] in self?.layout() }
        container.addSubview(navigationBar)
        navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
        view = container
    }

    override var shownChildren: [UIViewController] { [shown].compactMap(\.self) }

    override func placeChildren() {
        guard shown !== topViewController, let topViewController else { return }
        topViewController.loadViewIfNeeded()
        delegate?.navigationController(self, willShow: topViewController, animated: false)
        put(topViewController)
        isNews = true
    }

    override func childrenAppeared() {
        guard isNews, let shown else { return }
        isNews = false
        delegate?.navigationController(self, didShow: shown, animated: false)
    }

    private func put(_ controller: UIViewController?) {
        shown?.viewIfLoaded?.removeFromSuperview()
        shown = controller
        if let controller { view.insertSubview(controller.view, at: 0) }
        view.setNeedsLayout()
        tabBarController?.viewIfLoaded?.setNeedsLayout()
    }

    private func layout() {
        let top = view.safeAreaInsets.top
        navigationBar.isHidden = isNavigationBarHidden
        navigationBar.items = children.map(\.navigationItem)
        navigationBar.frame = CGRect(
            x: 0, y: 0, width: view.bounds.width, height: top + UINavigationBar.height)
        shown?.coveredByBars.top = isNavigationBarHidden ? 0 : UINavigationBar.height
        shown?.view.frame = view.bounds
    }
}

/// The view of a controller that lays out the views of others.
@MainActor final class ContainerView: UIView {
    var layout: (() -> Void)?

    override func layoutSubviews() { layout?() }
}

/// The callbacks about the controllers that are shown. All methods are optional.
@preconcurrency @MainActor public protocol UINavigationControllerDelegate: AnyObject {
    /// A controller is about to be shown.
    func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController, animated: Bool)
    /// A controller is shown.
    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController, animated: Bool
    ) {}
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController, animated: Bool
    ) {}
}
