import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct PushRegistrationCases {
    private func register(on device: VirtualDevice) async throws {
        UIApplication.shared.registerForRemoteNotifications()
        try await device.advance(by: .seconds(1))
    }

    @Test(
        "An app whose registration succeeds is given a device token",
        .says(.application, "registerForRemoteNotifications()"))
    func token() async throws {
        let device = try await launched()
        try await register(on: device)
        #expect(Subject.told.last == "token \(try #require(device.pushToken))")
    }

    @Test(
        "An app whose registration fails is told so instead",
        .says(.application, "registerForRemoteNotifications()"))
    func noToken() async throws {
        let device = try await launched()
        try await device.joinGateway(false)
        try await register(on: device)
        #expect(Subject.told.last == "no token")
        #expect(!Subject.told.contains { $0.hasPrefix("token") })
    }

    @Test(
        "An app that registers again, with a token that hasn't changed, has it again quickly",
        .says(.delegate, "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"))
    func again() async throws {
        let device = try await launched()
        try await register(on: device)
        try await device.kill()
        try await device.open()
        try await register(on: device)
        let tokens = Subject.told.filter { $0.hasPrefix("token") }
        #expect(tokens.count == 2 && Set(tokens).count == 1)
    }

    @Test(
        "Without the user's authorization pushes are delivered silently",
        .says(.application, "registerForRemoteNotifications()"))
    func silently() async throws {
        let device = try await launched(.underTest(modes: [.remoteNotification]))
        try await device.pressHome()
        let aps: [String: any Sendable] = ["alert": "A letter", "content-available": 1]
        try await device.send(push: ["aps": aps])
        #expect(device.notifications.isEmpty)
        #expect(Subject.told.last == "didReceiveRemoteNotification background")
    }
}
