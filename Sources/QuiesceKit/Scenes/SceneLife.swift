import Foundation
import QuiesceWire

/// The app's one scene, which goes through the app's states. An app has scenes if Info.plist has a
/// manifest of them, or its delegate gives a configuration; if it has none, the scene is there for
/// who looks for one, and nobody is its delegate.
@MainActor final class SceneLife {
    let manifest: SceneManifest?
    private let store: SceneStore?
    /// nil: only its delegate could say, and wasn't asked yet.
    private(set) var isAdopted: Bool?
    private(set) var session: UISceneSession?
    private(set) var scene: UIWindowScene?
    /// Has the main interface, loaded before it was known that the app has scenes.
    weak var mainWindow: UIWindow?
    private var saved: SceneStore.Saved?

    init(manifest: SceneManifest?, container: URL?) {
        self.manifest = manifest
        store = container.map(SceneStore.init)
        isAdopted = manifest == nil ? nil : true
    }

    // MARK: Launching

    /// Before the delegate is called: what there is of earlier launches.
    ///
    /// - Parameter previousExit: how the launch before ended, a word of `quiesce log`.
    /// - Returns: the session that ended with a force-quit (U1).
    func restore(after previousExit: String?) -> UISceneSession? {
        guard let saved = store?.read() else { return nil }
        let session = UISceneSession(
            UISceneConfiguration(name: nil, sessionRole: .windowApplication),
            identifier: saved.identifier)
        session.userInfo = saved.userInfo
        if previousExit == "forceQuit" {
            store?.discard()
            return session
        }
        let isBlameless = previousExit.map(Restoration.blamelessEnds.contains) ?? false
        if saved.isOnTrial, !isBlameless {
            note("the scene starts afresh: the launch that restored it did not come through")
        } else {
            session.stateRestorationActivity = saved.activity
        }
        self.session = session
        self.saved = saved
        return nil
    }

    /// The app has launched to the front.
    ///
    /// - Parameters:
    ///   - link: what it is launched to open.
    ///   - response: the user's choice of a notification that launches it.
    func launched(
        _ application: UIApplication, with link: AppLink?, _ response: UNNotificationResponse?
    ) {
        connect(to: application) {
            if let link { $0.take(link, of: application) }
            $0.notificationResponse = response
        }
        guard isAdopted == true else {
            scene?.activationState = .foregroundInactive
            return
        }
        comeToFront(application)
        application.applicationState = .inactive
        // As on iOS, where an app without scenes doesn't hear it at its launch.
        application.post(UIApplication.willEnterForegroundNotification)
    }

    /// - Parameter why: says it in the options, if it isn't connected yet.
    private func connect(
        to application: UIApplication, _ why: (UIScene.ConnectionOptions) -> Void
    ) {
        guard scene == nil else { return }
        let session =
            session
            ?? UISceneSession(UISceneConfiguration(name: nil, sessionRole: .windowApplication))
        let options = UIScene.ConnectionOptions()
        why(options)
        let given = application.delegate?.application(
            application, configurationForConnecting: session, options: options)
        if let given, given !== UISceneConfiguration.notGiven {
            isAdopted = true
            application.applicationState = .background
            session.configuration = given
        }
        let isAdopted = isAdopted ?? false
        if !isAdopted, DaemonLink.current.read({ $0.scenesRequired }) {
            AppFault.happened(
                "this device's system requires scenes (O5): give Info.plist a UIApplicationSceneManifest, or implement application(_:configurationForConnecting:options:)"
            )
        }
        self.isAdopted = isAdopted
        self.session = session
        let type = session.configuration.sceneClass as? UIWindowScene.Type ?? UIWindowScene.self
        let scene = type.init(session: session, connectionOptions: options)
        session.scene = scene
        self.scene = scene
        for window in application.windows where window.windowScene == nil {
            window.windowScene = scene
        }
        if isAdopted { begin(scene, options) }
    }

