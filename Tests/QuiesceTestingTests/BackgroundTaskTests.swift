import QuiesceCore
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct BackgroundTaskTests {
    @Test(
        "An app with a task open goes on in the background, for as long as it is allowed",
        .behaviour("T2", "T3"))
    func allowance() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Finisher.self)
        #expect(UIApplication.shared.backgroundTimeRemaining == .greatestFiniteMagnitude)
        try await device.pressHome()
        #expect(device.app.state == .background)
        #expect(device.app.openTasks == 1)
        let remaining = UIApplication.shared.backgroundTimeRemaining
        try await device.advance(by: .seconds(60))
        #expect(abs(remaining - 60 - UIApplication.shared.backgroundTimeRemaining) < 0.001)
        try await device.advance(by: .minutes(2))
        #expect(device.app.state == .suspended)
        #expect(Finisher.expirations == 1)
    }

    @Test("A task that is ended lets the app be suspended at once", .behaviour("T6"))
    func ended() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Finisher.self)
        try await device.pressHome()
        try await device.advance(by: .seconds(10))
        (UIApplication.shared.delegate as? Finisher)?.finish()
        try await device.advance(by: .milliseconds(2))
        #expect(device.app.state == .suspended)
        #expect(Finisher.expirations == 0)
    }

    @Test("An app that keeps its task is killed, and why says so", .behaviour("T4", "W2"))
    func overstays() async throws {
        let device = try VirtualDevice.current
        Finisher.endsInTime = false
        try await device.launch(Finisher.self)
        try await device.pressHome()
        try await device.advance(by: .hours(9))
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .backgroundTaskExpired)
        let why = try device.why()
        #expect(why.rule == .t4)
        #expect(why.sentence.contains("\"saving\""))
        #expect(device.log.contains { $0.kind == .kill && $0.rule == .t4 })
    }

    @Test(
        "Under the rules of iOS 4 a task may take ten minutes", .virtualDevice(.ios4),
        .behaviour("T3"))
    func otherRules() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Finisher.self)
        try await device.pressHome()
        try await device.advance(by: .minutes(9))
        #expect(device.app.state == .background)
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .suspended)
    }

    @Test("A sleeping device spends no background time", .behaviour("T5"))
    func deviceSleeps() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Finisher.self)
        try await device.pressHome()
        try await device.sleep()
        #expect(device.app.state == .suspended)
        try await device.advance(by: .hours(1))
        #expect(Finisher.expirations == 0)
        try await device.wake()
        #expect(device.app.state == .background)
    }

    init() {
        Finisher.expirations = 0
        Finisher.endsInTime = true
    }
}

/// Has something to finish from its launch on.
private final class Finisher: UIResponder, UIApplicationDelegate {
    static var expirations = 0
    static var endsInTime = true
    private var task = UIBackgroundTaskIdentifier.invalid

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        task = application.beginBackgroundTask(withName: "saving") {
            Self.expirations += 1
            if Self.endsInTime { self.finish() }
        }
        return true
    }

    func finish() {
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
