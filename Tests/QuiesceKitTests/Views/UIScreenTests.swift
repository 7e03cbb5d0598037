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

    @Test("The screen is as the device has it, in points and pixels, and a window fills it")
    func size() {
        Stage.play { stage in
            #expect(UIScreen.main.scale == 2)
            stage.device.screen = "390x844@3"
            stage.application.perform(.systemEvents([], device: stage.device))
            #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 390, height: 844))
            #expect(UIScreen.main.nativeBounds == CGRect(x: 0, y: 0, width: 1_170, height: 2_532))
            #expect(stage.application.statusBarFrame.width == 390)
            let window = stage.window(UIViewController())
            #expect(window.frame == UIScreen.main.bounds)
            stage.turn()
            #expect(stage.scenes.last?.size == .init(width: 390, height: 844))
            stage.hold("landscapeLeft")
            #expect(window.frame.size == CGSize(width: 844, height: 390))
            #expect(stage.application.statusBarFrame.width == 844)
            #expect(UIScreen.main.nativeBounds.width == 1_170)
            stage.device.screen = "as wide as a barn"
            stage.application.perform(.systemEvents([], device: stage.device))
            #expect(UIScreen.main.nativeBounds.width == 640)
        }
    }

    @Test(
        "A view's safe area is what the status bar leaves of it, also in a call", .behaviour("S9"))
    func safeArea() {
        Stage.play { stage in
            let controller = UIViewController()
            let window = stage.window(controller)
            let below = UIView(frame: CGRect(x: 0, y: 15, width: 100, height: 100))
            let inside = UIView(frame: CGRect(x: 10, y: 0, width: 50, height: 50))
            let far = UIView(frame: CGRect(x: 0, y: 200, width: 100, height: 100))
            controller.view.addSubview(below)
            controller.view.addSubview(far)
            below.addSubview(inside)
            #expect(window.safeAreaInsets == UIEdgeInsets(top: 20))
            #expect(controller.view.safeAreaInsets == UIEdgeInsets(top: 20))
            #expect(below.safeAreaInsets == UIEdgeInsets(top: 5))
            #expect(inside.safeAreaInsets == UIEdgeInsets(top: 5))
            #expect(far.safeAreaInsets == .zero)
            #expect(UIView(frame: below.frame).safeAreaInsets == .zero)
            stage.device.statusBarHeight = 40
            stage.application.perform(.systemEvents(["statusBarFrame"], device: stage.device))
            #expect(window.safeAreaInsets == UIEdgeInsets(top: 40))
            // It gave way already.
            #expect(controller.view.safeAreaInsets == UIEdgeInsets(top: 20))
            #expect(
                controller.view.bounds.inset(by: controller.view.safeAreaInsets)
                    == CGRect(x: 0, y: 20, width: 320, height: 528))
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
