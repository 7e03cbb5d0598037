import QuiesceKit
import QuiesceTesting
import Testing

/// Apps with a scene.
@MainActor @Suite struct SceneCases {
    /// The calls that an app's delegate gets without a scene.
    private static let ofDelegate: Set = [
        "didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground",
    ]

    // MARK: They are required

    @Test(
        "In the next major release after iOS 26 an app without scenes won't launch",
        .says(.sceneMigration, "Overview", under: [.ios27]))
    func required() async throws {
        let device = try await launched()
        #expect(device.app.state == .notRunning)
        #expect(device.log.last { $0.to == .notRunning }?.reason == .crashed)
    }

    @Test(
        "Only the life cycle of scenes is required, and not several of them",
        .says(.sceneMigration, "Overview", under: [.ios27]))
    func oneIsEnough() async throws {
        let device = try await sceneLaunched()
        #expect(device.app.state == .active)
    }

    // MARK: The scene's delegate is told, and the app's isn't

    @Test(
        "With a scene the app's delegate isn't told that it became active",
        .says(.delegate, "applicationDidBecomeActive(_:)"),
        .says(.sceneDelegate, "sceneDidBecomeActive(_:)"))
    func active() async throws {
        _ = try await sceneLaunched()
        #expect(Subject.told.last == "sceneDidBecomeActive")
        #expect(!Subject.told.contains("didBecomeActive"))
    }

