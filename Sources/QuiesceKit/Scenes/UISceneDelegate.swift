/// Implemented by an app to take part in the life of its scene. All methods are optional (S10), run
/// on the main thread, and are called in place of the application delegate's four:
/// `applicationDidBecomeActive`, `applicationWillResignActive`,
/// `applicationDidEnterBackground` and `applicationWillEnterForeground`.
///
/// A delegate needs `init()`, as an application's does: deriving it from `UIResponder` is enough.
@preconcurrency @MainActor public protocol UISceneDelegate: AnyObject {
    init()

    /// The scene is there: make its window. Called when the app first comes to the front; a launch
    /// into the background has none (S4).
    ///
    /// - Parameters:
    ///   - session: has what was saved of the scene, in `stateRestorationActivity` (P1).
    ///   - connectionOptions: why the scene is connected.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)

    /// The scene is gone: the app is about to be ended (W3).
    func sceneDidDisconnect(_ scene: UIScene)

    /// The scene is in front, and gets events (S3).
    func sceneDidBecomeActive(_ scene: UIScene)

    /// The scene is about to be left or interrupted (S5, S7), or the app, in front, to be ended
    /// (W3).
    func sceneWillResignActive(_ scene: UIScene)

    /// The scene comes to the front, for the first time or again (S6).
    func sceneWillEnterForeground(_ scene: UIScene)

    /// The scene was left. It must return within 5 s (W1), and the app is suspended soon after,
    /// unless a background task is open (T2).
    func sceneDidEnterBackground(_ scene: UIScene)

    /// The user goes on with an activity in the app: `scene(_:continue:)` follows, or that it
    /// failed.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)

    /// The user goes on with an activity: a page of a domain that Info.plist has under
    /// `com.apple.developer.associated-domains`, or one of its `NSUserActivityTypes`, before the
    /// scene becomes active. A launch for one has it in
    /// `connectionOptions.userActivities` instead. Or the app has asked for its own scene: `requestSceneSessionActivation(_:userActivity:options:errorHandler:)`.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)

    /// The activity can't be read.
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error)

    /// The app is to open URLs of a scheme that its Info.plist has under `CFBundleURLTypes`, before
    /// the scene becomes active. A launch for one has it in `connectionOptions.urlContexts`
    /// instead.
    // The name is UIKit's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)

    /// Gives all that the scene needs to come back where it was left, if its app is ended meanwhile
    /// (P1): asked when the scene has entered the background. nil: nothing.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?

    /// Hands over what is there of an earlier launch (P1), after the scene was connected.
    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity)
}

/// Implemented by an app to take part in the life of its `UIWindowScene`.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window. The one with the interface file that the configuration or Info.plist
    /// names is put here before the first call (H4); a delegate that has none loses nothing by it.
    var window: UIWindow? { get set }

    /// The user has chosen a quick action. A launch for one has it in
    /// `connectionOptions.shortcutItem` instead.
    ///
    /// - Parameter completionHandler: to be called with whether it is done.
    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void)

    /// The interface was turned, and lies otherwise on the screen (H4).
    ///
    /// - Parameters:
    ///   - previousCoordinateSpace: its bounds are those that the scene had.
    ///   - previousInterfaceOrientation: how it lay.
    ///   - previousTraitCollection: the scene's traits until then.
    func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection)

    /// As the method with a completion handler, for a delegate that hasn't it.
    @MainActor func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem
    ) async -> Bool
}

extension UIWindowSceneDelegate {
    /// None, for a delegate that keeps no window.
    public var window: UIWindow? {
        get { nil }
        set { _ = newValue }
    }

    /// Does nothing.
    public func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection
    ) {}
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// Nothing.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
    /// Does nothing.
    public func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {}
}
