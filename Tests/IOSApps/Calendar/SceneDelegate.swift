import UIKit
import UserNotifications

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        self.window = window
        guard let delegate = UIApplication.shared.delegate as? AppDelegate else { return }
        Task { await begin(delegate.agenda) }
    }

    func sceneDidEnterBackground(_ scene: UIScene) { AppDelegate.scheduleRefresh() }

    private func begin(_ agenda: Agenda) async {
        do {
            let center = UNUserNotificationCenter.current()
            let isGranted = try await center.requestAuthorization(options: [.alert, .sound])
            guard isGranted else { return say("may not remind") }
            await agenda.load()
        } catch {
            say("not asked: \(error.localizedDescription)")
        }
    }
}
