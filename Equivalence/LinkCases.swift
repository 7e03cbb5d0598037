import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// URLs, quick actions and activities, of an app without scenes.
@MainActor @Suite struct LinkCases {
    private var app: AppManifest {
        var app = AppManifest.underTest()
        app.urlSchemes = ["notes"]
        app.activityTypes = ["reading"]
        return app
    }
    private let today = url("notes://today")

    @Test(
        "An app that was launched for a URL is told to open that once it has initialized itself",
        .says(.delegate, "application(_:willFinishLaunchingWithOptions:)"))
    func launchedForURL() async throws {
        let device = try installed(app)
        try await device.open(url: today)
        #expect(
            Subject.told.has(
                "didFinishLaunching inactive", "open notes://today inactive", "didBecomeActive"))
        #expect(Subject.launchOptions[.url] as? URL == today)
    }

    @Test(
        "An app that says at its launch that it can't handle the URL isn't told to open that",
        .says(.delegate, "application(_:open:options:)"))
    func declinesURL() async throws {
        let device = try installed(app)
        Subject.finishes = false
        try await device.open(url: today)
        #expect(!Subject.told.contains { $0.hasPrefix("open") })
        #expect(device.app.state == .active)
    }

    @Test(
        "A suspended app comes to the foreground before it is told to open a URL",
        .says(.delegate, "application(_:open:options:)"))
    func suspended() async throws {
        let device = try await launched(app)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        try await device.open(url: today)
        #expect(
            Subject.told.has(
                "willEnterForeground", "open notes://today inactive", "didBecomeActive"))
    }

    @Test(
        "An app that runs in the background comes to the foreground before it is told to open a URL",
        .says(.delegate, "application(_:open:options:)"))
    func inBackground() async throws {
        let device = try await launched(app)
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        #expect(device.app.state == .background)
        try await device.open(url: today)
        #expect(Subject.told.has("willEnterForeground", "open notes://today inactive"))
    }

    @Test(
        "The delegate is told which quick action the user chose",
        .says(.delegate, "application(_:performActionFor:completionHandler:)"))
    func quickAction() async throws {
        let device = try await launched(app)
        try await device.pressHome()
        try await device.open(shortcut: "new")
        #expect(Subject.told.contains("action new"))
        #expect(device.app.state == .active)
    }

    @Test(
        "An app that is launched for a quick action finds it in the launch options",
        .says(.delegate, "application(_:performActionFor:completionHandler:)"))
    func launchedForAction() async throws {
        let device = try installed(app)
        try await device.open(shortcut: "new")
        let item = Subject.launchOptions[.shortcutItem] as? UIApplicationShortcutItem
        #expect(item?.type == "new")
    }

    @Test(
        "An app that handled the quick action at its launch, and said so, isn't told of it again",
        .says(.delegate, "application(_:performActionFor:completionHandler:)"))
    func handledAtLaunch() async throws {
        let device = try installed(app)
        Subject.finishes = false
        try await device.open(shortcut: "new")
        #expect(!Subject.told.contains("action new"))
    }

    @Test(
        "The delegate is told of an activity whose data has come, to go on with that",
        .says(.delegate, "application(_:continue:restorationHandler:)"))
    func continues() async throws {
        let device = try await launched(app)
        try await device.pressHome()
        try await device.open(activity: NSUserActivity(activityType: "reading"))
        #expect(Subject.told.contains("continue reading"))
    }

    @Test(
        "An app that says at its launch that it can't go on with the activity isn't told of it",
        .says(.delegate, "application(_:continue:restorationHandler:)"))
    func declinesActivity() async throws {
        let device = try installed(app)
        Subject.finishes = false
        try await device.open(activity: NSUserActivity(activityType: "reading"))
        #expect(!Subject.told.contains { $0.hasPrefix("continue") })
    }
}
