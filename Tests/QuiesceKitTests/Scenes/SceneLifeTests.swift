import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// The calls of an app's scene, in their order and states, as they were measured on iOS.
@MainActor @Suite struct SceneLifeTests {
    /// An app's delegate that gives a configuration itself, by a class.
    private final class Giving: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            configurationForConnecting connectingSceneSession: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            SceneStage.diary.write("asked \(connectingSceneSession.role.rawValue)")
            let configuration = UISceneConfiguration(
                name: "Other", sessionRole: connectingSceneSession.role)
            configuration.delegateClass = DiaryScene.self
            return configuration
        }
    }

    static func manifest(_ delegate: String?, _ more: [String: Any] = [:]) -> [String: Any] {
        var entry: [String: Any] = ["UISceneConfigurationName": "Default"]
        entry["UISceneDelegateClassName"] = delegate
        entry.merge(more) { $1 }
        return ["UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [entry]]]
    }
    static let usual = manifest("$(PRODUCT_MODULE_NAME).DiaryScene")

    static let connected = [
        "connects unattached background", "UISceneWillConnect background",
        "comes unattached background", "UISceneWillEnterForeground background",
    ]
    static let activated = [
        "active foregroundActive inactive", "UISceneDidActivate inactive",
        "UIApplicationDidBecomeActive active",
    ]

    @Test(
        "A launch to the front connects the scene, brings it there and makes it active",
        .behaviour("S3"))
    func launch() throws {
        SceneStage.play(PlainDelegate(), manifest: Self.usual) { stage in
            #expect(
                stage.news() == [
                    "launched background", "UIApplicationDidFinishLaunching background",
                ] + Self.connected + ["UIApplicationWillEnterForeground inactive"]
                    + Self.activated)
            #expect(stage.application.connectedScenes.count == 1)
            #expect(
                stage.application.openSessions.first?.scene
                    === stage.application.connectedScenes.first)
        }
    }

    @Test(
        "Leaving and coming back are told the scene, and not the app's delegate",
        .behaviour("S5", "S6"))
    func leaveAndComeBack() throws {
        SceneStage.play(PlainDelegate(), manifest: Self.usual) { stage in
            _ = stage.news()
            stage.leave()
            #expect(
                stage.news() == [
                    "resigns foregroundActive active", "UISceneWillDeactivate active",
                    "UIApplicationWillResignActive active",
                    "left background background", "UISceneDidEnterBackground background",
                    "UIApplicationDidEnterBackground background",
                ])
            stage.comeBack()
            #expect(
                stage.news() == [
                    "comes background background", "UISceneWillEnterForeground background",
                    "UIApplicationWillEnterForeground background",
                ] + Self.activated)
        }
    }

    @Test(
        "A launch into the background has no scene, until the app comes to the front",
        .behaviour("S4"))
    func background() throws {
        SceneStage.play(PlainDelegate(), manifest: Self.usual, launchedInto: .background) { stage in
            #expect(
                stage.news() == [
                    "launched background", "UIApplicationDidFinishLaunching background",
                ])
            #expect(stage.application.connectedScenes.isEmpty)
            stage.comeBack()
            #expect(
                stage.news() == Self.connected + ["UIApplicationWillEnterForeground background"]
                    + Self.activated)
        }
    }

    @Test("An app whose delegate gives a configuration has scenes without a manifest")
    func given() throws {
        SceneStage.play(Giving()) { stage in
            #expect(
                stage.news() == [
                    // Nobody knows before it is asked.
                    "UIApplicationDidFinishLaunching inactive",
                    "asked UIWindowSceneSessionRoleApplication",
                ] + Self.connected + ["UIApplicationWillEnterForeground inactive"]
                    + Self.activated)
            let session = stage.application.openSessions.first
            #expect(session?.configuration.name == "Other")
        }
    }

    @Test(
        "An app without scenes hears what it always heard, and finds its windows in a scene",
        .behaviour("S5", "S6"))
    func plain() throws {
        try SceneStage.play(PlainDelegate()) { stage in
            #expect(
                stage.news().filter { !$0.hasPrefix("UIScene") } == [
                    "launched inactive", "UIApplicationDidFinishLaunching inactive",
                    "app active", "UIApplicationDidBecomeActive active",
                ])
            stage.leave()
            stage.comeBack()
            #expect(
                stage.news().filter { $0.hasPrefix("app") } == [
                    "app resigns", "app left", "app comes", "app active",
                ])
            let window = UIWindow()
            window.makeKeyAndVisible()
            let scene = try #require(stage.application.connectedScenes.first as? UIWindowScene)
            #expect(scene.delegate == nil)
            #expect(scene.activationState == .foregroundActive)
            #expect(scene.windows == [window])
            #expect(window.next === stage.application)
        }
    }

    @Test("An app that is ended in front resigns and disconnects its scene first", .behaviour("W3"))
    func ended() throws {
        SceneStage.play(PlainDelegate(), manifest: Self.usual) { stage in
            _ = stage.news()
            stage.application.perform(.willTerminate)
            #expect(
                stage.news() == [
                    "resigns foregroundActive active", "UISceneWillDeactivate active",
                    "disconnects unattached active", "UISceneDidDisconnect active", "app ends",
                ])
            #expect(stage.application.connectedScenes.isEmpty)
        }
    }

    @Test(
        "The delegate's class is found with the module's name, a placeholder for it, and without",
        arguments: [
            "$(PRODUCT_MODULE_NAME).DiaryScene", "${PRODUCT_NAME}.DiaryScene", "DiaryScene",
            "QuiesceKitTests.DiaryScene",
        ])
    func className(_ name: String) throws {
        SceneStage.play(PlainDelegate(), manifest: Self.manifest(name)) { stage in
            #expect(stage.application.connectedScenes.first?.delegate is DiaryScene)
        }
    }

    @Test(
        "A class that isn't there, or is no delegate, leaves the scene without one",
        arguments: ["Nobody", "PlainDelegate", nil])
    func noClass(_ name: String?) throws {
        SceneStage.play(PlainDelegate(), manifest: Self.manifest(name)) { stage in
            #expect(stage.application.connectedScenes.first?.activationState == .foregroundActive)
            #expect(stage.application.connectedScenes.first?.delegate == nil)
            #expect(!stage.news().contains("app active"))
        }
    }

    @Test("The scene has a window's place, and its size")
    func window() throws {
        try SceneStage.play(PlainDelegate(), manifest: Self.usual) { stage in
            let scene = try #require(stage.application.connectedScenes.first as? UIWindowScene)
            let window = UIWindow(windowScene: scene)
            #expect(window.frame == scene.screen.bounds && scene.windows.isEmpty)
            window.makeKeyAndVisible()
            #expect(scene.keyWindow === window && window.windowScene === scene)
            #expect(window.next === scene && scene.next === stage.application)
            #expect(scene.interfaceOrientation == .portrait)
            #expect(scene.coordinateSpace.bounds == UIScreen.main.bounds)
            #expect(scene.statusBarManager?.statusBarFrame == stage.application.statusBarFrame)
        }
    }

    @Test("There is no second scene, and an app in front hears its own request")
    func requests() throws {
        try SceneStage.play(PlainDelegate(), manifest: Self.usual) { stage in
            _ = stage.news()
            let application = stage.application
            var codes: [UISceneError.Code] = []
            let note = { (error: any Error) in
                if let error = error as? UISceneError { codes.append(error.code) }
            }
            let activity = NSUserActivity(activityType: "reading")
            let session = try #require(application.openSessions.first)
            #expect(!application.supportsMultipleScenes)
            application.requestSceneSessionActivation(
                nil, userActivity: activity, options: nil, errorHandler: note)
            application.requestSceneSessionDestruction(session, options: nil, errorHandler: note)
            application.requestSceneSessionActivation(
                session, userActivity: activity, options: nil, errorHandler: note)
            #expect(stage.news() == ["continues reading"])
            stage.leave()
            application.requestSceneSessionActivation(
                session, userActivity: nil, options: nil, errorHandler: note)
            #expect(
                codes == [
                    .multipleScenesNotSupported, .multipleScenesNotSupported, .requestDenied,
                ])
        }
    }
}
