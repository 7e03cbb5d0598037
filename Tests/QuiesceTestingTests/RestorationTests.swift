import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

/// State preservation on a virtual device: what an app's own tests would check.
@MainActor @Suite(.virtualDevice, .serialized) struct RestorationTests {
    @Test(
        "An app that was killed while suspended comes back where its user left it", .behaviour("P1")
    )
    func killed() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Counter.self)
        Counter.current?.count = 7
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .suspended)
        try await device.kill()
        try await device.open()
        #expect(device.app.launches == 2)
        #expect(Counter.current?.count == 7)
    }

    @Test("After a force-quit it starts afresh", .behaviour("P1", "U1"))
    func quit() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Counter.self)
        Counter.current?.count = 7
        try await device.pressHome()
        try await device.quit()
        try await device.open()
        #expect(Counter.current?.count == 0)
    }

    @Test("After a fetch what it changed is saved", .behaviour("P1", "F7"))
    func fetch() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Counter.self, as: .underTest(modes: [.fetch]))
        Counter.current?.count = 7
        try await device.pressHome()
        // Into a new process, which has what the user left from its predecessor.
        try await device.kill()
        try await device.advance(by: .minutes(1))
        try await device.fetch()
        #expect(device.app.state == .suspended)
        try await device.kill()
        try await device.open()
        #expect(device.app.launches == 3)
        #expect(Counter.current?.count == 8)
    }

    @Test("A virtual device knows nothing of what the one before it saved")
    func anotherDevice() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Counter.self)
        #expect(Counter.current?.count == 0)
    }
}

private final class Counter: UIResponder, UIApplicationDelegate {
    static weak var current: Counter?
    var count = 0

    required init() {
        super.init()
        Self.current = self
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        count += 1
        completionHandler(.newData)
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) { coder.encode(count, forKey: "count") }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) { count = coder.decodeInteger(forKey: "count") }
}
