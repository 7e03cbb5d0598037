import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct WakeCases {
    private let reader = AppManifest.underTest(modes: [.fetch, .remoteNotification])
    private let silent: [String: any Sendable] = ["aps": ["content-available": 1]]

    // MARK: Fetching Small Amounts of Content Opportunistically

    @Test(
        "A fetch wakes a suspended app into the background",
        .says(.background, "Fetching Small Amounts of Content Opportunistically"))
    func fetchWakes() async throws {
        let device = try await launched(reader)
        try await device.pressHome()
        try await device.fetch()
        #expect(Subject.told.last == "performFetch background")
        #expect(device.app.launches == 1)
    }

    @Test(
        "A fetch launches an app that isn't running into the background",
        .says(.background, "Fetching Small Amounts of Content Opportunistically"))
    func fetchLaunches() async throws {
        let device = try await launched(reader)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.fetch()
        #expect(Subject.told.last == "performFetch background")
        #expect(device.app.launches == 2)
    }

    @Test(
        "An app is suspended again once it has called the completion handler of a fetch",
        .says(.background, "Fetching Small Amounts of Content Opportunistically"))
    func fetchCompletes() async throws {
        let device = try await launched(reader)
        Subject.takes = .seconds(10)
        try await device.pressHome()
        try await device.fetch()
        try await device.advance(by: .seconds(9))
        #expect(device.app.state == .background)
        try await device.advance(by: .seconds(2))
        #expect(device.app.state == .suspended)
        #expect(device.wakes.map(\.result) == [.newData])
    }

    @Test(
        "An app without the mode fetch is given no time for fetches",
        .says(.background, "Declaring Your App's Supported Background Tasks"))
    func fetchWithoutMode() async throws {
        let device = try await launched()
        try await device.pressHome()
        await #expect(throws: VirtualDeviceError.self) { try await device.fetch() }
        #expect(device.wakes.isEmpty)
    }

    // MARK: Using Push Notifications to Initiate a Download

    @Test(
        "A push with content-available wakes a suspended app into the background",
        .says(.background, "Using Push Notifications to Initiate a Download"))
    func pushWakes() async throws {
        let device = try await launched(reader)
        try await device.pressHome()
        try await device.send(push: silent)
        #expect(Subject.told.last == "didReceiveRemoteNotification background")
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A push with content-available launches an app that isn't running into the background",
        .says(.background, "Using Push Notifications to Initiate a Download"))
    func pushLaunches() async throws {
        let device = try installed(reader)
        try await device.send(push: silent)
        #expect(Subject.told.last == "didReceiveRemoteNotification background")
        #expect(device.app.launches == 1)
    }

    @Test(
        "Without content-available a push starts no download: a suspended app stays so",
        .says(.background, "Using Push Notifications to Initiate a Download"))
    func pushWithoutContent() async throws {
        let device = try await launched(reader)
        try await device.pressHome()
        let told = Subject.told
        try await device.send(push: ["aps": ["alert": "A letter"]])
        #expect(Subject.told == told)
        #expect(device.wakes.isEmpty)
    }

    @Test(
        "Without the mode remote-notification a push wakes no app",
        .says(.background, "Using Push Notifications to Initiate a Download"))
    func pushWithoutMode() async throws {
        let device = try await launched()
        try await device.pressHome()
        let told = Subject.told
        try? await device.send(push: silent)
        #expect(Subject.told == told)
        #expect(device.app.state == .suspended)
    }

    // MARK: Understanding When Your App Gets Launched into the Background

    @Test(
        "An app that was terminated, and not by the user, is launched for a push",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func relaunched() async throws {
        let device = try await launched(reader)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.send(push: silent)
        #expect(device.app.launches == 2)
    }

    @Test(
        "An app that the user has force quit isn't launched for a push",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func forceQuitPush() async throws {
        let device = try await launched(reader)
        try await device.quit()
        try? await device.send(push: silent)
        try await device.advance(by: .hours(1))
        #expect(device.app.launches == 1)
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "An app that the user has force quit isn't launched for a fetch",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func forceQuitFetch() async throws {
        let device = try await launched(reader)
        try await device.quit()
        await #expect(throws: VirtualDeviceError.self) { try await device.fetch() }
        #expect(device.app.launches == 1)
    }

    @Test(
        "An app that was force quit is woken as before once the user has launched it again",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func launchedAgain() async throws {
        let device = try await launched(reader)
        try await device.quit()
        try await device.open()
        try await device.pressHome()
        try await device.fetch()
        #expect(device.wakes.map(\.result) == [.newData])
    }

    @Test(
        "An app that was force quit is launched into the background again after a restart of the device",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func rebooted() async throws {
        let device = try await launched(reader)
        try await device.quit()
        try await device.reboot()
        try await device.send(push: silent)
        #expect(device.app.launches == 2)
    }

    @Test(
        "With a password the system launches no app into the background before the first unlock",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func firstUnlock() async throws {
        let device = try await launched(reader)
        try await device.setPasscode()
        try await device.reboot()
        try? await device.fetch()
        try await device.advance(by: .hours(1))
        #expect(device.app.launches == 1)
        try await device.unlock()
        try await device.advance(by: .seconds(1))
        #expect(device.app.launches == 2)
    }
}
