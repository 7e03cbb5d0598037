import Foundation
import UIKit

/// Hears what the user sees of the app. Info.plist names this class (UISceneDelegateClassName).
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private let label = UILabel()

    private var app: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    /// The first time in front since the launch. `quiesce screen` shows what is made here.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: scene)
        let root = UIViewController()
        root.view.backgroundColor = .white
        label.frame = CGRect(x: 20, y: 100, width: 280, height: 20)
        label.font = .systemFont(ofSize: 13)
        root.view.addSubview(label)
        window.rootViewController = root
        window.makeKeyAndVisible()
        self.window = window
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
        label.text = app?.counts.sentence
        print("comes to the front")
    }

    func sceneDidBecomeActive(_ scene: UIScene) { print("active") }

    /// Something covers the app, or the user is leaving it.
    func sceneWillResignActive(_ scene: UIScene) { print("inactive") }

    func sceneDidEnterBackground(_ scene: UIScene) {
        print("left")
        app?.leave()
    }
}
