import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    static let reading = "org.quiesce.tests.news.reading"

    var window: UIWindow?

    private var app: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        self.window = window
        // The link or shortcut that opens the scene comes first, and then the place where the user
        // left it.
        if let url = connectionOptions.urlContexts.first?.url {
            open(url)
        } else if let item = connectionOptions.shortcutItem {
            perform(item)
        } else if let number = session.stateRestorationActivity?.userInfo?["article"] as? Int {
            app?.library.open(number, by: "restoration")
        }
    }

    func sceneDidBecomeActive(_ scene: UIScene) { say("active") }

    func sceneDidEnterBackground(_ scene: UIScene) {
        app?.scheduleRefresh()
        say("left")
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        if let url = contexts.first?.url { open(url) }
    }

    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        perform(shortcutItem)
        completionHandler(true)
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        guard let number = app?.library.current else { return nil }
        let activity = NSUserActivity(activityType: Self.reading)
        activity.userInfo = ["article": number]
        return activity
    }

    /// news://article/7
    private func open(_ url: URL) {
        guard url.host == "article", let number = Int(url.lastPathComponent) else {
            return say("no article: \(url)")
        }
        app?.library.open(number, by: "URL")
    }

    private func perform(_ item: UIApplicationShortcutItem) {
        if item.type == "latest" { app?.library.openLatest(by: "quick action") }
    }
}
