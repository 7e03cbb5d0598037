import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// How the tasks of `BGTaskScheduler` are begun and ended.
@MainActor @Suite struct TaskRunCases {
    // MARK: When

    @Test(
        "A task isn't begun before its earliest date, and at some time after that",
        .says(.taskRequestHeader, "earliestBeginDate"))
    func earliest() async throws {
        let device = try await worker()
        try Work.process(after: 36_000)
        try await device.lock()
        try await device.advance(by: .seconds(35_990))
        #expect(Work.begun.isEmpty)
        try await device.advance(by: .days(2))
        #expect(Work.begun.count == 1)
    }

    @Test(
        "A processing task that needs external power is begun only while the device has that",
        .says(.taskRequestHeader, "requiresExternalPower"))
    func power() async throws {
        let device = try await worker()
        try Work.process(power: true)
        try await device.change(.battery(percent: 80, .unplugged))
        try await device.lock()
        try await device.advance(by: .days(2))
        #expect(Work.begun.isEmpty)
        try await device.change(.battery(percent: 80, .charging))
        try await device.advance(by: .days(2))
        #expect(Work.begun.count == 1)
    }

    @Test(
        "A processing task that needs a network is begun only while the device has one",
        .says(.taskRequestHeader, "requiresNetworkConnectivity"))
    func network() async throws {
        let device = try await worker()
        try Work.process(network: true)
        try await device.change(.network(.none))
        try await device.lock()
        try await device.advance(by: .days(2))
        #expect(Work.begun.isEmpty)
        try await device.change(.network(.wifi))
        try await device.advance(by: .days(2))
        #expect(Work.begun.count == 1)
    }

    @Test(
        "A processing task of an app in use is begun within two days",
        .says(.taskRequestHeader, "BGProcessingTaskRequest"))
    func withinTwoDays() async throws {
        let device = try await worker()
        try Work.process()
        try await device.lock()
        try await device.advance(by: .days(2))
        #expect(Work.begun.count == 1)
    }

    // MARK: How

    @Test(
        "The app is launched in the background for a task, and its handler is called",
        .says(.taskSchedulerHeader, "registerForTaskWithIdentifier:usingQueue:launchHandler:"))
    func launches() async throws {
        let device = try await worker()
        try Work.refresh(after: 86_400)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.run(task: "refresh")
        #expect(Subject.told.last == "didFinishLaunching background")
        #expect(device.app.launches == 2)
        #expect(Work.begun.count == 1)
    }

    @Test(
        "A task has the identifier of the request that scheduled it",
        .says(.taskHeader, "identifier"))
    func identifier() async throws {
        let device = try await worker()
        try Work.process("work7")
        try await device.pressHome()
        try await device.run(task: "work7")
        #expect(Work.begun.map(\.identifier) == ["work7"])
    }

    @Test(
        "A processing request begins a processing task",
        .says(.taskHeader, "BGProcessingTask"))
    func processing() async throws {
        let device = try await worker()
        try Work.process()
        try await device.pressHome()
        try await device.run(task: "work1")
        #expect(Work.begun.first is BGProcessingTask)
    }

    @Test(
        "A refresh request begins a refresh task",
        .says(.taskHeader, "BGAppRefreshTask"))
    func refreshing() async throws {
        let device = try await worker()
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        #expect(Work.begun.first is BGAppRefreshTask)
    }

    // MARK: The end

    @Test(
        "The app is suspended as soon as all of its tasks are complete",
        .says(.taskHeader, "setTaskCompletedWithSuccess:"))
    func suspended() async throws {
        let device = try await worker { task in
            DeviceTimer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in
                task.setTaskCompleted(success: true)
            }
        }
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        try await device.advance(by: .seconds(8))
        #expect(device.app.state == .background)
        try await device.advance(by: .seconds(4))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app whose task failed may ask for another before it completes the task",
        .says(.taskHeader, "setTaskCompletedWithSuccess:"))
    func again() async throws {
        let device = try await worker { task in
            try? Work.refresh()
            task.setTaskCompleted(success: false)
        }
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        #expect(await Work.pending.map(\.identifier) == ["refresh"])
    }

    @Test(
        "The expiration handler is called shortly before the time of a task is over",
        .says(.taskHeader, "expirationHandler"))
    func expires() async throws {
        let device = try await worker(does: Work.goOn)
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        try await device.advance(by: .seconds(20))
        #expect(Work.expired.isEmpty)
        try await device.advance(by: .seconds(15))
        #expect(Work.expired == ["refresh"])
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A task is interrupted if the system's conditions change",
        .says(.taskHeader, "expirationHandler"))
    func interrupted() async throws {
        let device = try await worker(does: Work.goOn)
        try Work.process()
        try await device.lock()
        for _ in 1...2_880 where Work.begun.isEmpty { try await device.advance(by: .minutes(1)) }
        #expect(Work.begun.count == 1 && Work.expired.isEmpty)
        try await device.change(.lowPowerMode(true))
        try await device.advance(by: .seconds(10))
        #expect(Work.expired == ["work1"])
    }

    @Test(
        "The expiration handler is cleared once it was called",
        .says(.taskHeader, "expirationHandler"))
    func clearedByCall() async throws {
        let device = try await worker(does: Work.goOn)
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        #expect(Work.begun.first?.expirationHandler != nil)
        try await device.advance(by: .seconds(40))
        #expect(Work.begun.first?.expirationHandler == nil)
    }

    @Test(
        "The expiration handler is cleared once the task is complete",
        .says(.taskHeader, "expirationHandler"))
    func clearedByCompletion() async throws {
        let device = try await worker(does: Work.goOn)
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        Work.begun.first?.setTaskCompleted(success: true)
        #expect(Work.begun.first?.expirationHandler == nil)
        try await device.advance(by: .minutes(1))
        #expect(Work.expired.isEmpty)
    }

    @Test(
        "A refresh task has up to half a minute",
        .says(.strategies, "Update Your App's Content"))
    func halfAMinute() async throws {
        let device = try await worker { $0.expirationHandler = {} }
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        try await device.advance(by: .seconds(29))
        #expect(device.app.state == .background)
        try await device.advance(by: .seconds(2))
        #expect(device.app.state != .background)
    }

    @Test(
        "An app that doesn't complete its refresh task in time is terminated",
        .says(.strategies, "Update Your App's Content"))
    func overstays() async throws {
        let device = try await worker { $0.expirationHandler = {} }
        try Work.refresh()
        try await device.pressHome()
        try await device.run(task: "refresh")
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .completionHandlerMissing)
    }
}
