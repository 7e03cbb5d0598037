import QuiesceCore
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct WakeTests {
    private let app = AppManifest.underTest("News", modes: [.fetch, .remoteNotification])

    init() { Reader.reset() }

    @Test("A fetch wakes a suspended app, which tells what it brought", .behaviour("F2", "F5"))
    func fetch() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Reader.self, as: app)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        try await device.fetch()
        #expect(device.wakes.map(\.result) == [.newData])
        #expect(device.app.state == .suspended)
        #expect(device.app.launches == 1)
    }

    @Test("A push launches an app that isn't running into the background", .behaviour("R2", "S4"))
    func push() async throws {
        let device = try VirtualDevice.current
        try device.install(app) { Reader() }
        try await device.send(push: ["aps": ["content-available": 1], "story": 7])
        #expect(Reader.stories == [7])
        #expect(Reader.launchStates == [.background])
        #expect(device.wakes.map(\.cause) == [.push])
        #expect(device.wakes.map(\.verdict) == [.completedNewData])
        #expect(device.app.state == .suspended)
    }

    @Test("An app that takes its time completes in the background", .behaviour("F5"))
    func slow() async throws {
        let device = try VirtualDevice.current
        Reader.takes = .seconds(20)
        try await device.launch(Reader.self, as: app)
        try await device.pressHome()
        try await device.fetch()
        #expect(device.app.state == .background)
        #expect(device.wakes.map(\.verdict) == [nil])
        try await device.advance(by: .seconds(20))
        #expect(device.wakes.map(\.verdict) == [.completedNewData])
        #expect(device.app.state == .suspended)
    }

    @Test("An app that never calls the completion handler is killed", .behaviour("F5"))
    func missingCompletion() async throws {
        let device = try VirtualDevice.current
        Reader.takes = .days(1)
        try await device.launch(Reader.self, as: app)
        try await device.pressHome()
        try await device.fetch()
        try await device.advance(by: .seconds(31))
        #expect(device.app.reason == .completionHandlerMissing)
        #expect(device.wakes.map(\.verdict) == [.appEnded])
        #expect(device.wakes.map(\.result) == [nil])
    }

    @Test(
        "What the device refuses is thrown, with the reason and what to do", .behaviour("U2", "O4"))
    func refused() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Reader.self, as: app)
        try await device.quit()
        let error = await #expect(throws: VirtualDeviceError.self) { try await device.fetch() }
        #expect("\(try #require(error))".contains("force-quit"))
        #expect(try device.whyNot(.push).obstacles.map(\.reason) == [.forceQuitByUser])
    }

    @Test("A push that is no JSON, or too long, isn't sent")
    func invalidPush() async throws {
        let device = try VirtualDevice.current
        try device.install(app) { Reader() }
        await #expect(throws: VirtualDeviceError.self) {
            try await device.send(push: ["aps": Duration.seconds(1)])
        }
        await #expect(throws: VirtualDeviceError.self) {
            try await device.send(push: ["text": String(repeating: "x", count: 5_000)])
        }
        #expect(device.log.allSatisfy { $0.reason != .push })
    }
}

/// Reads the news when it is woken.
private final class Reader: UIResponder, UIApplicationDelegate {
    static var takes = Duration.zero
    static var stories: [Int] = []
    static var launchStates: [UIApplication.State] = []

    static func reset() {
        takes = .zero
        stories = []
        launchStates = []
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.launchStates.append(application.applicationState)
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Task {
            try await Task.sleep(for: Self.takes, clock: .device)
            completionHandler(.newData)
        }
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        if let story = userInfo["story"] as? Int { Self.stories.append(story) }
        completionHandler(.newData)
    }
}
