import Foundation

/// Makes a view, and is told what becomes of it: when it is loaded, when it appears and disappears,
/// when the screen is turned.
@preconcurrency @MainActor open class UIViewController: UIResponder {
    open var title: String?

    /// The name of an interface file in the bundle, without `.json`, that the view is loaded from;
    /// nil: `loadView` makes it.
    public internal(set) var nibName: String?

    /// A controller whose view is made when it is first needed.
    public required init() {}

    /// - Parameter nibName: an interface file, see `nibName`.
    public convenience init(nibName: String?) {
        self.init()
        self.nibName = nibName
    }

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
    ) {}

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

    /// The controller that this one presented.
    public internal(set) var presentedViewController: UIViewController?

    /// The controller that presented this one.
    public internal(set) weak var presentingViewController: UIViewController?

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
        presentedViewController = controller
        controller.presentingViewController = self
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
        let stack = sequence(first: self, next: \.presentedViewController)
            .compactMap { $0.viewIfLoaded?.window?.stack }.first
        presentedViewController = nil
        stack?.update()
        for controller in sequence(first: presented, next: \.presentedViewController) {
            controller.presentingViewController?.presentedViewController = nil
            controller.presentingViewController = nil
        }
        completion?()
    }

    private func problem(presenting controller: UIViewController) -> String? {
        if presentedViewController != nil { return "it presents another already" }
        // It may be under what fills the screen, but then it presents that.
        guard let window = viewIfLoaded?.window else { return "its view is in no window" }
        if controller.presentingViewController != nil { return "that is presented already" }
        if window.stack.all.contains(where: { $0 === controller }) { return "that is in front" }
        return nil
    }

    var isShownOverOthers: Bool {
        presentingViewController != nil && modalPresentationStyle == .overFullScreen
    }
}

/// How a presented controller's view is shown; the values are UIKit's.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Those under it disappear.
    case fullScreen = 0
    /// Those under it stay where they are.
    case overFullScreen = 5
}
