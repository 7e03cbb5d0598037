import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// The screens that an app knows of, and the room that a call leaves it.
@MainActor @Suite struct UIScreenTests {
    @Test(
        "An external screen is one of the screens while it is connected, and in what is posted",
        .behaviour("Q1", "Q6"))
    func external() throws {
        try Stage.play { stage in
            let posted = Diary()
            let center = NotificationCenter.default
            let observers = [
                UIScreen.didConnectNotification, UIScreen.modeDidChangeNotification,
                UIScreen.didDisconnectNotification,
            ].map { name in
                center.addObserver(forName: name, object: nil, queue: nil) { notification in
                    let screen = notification.object as? UIScreen
                    MainActor.assumeIsolated {
                        posted.write("\(name.rawValue) \(screen?.bounds.width ?? 0)")
                    }
                }
            }
            defer { for observer in observers { center.removeObserver(observer) } }
            #expect(UIScreen.screens.count == 1)

            stage.device.externalScreen = "1920x1080"
            stage.application.perform(.systemEvents(["screenConnected"], device: stage.device))
            let screen = try #require(UIScreen.screens.last)
            #expect(screen !== UIScreen.main)
            stage.device.externalScreen = "1280x720"
            stage.application.perform(.systemEvents(["screenMode"], device: stage.device))
            #expect(UIScreen.screens.last === screen)
            #expect(screen.bounds == CGRect(x: 0, y: 0, width: 1_280, height: 720))
            stage.device.externalScreen = nil
            stage.application.perform(.systemEvents(["screenDisconnected"], device: stage.device))
            #expect(UIScreen.screens.count == 1)
            #expect(
                posted.lines == [
                    "UIScreenDidConnectNotification 1920.0",
                    "UIScreenModeDidChangeNotification 1280.0",
                    "UIScreenDidDisconnectNotification 1280.0",
                ])
        }
    }

    @Test(
        "A controller's view gives way to the higher status bar of a call, and gets its room back",
        .behaviour("S9"))
    func call() {
        Stage.play { stage in
            let controller = UIViewController()
            _ = stage.window(controller)
            let small = UIWindow(frame: CGRect(x: 0, y: 300, width: 100, height: 100))
            small.rootViewController = UIViewController()
            small.makeKeyAndVisible()
            stage.device.statusBarHeight = 40
            stage.application.perform(.systemEvents(["statusBarFrame"], device: stage.device))
            #expect(controller.view.frame == CGRect(x: 0, y: 20, width: 320, height: 548))
            #expect(small.rootViewController?.view.frame.height == 100)
            stage.device.statusBarHeight = nil
            stage.application.perform(.systemEvents(["statusBarFrame"], device: stage.device))
            #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 320, height: 568))
        }
    }
}
