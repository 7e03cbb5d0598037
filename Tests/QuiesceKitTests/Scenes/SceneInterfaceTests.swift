import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The interface file of an app with a scene: Tests/SceneTestApp in a bundle, as a process of its
/// own.
@Suite(.behaviour("H4")) struct SceneInterfaceTests {
    private static let file = """
        {"view": {"frame": {"x": 0, "y": 0, "width": 320, "height": 568},
          "children": [{"class": "UILabel", "tag": 1, "text": {"string": "Hello"},
            "frame": {"x": 10, "y": 20, "width": 300, "height": 40}}]}}
        """

    private func launched(
        _ daemon: FakeDaemon, _ configuration: [String: Any], _ plist: [String: Any]
    ) throws -> ChildApp {
        let bundle = URL(fileURLWithPath: daemon.directory + "/SceneTestApp.app")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        var entry: [String: Any] = ["UISceneDelegateClassName": "SceneDelegate"]
        entry["UISceneConfigurationName"] = "Default Configuration"
        entry.merge(configuration) { $1 }
        var all: [String: Any] = [
            "CFBundleIdentifier": "org.quiesce.tests.scene", "CFBundleExecutable": "SceneTestApp",
            "UIApplicationSceneManifest": [
                "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [entry]]
            ],
        ]
        all.merge(plist) { $1 }
        try PropertyListSerialization.data(fromPropertyList: all, format: .xml, options: 0)
            .write(to: bundle.appendingPathComponent("Info.plist"))
        try Data(Self.file.utf8).write(to: bundle.appendingPathComponent("Main.json"))
        let executable = bundle.appendingPathComponent("SceneTestApp").path
        try BuiltProducts.place(ChildApp.products + "/SceneTestApp", at: executable)
        let app = try ChildApp(executable, environment: ["QUIESCE_SOCKET": daemon.path])
        try daemon.welcome()
        return app
    }

    @Test(
        "The file that the configuration names, or else Info.plist, is in the scene's window when it is connected",
        arguments: [true, false])
    func front(isOfScene: Bool) throws {
        let daemon = try FakeDaemon()
        let app = try launched(
            daemon, isOfScene ? ["UISceneStoryboardFile": "Main"] : [:],
            isOfScene ? ["UIMainStoryboardFile": "None"] : ["UIMainStoryboardFile": "Main"])
        try daemon.deliver(1, LifeCycleTests.foreground)
        try daemon.deliver(2, .didBecomeActive)
        #expect(
            try app.lines(6) == [
                "launched background 0", "connected unattached background", "page 1",
                "interface Hello true", "comes unattached background",
                "active foregroundActive inactive",
            ])
        // It is shown once its scene is connected.
        let scene = try daemon.scene { "\($0)".contains("Hello") }
        #expect(scene.orientation == "portrait")
    }

    @Test(
        "A launch into the background loads none, and one that isn't there is told",
        .behaviour("S4"))
    func background() throws {
        let daemon = try FakeDaemon()
        let app = try launched(daemon, ["UISceneStoryboardFile": "None"], [:])
        try daemon.deliverAndWait(
            1, .finishLaunching(.init(state: .background, reason: .fetch)))
        #expect(try app.line() == "launched background 0")
        try daemon.deliverAndWait(2, .willEnterForeground)
        #expect(try app.line() == "connected unattached background")
        #expect(try app.complaint().contains("None.json"))
    }
}
