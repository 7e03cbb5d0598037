import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// The requests of an app to `BGTaskScheduler`.
@MainActor @Suite struct TaskRequestCases {
    @Test(
        "A second handler for an identifier is an error, for which the system kills the app",
        .says(.taskScheduler, "register(forTaskWithIdentifier:using:launchHandler:)"))
    func secondHandler() async throws {
        let device = try await launched(Work.app) {
            Work.register()
            Work.register()
        }
        #expect(device.app.state == .notRunning)
        #expect(device.log.last { $0.to == .notRunning }?.reason == .crashed)
    }

    @Test(
        "A handler that is registered after the launch is an error",
        .says(.taskSchedulerHeader, "registerForTaskWithIdentifier:usingQueue:launchHandler:"))
    func afterLaunch() async throws {
        let device = try await launched(Work.app)
        Work.register()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .notRunning)
        #expect(device.log.last { $0.to == .notRunning }?.reason == .crashed)
    }

    @Test(
        "A request takes the place of an earlier one with its identifier",
        .says(.taskSchedulerHeader, "submitTaskRequest:error:"))
    func replaces() async throws {
        let device = try await worker()
        try Work.refresh(after: 3_600)
        try Work.refresh(after: 7_200)
        let pending = await Work.pending
        let begin = try #require(pending.first?.earliestBeginDate)
        #expect(pending.count == 1)
        #expect(abs(begin.timeIntervalSince(device.date) - 7_200) < 1)
    }

    @Test(
        "An app can have one refresh task scheduled at a time, and no more",
        .says(.taskScheduler, "submit(_:)"))
    func oneRefresh() async throws {
        _ = try await worker()
        try Work.refresh()
        let error = #expect(throws: BGTaskScheduler.Error.self) { try Work.refresh("other") }
        #expect(error?.code == .tooManyPendingTaskRequests)
    }

    @Test(
        "An app can have ten processing tasks scheduled at a time, and no more",
        .says(.taskScheduler, "submit(_:)"))
    func tenProcessing() async throws {
        _ = try await worker()
        for number in 1...10 { try Work.process("work\(number)") }
        let error = #expect(throws: BGTaskScheduler.Error.self) { try Work.process("work11") }
        #expect(error?.code == .tooManyPendingTaskRequests)
    }

    @Test(
        "After some of its requests were cancelled an app may try again",
        .says(.taskSchedulerHeader, "BGTaskSchedulerErrorCodeTooManyPendingTaskRequests"))
    func room() async throws {
        _ = try await worker()
        try Work.refresh()
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "refresh")
        try Work.refresh("other")
        #expect(await Work.pending.map(\.identifier) == ["other"])
    }

    @Test(
        "Scheduling is unavailable while the user has switched Background App Refresh off",
        .says(.taskSchedulerHeader, "BGTaskSchedulerErrorCodeUnavailable"))
    func unavailable() async throws {
        let device = try await worker()
        try await device.allow(.backgroundRefresh, false)
        let error = #expect(throws: BGTaskScheduler.Error.self) { try Work.refresh() }
        #expect(error?.code == .unavailable)
    }

    @Test(
        "A request that is cancelled isn't carried out",
        .says(.taskSchedulerHeader, "cancelTaskRequestWithIdentifier:"))
    func cancelled() async throws {
        let device = try await worker()
        try Work.process()
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "work1")
        try await device.lock()
        try await device.advance(by: .days(3))
        #expect(Work.begun.isEmpty)
    }

    @Test(
        "All requests can be cancelled at once",
        .says(.taskSchedulerHeader, "cancelAllTaskRequests"))
    func allCancelled() async throws {
        let device = try await worker()
        try Work.refresh()
        try Work.process()
        BGTaskScheduler.shared.cancelAllTaskRequests()
        #expect(await Work.pending.isEmpty)
        await #expect(throws: VirtualDeviceError.self) { try await device.run(task: "work1") }
    }

    @Test(
        "An app can list the requests that it has submitted and that aren't completed",
        .says(.taskSchedulerHeader, "getPendingTaskRequestsWithCompletionHandler:"))
    func pending() async throws {
        let device = try await worker()
        try Work.refresh()
        try Work.process()
        #expect(await Work.pending.map(\.identifier) == ["refresh", "work1"])
        try await device.run(task: "refresh")
        #expect(await Work.pending.map(\.identifier) == ["work1"])
    }

    @Test(
        "The requests in the list are copies: a change of one has no effect on the request",
        .says(.taskSchedulerHeader, "getPendingTaskRequestsWithCompletionHandler:"))
    func copies() async throws {
        _ = try await worker()
        try Work.refresh()
        await Work.pending.first?.earliestBeginDate = .distantFuture
        #expect(await Work.pending.map(\.earliestBeginDate) == [nil])
    }

    @Test(
        "Where no request is pending the list is empty",
        .says(.taskSchedulerHeader, "getPendingTaskRequestsWithCompletionHandler:"))
    func nonePending() async throws {
        _ = try await worker()
        #expect(await Work.pending.isEmpty)
    }
}
