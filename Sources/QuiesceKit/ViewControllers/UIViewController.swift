import Foundation

/// Makes a view, and is told what becomes of it: when it is loaded, when it appears and disappears,
/// when the screen is turned.
@preconcurrency @MainActor open class UIViewController: UIResponder {
    /// The name of what it shows, which bars show.
    open var title: String? {
        didSet {
            navigationItem.title = title
            if let title { tabBarItem.title = title }
        }
    }

    /// The name of an interface file in the bundle, without `.json`, that the view is loaded from;
    /// nil: `loadView` makes it.
    public internal(set) var nibName: String?

    /// - Parameters:
    ///   - nibName: an interface file, see `nibName`.
    ///   - bundle: nothing is looked for anywhere but in the app's bundle.
    public init(nibName: String?, bundle: Bundle? = nil) {
        self.nibName = nibName
        super.init()
    }

    /// A controller of an interface file. Nothing is read of a coder.
    public required init?(coder: NSCoder) { super.init() }

    /// A controller whose view is made when it is first needed.
    public convenience init(_ nothing: Void = ()) { self.init(nibName: nil, bundle: nil) }

    /// Delegates alone have that: a controller has the initializers that UIKit gives it.
    @available(*, unavailable) public required init() { fatalError("a controller has a view") }

    // MARK: The view

