import Foundation

/// A window of an app on the screen, with the app's views in it. The window stays, once it was made
/// visible, until it is hidden.
@preconcurrency @MainActor open class UIWindow: UIView {
    /// The higher the level, the further in front.
    public struct Level: RawRepresentable, Sendable, Hashable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// Where apps' windows usually are.
        public static let normal = Level(rawValue: 0)
        /// Above those.
        public static let statusBar = Level(rawValue: 1_000)
        /// Above all others: alerts.
        public static let alert = Level(rawValue: 2_000)
    }

    /// The app's display; nil in a window that outlived its app, as in tests.
    private(set) weak var display: Display?
    let stack = ControllerStack()
    /// The scene that it is of; nil while there is none. A window that becomes visible is of the
    /// app's scene.
    open weak var windowScene: UIWindowScene?

    /// A window of a part of the screen.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        begin()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    private func begin() {
        display = UIApplication.running?.display
        windowScene = UIApplication.running?.scenes.scene
        stack.window = self
        super.isHidden = true
    }

    /// A window as large as the screen. Show it with `makeKeyAndVisible()`.
    public convenience init(_ nothing: Void = ()) { self.init(frame: UIScreen.main.bounds) }

    /// A window of this scene, as large as the screen. Show it with `makeKeyAndVisible()`.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        self.windowScene = windowScene
    }

    /// The controller whose view fills the window.
    open var rootViewController: UIViewController? {
        get { stack.root }
        set { stack.root = newValue }
    }

    /// Which windows it is drawn in front of: those of lower levels.
    open var windowLevel = Level.normal { didSet { display?.reorder() } }

    /// Whether events without a place go to it.
    open var isKeyWindow: Bool { display?.keyWindow === self }

    /// Shows the window, in front of others of its level, and has motion and remote control events
    /// go to it where there is no first responder.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    /// Lets events without a place go to it.
    open func makeKey() { display?.keyWindow = self }

    open override var isHidden: Bool {
        didSet {
            guard isHidden != oldValue else { return }
            if windowScene == nil { windowScene = UIApplication.running?.scenes.scene }
            if isHidden { display?.hide(self) } else { display?.show(self) }
        }
    }

    open override var window: UIWindow? { self }

    /// The scene, in an app that has scenes, else the application.
    open override var next: UIResponder? {
        let application = UIApplication.running
        return application?.scenes.isAdopted == true ? windowScene ?? application : application
    }

    open override func layoutSubviews() { stack.layout() }

    /// Passes the touches to the gesture recognizers and the views in which they began.
    open func sendEvent(_ event: UIEvent) {
        for touch in event.allTouches ?? []
        where touch.window === self && !scroll(touch, event) {
            touch.deliver(with: event)
        }
    }
}
