import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting

/// The subject's scene, which writes where the subject does.
@MainActor final class SubjectScene: UIResponder, UIWindowSceneDelegate {
    /// Where the user left it; nil: nothing is saved.
    static var place: String?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        Subject.write("willConnect \(session.stateRestorationActivity?.title ?? "new")")
        for context in connectionOptions.urlContexts { Subject.write("for \(context.url)") }
    }
    func sceneDidDisconnect(_ scene: UIScene) { Subject.write("sceneDidDisconnect") }
    func sceneDidBecomeActive(_ scene: UIScene) { Subject.write("sceneDidBecomeActive") }
    func sceneWillResignActive(_ scene: UIScene) { Subject.write("sceneWillResignActive") }
    func sceneWillEnterForeground(_ scene: UIScene) { Subject.write("sceneWillEnterForeground") }
    func sceneDidEnterBackground(_ scene: UIScene) { Subject.write("sceneDidEnterBackground") }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts { Subject.write("scene opens \(context.url)") }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        Subject.write("scene continues \(userActivity.activityType)")
    }

    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        Subject.write("scene action \(shortcutItem.type)")
        completionHandler(true)
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        guard let place = Self.place else { return nil }
        let activity = NSUserActivity(activityType: "reading")
        activity.title = place
        return activity
    }
}

/// The case's device, with an app in front that has a scene.
@MainActor func sceneLaunched(_ place: String? = nil) async throws -> VirtualDevice {
    SubjectScene.place = place
    var app = AppManifest.underTest(modes: [.fetch])
    app.urlSchemes = ["notes"]
    app.activityTypes = ["reading"]
    return try await launched(app, scene: SubjectScene.self)
}