    @Test(
        "With a scene the app's delegate isn't told that it will resign active",
        .says(.delegate, "applicationWillResignActive(_:)"),
        .says(.sceneDelegate, "sceneWillResignActive(_:)"))
    func resigns() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        #expect(Subject.told.contains("sceneWillResignActive"))
        #expect(!Subject.told.contains("willResignActive"))
    }

    @Test(
        "With a scene the app's delegate isn't told that it entered the background",
        .says(.delegate, "applicationDidEnterBackground(_:)"),
        .says(.sceneDelegate, "sceneDidEnterBackground(_:)"))
    func background() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        #expect(Subject.told.last == "sceneDidEnterBackground")
        #expect(!Subject.told.contains("didEnterBackground"))
    }

    @Test(
        "With a scene the app's delegate isn't told that it will enter the foreground",
        .says(.delegate, "applicationWillEnterForeground(_:)"),
        .says(.sceneDelegate, "sceneWillEnterForeground(_:)"))
    func foreground() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.open()
        #expect(
            Subject.told.suffix(2) == ["sceneWillEnterForeground", "sceneDidBecomeActive"])
        #expect(Self.ofDelegate.isDisjoint(with: Subject.told))
    }

    @Test(
        "With a scene the application's notifications are posted all the same",
        .says(.delegate, "applicationDidEnterBackground(_:)"))
    func notifications() async throws {
        let device = try await sceneLaunched()
        try await writing(UIApplication.didEnterBackgroundNotification) {
            try await device.pressHome()
        }
        #expect(
            Subject.told.last == UIApplication.didEnterBackgroundNotification.rawValue)
    }

    @Test(
        "A scene that becomes active posts the scene's notification, and the application's",
        .says(.sceneDelegate, "sceneDidBecomeActive(_:)"))
    func activeNotifications() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await writing(
            UIScene.didActivateNotification, UIApplication.didBecomeActiveNotification
        ) { try await device.open() }
        #expect(
            Subject.told.suffix(3) == [
                "sceneDidBecomeActive", UIScene.didActivateNotification.rawValue,
                UIApplication.didBecomeActiveNotification.rawValue,
            ])
    }

    @Test(
        "A scene that resigns active posts the scene's notification, and the application's",
        .says(.sceneDelegate, "sceneWillResignActive(_:)"))
    func resignNotifications() async throws {
        let device = try await sceneLaunched()
        try await writing(
            UIScene.willDeactivateNotification, UIApplication.willResignActiveNotification
        ) { try await device.interrupt(.alertShow) }
        #expect(
            Subject.told.suffix(3) == [
                "sceneWillResignActive", UIScene.willDeactivateNotification.rawValue,
                UIApplication.willResignActiveNotification.rawValue,
            ])
    }

    @Test(
        "A scene that enters the background posts the scene's notification, and the application's",
        .says(.sceneDelegate, "sceneDidEnterBackground(_:)"))
    func backgroundNotifications() async throws {
        let device = try await sceneLaunched()
        try await writing(
            UIScene.didEnterBackgroundNotification, UIApplication.didEnterBackgroundNotification
        ) { try await device.pressHome() }
        #expect(
            Subject.told.suffix(3) == [
                "sceneDidEnterBackground", UIScene.didEnterBackgroundNotification.rawValue,
                UIApplication.didEnterBackgroundNotification.rawValue,
            ])
    }

    // MARK: Transitions

    @Test(
        "An alert of the system makes a scene resign active for a while",
        .says(.sceneDelegate, "sceneWillResignActive(_:)"))
    func alert() async throws {
        let device = try await sceneLaunched()
        try await device.interrupt(.alertShow)
        try await device.interrupt(.alertDismiss)
        #expect(Subject.told.suffix(2) == ["sceneWillResignActive", "sceneDidBecomeActive"])
    }

    @Test(
        "A scene resigns active before it moves to the background",
        .says(.sceneDelegate, "sceneWillResignActive(_:)"))
    func resignsFirst() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        #expect(Subject.told.suffix(2) == ["sceneWillResignActive", "sceneDidEnterBackground"])
    }

    @Test(
        "A new scene enters the foreground once it is connected",
        .says(.sceneDelegate, "sceneWillEnterForeground(_:)"))
    func newScene() async throws {
        _ = try await sceneLaunched()
        #expect(
            Subject.told.suffix(3) == [
                "willConnect new", "sceneWillEnterForeground", "sceneDidBecomeActive",
            ])
    }

    @Test(
        "The scene is connected after the launch of the app is complete",
        .says(.launchSequence, "Overview"))
    func connects() async throws {
        _ = try await sceneLaunched()
        let launch = try #require(
            Subject.told.firstIndex { $0.hasPrefix("didFinishLaunching") })
        let connection = try #require(Subject.told.firstIndex(of: "willConnect new"))
        #expect(launch < connection)
    }

    @Test(
        "A scene that is connected posts a notification, too",
        .says(.sceneDelegate, "scene(_:willConnectTo:options:)"))
    func connectNotification() async throws {
        let device = try await sceneLaunched()
        try await device.kill()
        try await writing(UIScene.willConnectNotification) { try await device.open() }
        #expect(Subject.told.has("willConnect new", UIScene.willConnectNotification.rawValue))
    }

    // MARK: Disconnection

    @Test(
        "A scene isn't disconnected when the user switches to another app",
        .says(.sceneDelegate, "sceneDidDisconnect(_:)"))
    func notDisconnected() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.advance(by: .hours(9))
        try await device.open()
        #expect(!Subject.told.contains("sceneDidDisconnect"))
        #expect(Subject.told.count { $0.hasPrefix("willConnect") } == 1)
    }

    @Test(
        "A scene is disconnected when the user closes it in the app switcher",
        .says(.sceneDelegate, "sceneDidDisconnect(_:)"))
    func disconnected() async throws {
        let device = try await sceneLaunched()
        try await writing(UIScene.didDisconnectNotification) { try await device.quit() }
        #expect(
            Subject.told.has("sceneDidDisconnect", UIScene.didDisconnectNotification.rawValue))
    }

    @Test(
        "An app that wasn't running is told at its next launch of a scene that the user removed",
        .says(.delegate, "application(_:didDiscardSceneSessions:)"))
    func discarded() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.quit()
        #expect(!Subject.told.contains("didDiscardSceneSessions 1"))
        try await device.open()
        #expect(Subject.told.contains("didDiscardSceneSessions 1"))
    }

    @Test(
        "An app isn't told of a discarded scene where the system reclaimed memory",
        .says(.delegate, "application(_:didDiscardSceneSessions:)"))
    func reclaimed() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await terminate(on: device)
        try await device.open()
        #expect(!Subject.told.contains("didDiscardSceneSessions 1"))
    }

    @Test(
        "A scene that is connected again finds where it was left in its session",
        .says(.sceneDelegate, "stateRestorationActivity(for:)"))
    func restored() async throws {
        let device = try await sceneLaunched("page 7")
        try await device.pressHome()
        try await terminate(on: device)
        try await device.open()
        #expect(Subject.told.contains("willConnect page 7"))
    }

    // MARK: Links

    @Test(
        "With a scene a URL is opened by the scene's delegate",
        .says(.sceneDelegate, "scene(_:openURLContexts:)"))
    func opensURL() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.open(url: url("notes://today"))
        #expect(Subject.told.contains("scene opens notes://today"))
        #expect(!Subject.told.contains { $0.hasPrefix("open ") })
    }

    @Test(
        "The connection options of a new scene say why it was connected",
        .says(.sceneDelegate, "scene(_:willConnectTo:options:)"))
    func connectedForURL() async throws {
        let device = try await sceneLaunched()
        try await device.kill()
        try await device.open(url: url("notes://today"))
        #expect(Subject.told.has("willConnect new", "for notes://today", "sceneDidBecomeActive"))
    }

    @Test(
        "With a scene an activity is gone on with by the scene's delegate",
        .says(.sceneDelegate, "scene(_:continue:)"))
    func continues() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.open(activity: NSUserActivity(activityType: "reading"))
        #expect(Subject.told.contains("scene continues reading"))
    }

    @Test(
        "With a scene the app's delegate isn't told of a quick action",
        .says(.delegate, "application(_:performActionFor:completionHandler:)"))
    func quickAction() async throws {
        let device = try await sceneLaunched()
        try await device.pressHome()
        try await device.open(shortcut: "new")
        #expect(Subject.told.contains("scene action new"))
        #expect(!Subject.told.contains("action new"))
    }
}
