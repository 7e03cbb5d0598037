import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

/// An app with a scene, on a virtual device.
@MainActor @Suite("Scenes on a virtual device", .virtualDevice) struct VirtualSceneTests {
    final class App: UIResponder, UIApplicationDelegate {
        func applicationDidBecomeActive(_ application: UIApplication) {
            Scene.calls.append("wrong")
        }
    }

    final class Scene: UIResponder, UIWindowSceneDelegate {
        static var calls: [String] = []

        func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) { Self.calls.append("connects at \(session.stateRestorationActivity?.title ?? "none")") }
        func sceneDidBecomeActive(_ scene: UIScene) { Self.calls.append("active") }
        func sceneDidEnterBackground(_ scene: UIScene) { Self.calls.append("left") }
        func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            let activity = NSUserActivity(activityType: "reading")
            activity.title = "page 7"
            return activity
        }
    }

    init() { Scene.calls = [] }

    @Test(
        "It is connected, left, and comes back to where it was in the next launch",
        .behaviour("S3", "S5", "P1"))
    func life() async throws {
        let device = try VirtualDevice.current
        try await device.launch(App.self, scene: Scene.self)
        try await device.pressHome()
        #expect(device.app.state == .suspended)
        try await device.open()
        try await device.pressHome()
        try await device.kill()
        try await device.open()
        #expect(device.app.launches == 2)
        #expect(
            Scene.calls == [
                "connects at none", "active", "left", "active", "left", "connects at page 7",
                "active",
            ])
    }
}
