import Foundation
import QuiesceWire

@testable import QuiesceKit

/// A launch of an app in this process, without a device, whose delegates write down what they are
/// told.
///
/// `UIApplication.shared` is its while `play` runs, which therefore doesn't wait for anything.
@MainActor final class SceneStage {
    /// The diary of the launch that is played.
    static private(set) var diary = Diary()
    /// The state to come back to, which the scene's delegate returns.
    static var activity: NSUserActivity?

    let application: UIApplication
    private var seq: UInt64 = 0

    /// - Parameters:
    ///   - manifest: as in Info.plist, under `UIApplicationSceneManifest`.
    ///   - container: where the scene's state is kept.
    ///   - launch: all of what it is launched for.
    static func play(
        _ delegate: (any UIApplicationDelegate)?, manifest: [String: Any]? = nil,
        container: URL? = nil, launchedInto state: MessageToApp.LaunchState = .inactive,
        after previousExit: String? = nil, for launch: MessageToApp.LaunchContext? = nil,
        _ body: (SceneStage) throws -> Void
    ) rethrows {
        let before = LaunchedBefore()
        defer { before.restore() }
        DaemonLink.current = DaemonLink()
        SceneManifest.current = manifest.flatMap(SceneManifest.init)
        AppContainer.current = container
        diary = Diary()
        activity = nil
        let application = UIApplication.start(UIApplication.self) { delegate }
        let observers = observe(application)
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        application.perform(
            .finishLaunching(
                launch ?? .init(state: state, reason: .user, previousExit: previousExit)))
        if state == .inactive { application.perform(.didBecomeActive) }
        try body(SceneStage(application))
    }

    private init(_ application: UIApplication) { self.application = application }

    /// All that was written since this was last asked.
    func news() -> [String] { Self.diary.news() }

    func leave() {
        application.perform(.willResignActive)
        application.perform(.didEnterBackground(deadline: nil))
    }

    func comeBack() {
        application.perform(.willEnterForeground)
        application.perform(.didBecomeActive)
    }

    static func write(_ what: String, _ scene: UIScene) {
        diary.write(
            "\(what) \(scene.activationState) \(UIApplication.shared.applicationState)")
    }

    /// The notifications of this application and its scene.
    private static func observe(_ application: UIApplication) -> [any NSObjectProtocol] {
        let names: [Notification.Name] = [
            UIApplication.didFinishLaunchingNotification,
            UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
            UIApplication.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification, UIScene.willConnectNotification,
            UIScene.didDisconnectNotification, UIScene.didActivateNotification,
            UIScene.willDeactivateNotification, UIScene.willEnterForegroundNotification,
            UIScene.didEnterBackgroundNotification,
        ]
        return names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                let word = $0.name.rawValue.replacingOccurrences(of: "Notification", with: "")
                // Posted by the main thread, where this is played.
                MainActor.assumeIsolated {
                    guard UIApplication.running === application else { return }
                    diary.write("\(word) \(application.applicationState)")
                }
            }
        }
    }
}

/// An app's delegate that says nothing of scenes.
class PlainDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        SceneStage.diary.write("launched \(application.applicationState)")
        return true
    }
    func applicationDidBecomeActive(_ application: UIApplication) {
        SceneStage.diary.write("app active")
    }
    func applicationWillResignActive(_ application: UIApplication) {
        SceneStage.diary.write("app resigns")
    }
    func applicationDidEnterBackground(_ application: UIApplication) {
        SceneStage.diary.write("app left")
    }
    func applicationWillEnterForeground(_ application: UIApplication) {
        SceneStage.diary.write("app comes")
    }
    func applicationWillTerminate(_ application: UIApplication) {
        SceneStage.diary.write("app ends")
    }
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) { SceneStage.diary.write("discarded \(sceneSessions.map(\.persistentIdentifier))") }
}

/// A scene's delegate, in which everything is there.
class DiaryScene: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        SceneStage.write("connects", scene)
        if let title = session.stateRestorationActivity?.title {
            SceneStage.diary.write("was at \(title)")
        }
        if let response = connectionOptions.notificationResponse {
            SceneStage.diary.write("answered \(response.notification.request.identifier)")
        }
        for activity in connectionOptions.userActivities {
            SceneStage.diary.write("for \(activity.webpageURL?.absoluteString ?? "no page")")
        }
        for context in connectionOptions.urlContexts {
            SceneStage.diary.write("for \(context.url)")
        }
    }
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
        SceneStage.diary.write("will continue \(userActivityType)")
    }
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) { SceneStage.diary.write("failed \(userActivityType)") }
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts { SceneStage.diary.write("opens \(context.url)") }
    }
    func sceneDidDisconnect(_ scene: UIScene) { SceneStage.write("disconnects", scene) }
    func sceneDidBecomeActive(_ scene: UIScene) { SceneStage.write("active", scene) }
    func sceneWillResignActive(_ scene: UIScene) { SceneStage.write("resigns", scene) }
    func sceneWillEnterForeground(_ scene: UIScene) { SceneStage.write("comes", scene) }
    func sceneDidEnterBackground(_ scene: UIScene) { SceneStage.write("left", scene) }
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SceneStage.diary.write("continues \(userActivity.activityType)")
    }
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { SceneStage.activity }
    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { SceneStage.diary.write("restores \(stateRestorationActivity.userInfo ?? [:])") }
}