    /// The view, which is loaded when it is first asked for.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    private(set) var loadedView: UIView? {
        didSet {
            guard loadedView !== oldValue else { return }
            oldValue?.controller = nil
            loadedView?.controller = self
        }
    }

    /// Whether the view was made.
    open var isViewLoaded: Bool { loadedView != nil }
    /// The view, if it was made; never makes it.
    open var viewIfLoaded: UIView? { loadedView }

    /// Makes the view, if it wasn't.
    public func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { loadedView = UIView(frame: UIScreen.main.bounds) }
        viewDidLoad()
    }

    /// Makes the view: that of the interface file, or an empty one, of the screen's size.
    open func loadView() {
        view = nibName.flatMap(InterfaceFile.view) ?? UIView(frame: UIScreen.main.bounds)
    }

    /// The view was made. Once.
    open func viewDidLoad() {}

    // MARK: What becomes of it

    /// The view is about to be on the screen.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is on the screen.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave the screen.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has left the screen.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to lay out its subviews.
    open func viewWillLayoutSubviews() {}
    /// The view has laid out its subviews.
    open func viewDidLayoutSubviews() {}

    /// Memory runs short: free what can be made again (M2).
    open func didReceiveMemoryWarning() {}

    // MARK: Rotation

    /// Whether the interface turns with the device.
    open var shouldAutorotate: Bool { true }

    /// How the interface may lie while this controller is in front.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

    /// The interface is about to be turned.
    ///
    /// - Parameter size: the screen's, as it will be.
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
    }

    /// The traits are about to be others, as the interface is turned; before `viewWillTransition`.
    open func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    // MARK: Traits

    /// The style of its view and of those in it, whatever it is around them; `unspecified`: the
    /// same.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { traitsMayHaveChanged() }
    }

    /// Its traits are others than they were. Called before its view's.
    ///
    /// - Parameter previousTraitCollection: those before.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// As it last had them; nil: as the screen has them.
    var knownTraits: UITraitCollection?

    // MARK: Restoration

    /// The identifier by which the controller is found again when the app's state is restored (P1);
    /// nil: the controller isn't preserved, nor is one that it presents.
    open var restorationIdentifier: String?

    /// Saves what is to be seen again after the app was ended in the background. Called when the
    /// app was left.
    open func encodeRestorableState(with coder: NSCoder) {}

    /// Restores it. Called at the next launch, when the view is loaded and isn't shown yet.
    open func decodeRestorableState(with coder: NSCoder) {}

    // MARK: Presenting

    /// The controller that this one presented, or a controller around this one.
    public var presentedViewController: UIViewController? { outermost.presented }

    /// The controller that presented this one, or a controller around this one.
    public var presentingViewController: UIViewController? { outermost.presenter }

    var presented: UIViewController?
    weak var presenter: UIViewController?

    /// How it covers the controller that presents it.
    open var modalPresentationStyle = UIModalPresentationStyle.fullScreen

    /// The one who presented it, or else its view's superview.
    open override var next: UIResponder? { presentingViewController ?? loadedView?.superview }

    /// Shows a controller's view over this one's. Where this one isn't in a window, or presents
    /// another already, that is refused, with a note on stderr.
    ///
    /// - Parameter completion: called when it is there.
    open func present(
        _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
    ) {
        if let problem = problem(presenting: controller) {
            return note("\(type(of: self)) presents no \(type(of: controller)): \(problem)")
        }
        outermost.presented = controller
        controller.presenter = outermost
        view.window?.stack.update()
        completion?()
    }

    /// Takes away what this controller presented, with all that is over it; or else itself.
    ///
    /// - Parameter completion: called when it is gone.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard let presented = presentedViewController else {
            guard let presentingViewController else { return }
            return presentingViewController.dismiss(animated: animated, completion: completion)
        }
        // The frontmost of them is in the window.
        let stack = sequence(first: outermost, next: \.presented)
            .compactMap { $0.viewIfLoaded?.window?.stack }.first
        outermost.presented = nil
        stack?.update()
        for controller in sequence(first: presented, next: \.presented) {
            controller.presenter?.presented = nil
            controller.presenter = nil
        }
        completion?()
    }

    private func problem(presenting controller: UIViewController) -> String? {
        if presentedViewController != nil { return "it presents another already" }
        // It may be under what fills the screen, but then it presents that.
        guard let window = viewIfLoaded?.window else { return "its view is in no window" }
        if controller.presentingViewController != nil { return "that is presented already" }
        if controller.parent != nil { return "that is the child of another controller" }
        if window.stack.all.contains(where: { $0 === controller }) { return "that is in front" }
        return nil
    }

    var isShownOverOthers: Bool {
        presentingViewController != nil && modalPresentationStyle == .overFullScreen
    }

    // MARK: Controllers in it

    /// The controllers that it contains, in the order in which they were added.
    public internal(set) var children: [UIViewController] = []

    /// The controller that contains this one.
    public internal(set) weak var parent: UIViewController?

    /// Takes a controller in. The app adds its view, and calls `didMove(toParent:)` of it then.
    open func addChild(_ childController: UIViewController) { take(childController) }

    /// Takes this controller out of the one that contains it. The app has called
    /// `willMove(toParent:)` with nil before, and taken the view away.
    open func removeFromParent() { leaveParent() }

    /// It is about to be in another controller, or in none.
    open func willMove(toParent parent: UIViewController?) {}

    /// It is in another controller, or in none.
    open func didMove(toParent parent: UIViewController?) {}

    /// Whether those in it are told of appearing with it. One that returns false tells them by
    /// `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()`.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// How far the controller has come in appearing.
    var appearance = Appearance.gone

    /// Those in it that are seen when it is.
    var shownChildren: [UIViewController] {
        children.filter { child in
            viewIfLoaded.map { child.viewIfLoaded?.isDescendant(of: $0) == true } ?? false
        }
    }

    /// Puts the views of those in it where they are to be seen. Containers do.
    func placeChildren() {}

    /// It has appeared, with those in it.
    func childrenAppeared() {}

    /// Insets that are added to the safe area of its view, in points.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { viewIfLoaded?.setNeedsLayout() }
    }

    /// As much of its view as the bars of the controller around it cover.
    var coveredByBars = UIEdgeInsets.zero {
        didSet { if coveredByBars != oldValue { viewIfLoaded?.setNeedsLayout() } }
    }

    /// The controller's part in a navigation bar.
    open var navigationItem: UINavigationItem { ownNavigationItem }
    private lazy var ownNavigationItem = UINavigationItem(title: title)

    /// The controller's part in a tab bar.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    /// Whether a navigation controller shows no tab bar around it while this controller is on top.
    open var hidesBottomBarWhenPushed = false
}

/// How a presented controller's view is shown; the values are UIKit's.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Those under it disappear.
    case fullScreen = 0
    /// Those under it stay where they are.
    case overFullScreen = 5
}
