import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

/// URLs and quick actions on a virtual device.
@MainActor @Suite(.virtualDevice) struct VirtualLinkTests {
    @Test(
        "A suspended app with a scene is opened with a URL, and launched with the next",
        .behaviour("S3", "S6"))
    func urls() async throws {
        let device = try VirtualDevice.current
        var app = AppManifest.underTest()
        app.urlSchemes = ["notes"]
        Reader.heard = []
        try await device.launch(Reader.self, scene: ReaderScene.self, as: app)
        try await device.pressHome()
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .suspended)
        try await device.open(url: try #require(URL(string: "notes://today")))
        #expect(device.app.state == .active)
        #expect(Reader.heard == ["notes://today"])
        try await device.open(shortcut: "new")
        #expect(Reader.heard.last == "action new")
        try await device.quit()
        try await device.open(url: try #require(URL(string: "notes://launch")))
        #expect(Reader.heard.last == "connected for notes://launch")
        await #expect(throws: VirtualDeviceError.self) {
            try await device.open(url: try #require(URL(string: "other://x")))
        }
    }

    @Test(
        "A suspended app with a scene goes on with a page of its domain, and with an activity of its types",
        .behaviour("S6"))
    func activities() async throws {
        let device = try VirtualDevice.current
        var app = AppManifest.underTest()
        app.linkDomains = ["example.com"]
        app.activityTypes = ["reading"]
        Reader.heard = []
        try await device.launch(Reader.self, scene: ReaderScene.self, as: app)
        try await device.pressHome()
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .suspended)
        try await device.open(url: try #require(URL(string: "https://example.com/x")))
        #expect(device.app.state == .active)
        #expect(Reader.heard == ["goes on https://example.com/x"])
        let reading = NSUserActivity(activityType: "reading")
        reading.userInfo = ["page": 7]
        try await device.open(activity: reading)
        #expect(Reader.heard.last == "goes on reading 7")
        try await device.quit()
        try await device.open(activity: reading)
        #expect(Reader.heard.last == "connected for reading")
        await #expect(throws: VirtualDeviceError.self) {
            try await device.open(activity: NSUserActivity(activityType: "writing"))
        }
        reading.userInfo = ["page": Date()]
        await #expect(throws: VirtualDeviceError.self) {
            try await device.open(activity: reading)
        }
    }
}

private final class Reader: UIResponder, UIApplicationDelegate {
    static var heard: [String] = []
}

private final class ReaderScene: UIResponder, UIWindowSceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        for context in connectionOptions.urlContexts {
            Reader.heard.append("connected for \(context.url)")
        }
        for activity in connectionOptions.userActivities {
            Reader.heard.append("connected for \(activity.activityType)")
        }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        if let page = userActivity.webpageURL { return Reader.heard.append("goes on \(page)") }
        let page = userActivity.userInfo?["page"] as? Int
        Reader.heard.append("goes on \(userActivity.activityType) \(page ?? 0)")
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts { Reader.heard.append("\(context.url)") }
    }

    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem
    ) async -> Bool {
        Reader.heard.append("action \(shortcutItem.type)")
        return true
    }
}
