import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Multitasking as it began.
@MainActor @Suite struct OldSystemCases {
    @Test(
        "An application that was linked against iPhone OS 4.0 is assumed to support multitasking",
        .says(.executing, "Designing Your Application to Support Multitasking", under: [.ios4]))
    func multitasking() async throws {
        let device = try await launched(.underTest(builtForMajorVersion: 4))
        try await device.pressHome()
        try await device.open()
        #expect(device.app.launches == 1)
    }

    @Test(
        "Without multitasking an application is told willTerminate when it is quit, and terminated",
        .says(.executing, "Determining Whether Multitasking Support is Available", under: [.ios4]))
    func noMultitasking() async throws {
        let device = try await launched(.underTest(builtForMajorVersion: 3))
        try await device.pressHome()
        #expect(Subject.told.last == "willTerminate")
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "An application may have any number of background tasks at the same time",
        .says(.executing, "Completing a Long-Running Task in the Background", under: [.ios4]))
    func manyTasks() async throws {
        let device = try await launched()
        let tasks = (0..<100).map { _ in UIApplication.shared.beginBackgroundTask() }
        #expect(Set(tasks.map(\.rawValue)).count == 100)
        try await device.pressHome()
        for task in tasks { UIApplication.shared.endBackgroundTask(task) }
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }
}