    private func begin(_ scene: UIWindowScene, _ options: UIScene.ConnectionOptions) {
        let session = scene.session
        remember(onTrial: session.stateRestorationActivity != nil)
        if let named = session.configuration.delegateClass {
            if let type = named as? any UISceneDelegate.Type {
                scene.delegate = type.init()
            } else {
                note("\(named) is no UISceneDelegate: the scene has no delegate")
            }
        }
        let window = mainWindow ?? interface(of: session.configuration, in: scene)
        if let window { (scene.delegate as? any UIWindowSceneDelegate)?.window = window }
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        scene.post(UIScene.willConnectNotification)
        if let activity = session.stateRestorationActivity {
            scene.delegate?.scene(scene, restoreInteractionStateWith: activity)
        }
        window?.makeKeyAndVisible()
    }

    /// A window with the interface that the configuration names, or Info.plist for all of them
    /// (H4).
    private func interface(
        of configuration: UISceneConfiguration, in scene: UIWindowScene
    ) -> UIWindow? {
        let named = configuration.interface.flatMap { InterfaceFile.storyboard($0) }
        guard let controller = named ?? InterfaceFile.main() else { return nil }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = controller
        controller.loadViewIfNeeded()
        return window
    }

    // MARK: Transitions

    /// It is connected where it wasn't yet.
    ///
    /// - Parameter link: what the app is opened with.
    /// - Returns: whether the scene was connected with that.
    func enterForeground(_ application: UIApplication, with link: AppLink?) -> Bool {
        let isFirst = scene == nil
        connect(to: application) { if let link { $0.take(link, of: application) } }
        comeToFront(application)
        return isFirst && isAdopted == true
    }

    private func comeToFront(_ application: UIApplication) {
        guard let scene else { return }
        scene.delegate?.sceneWillEnterForeground(scene)
        scene.post(UIScene.willEnterForegroundNotification)
        scene.activationState = .foregroundInactive
    }

    func becomeActive() {
        guard let scene else { return }
        scene.activationState = .foregroundActive
        scene.delegate?.sceneDidBecomeActive(scene)
        scene.post(UIScene.didActivateNotification)
        if saved?.isOnTrial == true { remember(onTrial: false) }
    }

    func resignActive() {
        guard let scene else { return }
        scene.delegate?.sceneWillResignActive(scene)
        scene.post(UIScene.willDeactivateNotification)
        scene.activationState = .foregroundInactive
    }

    func enterBackground() {
        guard let scene else { return }
        scene.activationState = .background
        scene.delegate?.sceneDidEnterBackground(scene)
        scene.post(UIScene.didEnterBackgroundNotification)
        guard isAdopted == true else { return }
        scene.session.stateRestorationActivity = scene.delegate?.stateRestorationActivity(
            for: scene)
        remember(onTrial: false)
    }

    /// The app is about to be ended (W3).
    func disconnect() {
        guard let scene, isAdopted == true else { return }
        if scene.activationState == .foregroundActive { resignActive() }
        scene.activationState = .unattached
        scene.delegate?.sceneDidDisconnect(scene)
        scene.post(UIScene.didDisconnectNotification)
        self.scene = nil
    }

    private func remember(onTrial: Bool) {
        guard let session, let store else { return }
        let now = SceneStore.Saved(
            identifier: session.persistentIdentifier, userInfo: session.userInfo,
            activity: session.stateRestorationActivity, isOnTrial: onTrial)
        saved = now
        store.write(now)
    }
}

extension UIScene {
    /// Whether the user sees it.
    var isInFront: Bool {
        activationState == .foregroundActive || activationState == .foregroundInactive
    }
}

extension UIApplication {
    /// The delegate that hears of the four transitions; nil in an app with scenes, where the
    /// scene's delegate hears of them instead.
    var lifeCycleDelegate: (any UIApplicationDelegate)? {
        scenes.isAdopted == true ? nil : delegate
    }
}
