import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Extra time in the background, as UIKit's reference and Apple's engineers describe it.
@MainActor @Suite struct BackgroundTimeCases {
    @Test(
        "The expiration handler is called on the main thread",
        .says(.application, "beginBackgroundTask(expirationHandler:)"))
    func mainThread() async throws {
        let device = try await launched()
        Subject.task = UIApplication.shared.beginBackgroundTask {
            Subject.write("expires \(isOnMainQueue())")
            UIApplication.shared.endBackgroundTask(Subject.task)
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(Subject.told.last == "expires true")
    }

    @Test(
        "The expiration handler is called shortly before the remaining time reaches zero",
        .says(.application, "beginBackgroundTask(expirationHandler:)"))
    func shortlyBefore() async throws {
        let device = try await launched()
        var remaining: TimeInterval?
        Subject.task = UIApplication.shared.beginBackgroundTask {
            remaining = UIApplication.shared.backgroundTimeRemaining
            UIApplication.shared.endBackgroundTask(Subject.task)
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect((0.1...10).contains(try #require(remaining)))
    }

    @Test(
        "The result is the invalid identifier where running in the background isn't possible",
        .says(.application, "beginBackgroundTask(expirationHandler:)"))
    func invalid() async throws {
        let device = try await launched()
        Subject.when["willTerminate"] = {
            let task = UIApplication.shared.beginBackgroundTask()
            Subject.write("task \(task == .invalid)")
        }
        try await device.quit()
        #expect(Subject.told.last == "task true")
    }

    @Test(
        "Tasks may be begun and ended on another thread than the main one",
        .says(.application, "endBackgroundTask(_:)"))
    func otherThread() async throws {
        let device = try await launched()
        let application = UIApplication.shared
        let task = await onAnotherThread { application.beginBackgroundTask() }
        try await device.pressHome()
        #expect(device.app.state == .background)
        await onAnotherThread { application.endBackgroundTask(task) }
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    private func onAnotherThread<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    @Test(
        "A task may have a name, and is otherwise as one without",
        .says(.application, "beginBackgroundTask(expirationHandler:)"))
    func named() async throws {
        let device = try await launched()
        let task = UIApplication.shared.beginBackgroundTask(withName: "saving")
        try await device.pressHome()
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .background)
        UIApplication.shared.endBackgroundTask(task)
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    // MARK: Forums

    @Test(
        "Suspension prevents the process from running any code: a timer doesn't fire at its time",
        .says(.limits, "iOS Background Execution Limits", under: [.ios4, .ios7, .ios8]))
    func noTimer() async throws {
        let device = try await launched()
        DeviceTimer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in
            Subject.write("timer")
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(!Subject.told.contains("timer"))
        try await device.open()
        #expect(Subject.told.contains("timer"))
    }

    @Test(
        "A timer app uses a local notification to tell the user that the time is up",
        .says(.limits, "iOS Background Execution Limits"))
    func timerApp() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .seconds(59))
        #expect(device.notifications.isEmpty)
        try await device.advance(by: .seconds(1))
        #expect(device.notifications.map(\.body) == ["Tea"])
    }

    @Test(
        "An app that was force quit isn't resumed in the background",
        .says(.limits, "iOS Background Execution Limits", under: [.ios7, .ios8]))
    func forceQuit() async throws {
        let device = try await launched(.underTest(modes: [.fetch, .remoteNotification]))
        UIApplication.shared.setMinimumBackgroundFetchInterval(0)
        try await device.quit()
        try? await device.send(push: ["aps": ["content-available": 1]])
        try await device.advance(by: .days(3))
        #expect(device.app.launches == 1)
    }
}
