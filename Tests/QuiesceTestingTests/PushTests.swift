import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct PushTests {
    private let app = AppManifest.underTest("Letters", modes: [.remoteNotification])
    private let letter: [String: any Sendable] = ["aps": ["alert": "A letter"], "word": "hi"]
    private let fetched: [String: any Sendable] = [
        "aps": ["alert": "A letter", "badge": 2, "content-available": 1] as [String: any Sendable],
        "word": "hi",
    ]

    init() { Reader.heard = [] }

    private func launched() async throws -> VirtualDevice {
        let device = try VirtualDevice.current
        try await device.launch(Reader.self, as: app)
        try await device.allow(.notifications)
        return device
    }

    @Test("An app that registers has a token, until it takes that back", .behaviour("R1"))
    func token() async throws {
        let device = try await launched()
        #expect(device.pushToken == nil)
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        let token = try #require(device.pushToken)
        #expect(Reader.heard == ["token \(token)"])
        #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
        UIApplication.shared.unregisterForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        #expect(device.pushToken == nil)
        #expect(!UIApplication.shared.isRegisteredForRemoteNotifications)
    }

    @Test("On a device without a gateway it fails, and says so", .behaviour("R1"))
    func noGateway() async throws {
        let device = try await launched()
        try await device.joinGateway(false)
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        #expect(Reader.heard.first?.hasPrefix("no token: ") == true)
        #expect(device.pushToken == nil)
        try await device.joinGateway()
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        #expect(device.pushToken != nil)
    }

    @Test(
        "Its token is known after the app, and the device, have been started anew",
        .behaviour("R1"))
    func restarted() async throws {
        let device = try await launched()
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        let token = device.pushToken
        try await device.reboot()
        #expect(device.pushToken == token)
        try await device.open()
        #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
        #expect(device.pushToken == token)
        #expect(Reader.heard.count == 2 && Set(Reader.heard).count == 1)
    }

    @Test(
        "An alert is shown for a suspended app, which hears of it when the user chooses it",
        .behaviour("R1"))
    func shown() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.advance(by: .seconds(10))
        try await device.send(push: letter)
        #expect(device.notifications.map(\.body) == ["A letter"])
        #expect(device.app.state == .suspended)
        #expect(Reader.heard.isEmpty && device.wakes.isEmpty)
        try await device.open(device.notifications[0])
        #expect(Reader.heard == ["push hi inactive"])
        #expect(device.app.state == .active)
        #expect(device.notifications.isEmpty)
    }

    @Test("The choice launches an app that has ended, with the push", .behaviour("R1"))
    func launchedByChoice() async throws {
        let device = try await launched()
        try await device.kill()
        try await device.send(push: letter)
        #expect(device.app.state == .notRunning)
        try await device.open(device.notifications[0])
        #expect(Reader.heard == ["launched by hi", "push hi inactive"])
    }

    @Test("In front it comes to the app alone", .behaviour("R1"))
    func inFront() async throws {
        let device = try await launched()
        try await device.send(push: letter)
        #expect(Reader.heard == ["push hi active"])
        #expect(device.notifications.isEmpty)
    }

    @Test("One with content wakes the app, and is shown", .behaviour("R2", "R3"))
    func content() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.advance(by: .seconds(10))
        try await device.send(push: fetched)
        #expect(Reader.heard == ["push hi background"])
        #expect(device.wakes.map(\.result) == [.newData])
        #expect(device.notifications.map(\.body) == ["A letter"])
        #expect(device.badge == 2)
    }

    @Test(
        "With ios7 it is shown once the app has its content", .behaviour("R3"),
        .virtualDevice(.ios7))
    func contentFirst() async throws {
        Reader.takes = .seconds(5)
        defer { Reader.takes = .zero }
        let device = try await launched()
        try await device.pressHome()
        try await device.advance(by: .seconds(10))
        try await device.send(push: fetched)
        try await device.advance(by: .seconds(4))
        #expect(Reader.heard == ["push hi background"])
        #expect(device.notifications.isEmpty)
        try await device.advance(by: .seconds(1))
        #expect(device.notifications.map(\.body) == ["A letter"])
    }

    @Test("A force-quit app isn't woken; its alert is shown", .behaviour("U2", "R5"))
    func forceQuit() async throws {
        let device = try await launched()
        try await device.quit()
        try await device.send(push: fetched)
        #expect(device.notifications.map(\.body) == ["A letter"])
        #expect(device.app.state == .notRunning && device.wakes.isEmpty)
    }
}

private final class Reader: UIApplicationDelegate {
    static var heard: [String] = []
    /// Until it calls the completion handler.
    static var takes = Duration.zero

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .badge]))
        if let push = launchOptions?[.remoteNotification] as? [AnyHashable: Any] {
            Self.heard.append("launched by \(push["word"] as? String ?? "nothing")")
        }
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        Self.heard.append("token \(deviceToken.map { String(format: "%02x", $0) }.joined())")
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        Self.heard.append("no token: \(error.localizedDescription)")
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Self.heard.append(
            "push \(userInfo["word"] as? String ?? "nothing") \(application.applicationState)")
        guard Self.takes > .zero else { return completionHandler(.newData) }
        Task {
            try await Task.sleep(for: Self.takes, clock: .device)
            completionHandler(.newData)
        }
    }
}
