import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var page = 1

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = (scene as? UIWindowScene) else { return }
        tell("connected", scene)
        page = session.stateRestorationActivity?.userInfo?["page"] as? Int ?? 1
        say("page \(page)")
        // The interface file that Info.plist names is there already.
        if let window = window {
            let label = window.rootViewController?.view.viewWithTag(1) as? UILabel
            say("interface \(label?.text ?? "none") \(window.windowScene === scene)")
            return
        }
        let window = UIWindow(windowScene: windowScene)
        let root = UIViewController()
        let label = UILabel(frame: CGRect(x: 20, y: 40, width: 200, height: 30))
        label.text = "Page \(page)"
        root.view.addSubview(label)
        window.rootViewController = root
        self.window = window
        window.makeKeyAndVisible()
        say("windows \(windowScene.windows.count) \(windowScene.keyWindow === window)")
    }

    func sceneDidDisconnect(_ scene: UIScene) { tell("disconnected", scene) }
    func sceneDidBecomeActive(_ scene: UIScene) { tell("active", scene) }
    func sceneWillResignActive(_ scene: UIScene) { tell("resigns", scene) }
    func sceneWillEnterForeground(_ scene: UIScene) { tell("comes", scene) }

    func sceneDidEnterBackground(_ scene: UIScene) {
        page += 1
        tell("left", scene)
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        let activity = NSUserActivity(activityType: "org.quiesce.tests.reading")
        activity.userInfo = ["page": page]
        return activity
    }

    private func tell(_ what: String, _ scene: UIScene) {
        say("\(what) \(scene.activationState) \(UIApplication.shared.applicationState)")
    }
}
