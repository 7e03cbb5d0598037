import Dispatch
import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

// The code of the article "Testing background behaviour", which is checked to be this.

final class Downloader: UIResponder, UIApplicationDelegate {
    private(set) var parts = 0
    private var task = UIBackgroundTaskIdentifier.invalid

    func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask(withName: "download") { self.finish() }
        Task {
            while parts < 20 {
                try await Task.sleep(for: .seconds(2), clock: .device)
                parts += 1
            }
            finish()
        }
    }

    private func finish() {
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

final class Kettle: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(UIUserNotificationSettings(types: .alert))
        let tea = UILocalNotification()
        tea.alertBody = "Tea is ready"
        tea.fireDate = DeviceClock().date + 300
        application.scheduleLocalNotification(tea)
        return true
    }
}

final class Mailbox: UIResponder, UIApplicationDelegate {
    private(set) var letters = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(UIUserNotificationSettings(types: .alert))
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        if application.applicationState == .background { letters += 1 }
        completionHandler(.newData)
    }
}

struct Poller {
    var clock: any Clock<Duration> = DeviceClock()
    var isReady: @MainActor () -> Bool

    @MainActor func waitUntilReady() async throws {
        while !isReady() { try await clock.sleep(for: .seconds(30)) }
    }
}

@Suite struct ArticleTests {
    @MainActor @Test(.virtualDevice) func finishesItsDownload() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Downloader.self)
        let app = try #require(UIApplication.shared.delegate as? Downloader)

        try await device.pressHome()
        #expect(device.app.state == .background)

        try await device.advance(by: .seconds(45))
        #expect(app.parts == 20)
        #expect(device.app.state == .suspended)
    }

    @MainActor @Test(.virtualDevice) func readsTheNewsInTheBackground() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Reader.self, as: .underTest("News", modes: [.fetch]))
        try await device.pressHome()
        try await device.advance(by: .hours(9))

        try await device.fetch()
        #expect(device.wakes.map(\.result) == [.newData])
        #expect(device.app.state == .suspended)
    }

    @MainActor @Test(.virtualDevice) func isEndedWhileItIsSuspended() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Downloader.self)
        try await device.pressHome()
        try await device.advance(by: .hours(9))

        try await device.memoryPressure(.critical)
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .memoryPressure)
        try await device.open()
        #expect(device.app.launches == 2)
        #expect((UIApplication.shared.delegate as? Downloader)?.parts == 0)
    }

    @MainActor @Test(.virtualDevice) func isKilledWhenItOverstays() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Hoarder.self)
        try await device.pressHome()
        try await device.advance(by: .minutes(4))
        let why = try device.why()
        #expect(
            why.sentence == """
                App is not running: it was killed, because its background task "hoarding" was still \
                open when its 180 s of background time ran out; call endBackgroundTask in the \
                expiration handler at the latest (T4).
                """)
    }

    @MainActor @Test(.virtualDevice) func waitsForSomethingReal() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Downloader.self)
        let data = try await readOnAThreadOfItsOwn()
        try await device.advance(by: .seconds(1))
        #expect(!data.isEmpty)
    }

    @MainActor @Test("Code that is given its clock waits on the device's", .virtualDevice)
    func polls() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Downloader.self)
        var isReady = false
        let work = Task { try await Poller(isReady: { isReady }).waitUntilReady() }
        var isDone = false
        Task {
            try await work.value
            isDone = true
        }
        try await device.advance(by: .seconds(20))
        isReady = true
        try await device.advance(by: .seconds(9))
        #expect(!isDone)
        try await device.advance(by: .seconds(1))
        #expect(isDone)
    }

    @MainActor @Test(.virtualDevice) func ringsWhenTheTeaIsReady() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Kettle.self)
        try await device.allow(.notifications)
        try await device.pressHome()

        try await device.advance(by: .minutes(5))
        #expect(device.notifications.map(\.body) == ["Tea is ready"])
        #expect(device.app.state == .suspended)
        try await device.open(device.notifications[0])
        #expect(device.app.state == .active)
    }

    @MainActor @Test(.virtualDevice) func hasItsLetterBeforeTheUserLooks() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Mailbox.self, as: .underTest(modes: [.remoteNotification]))
        let app = try #require(UIApplication.shared.delegate as? Mailbox)
        try await device.allow(.notifications)
        try await device.pressHome()

        try await device.send(push: [
            "aps": ["alert": "A letter", "content-available": 1] as [String: any Sendable]
        ])
        #expect(app.letters == 1)
        #expect(device.notifications.map(\.body) == ["A letter"])
        try await device.open(device.notifications[0])
        #expect(device.app.state == .active)
    }

    @Test("The article's code is this code")
    func article() throws {
        let article = try text(
            "Sources/QuiesceTesting/QuiesceTesting.docc/TestingBackgroundBehaviour.md")
        let source = lines(try text("Tests/QuiesceTestingTests/ArticleTests.swift"))
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
            .map { String($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)) }
        #expect(blocks.count == 11)
        for block in blocks { #expect(source.contains(lines(block)), "\(block)") }
    }

    /// Without indentation.
    private func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: BuiltProducts.package.appendingPathComponent(path), encoding: .utf8)
    }
}

private final class Reader: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.newData) }
}

private final class Hoarder: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ application: UIApplication) {
        _ = application.beginBackgroundTask(withName: "hoarding")
    }
}

private func readOnAThreadOfItsOwn() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(with: Result { try Data(contentsOf: URL(filePath: #filePath)) })
        }
    }
}
