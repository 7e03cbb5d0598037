import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Multitasking as it began.
@MainActor @Suite(.virtualDevice(.ios4)) struct OldSystemCases {
    @Test(
        "Most applications that are left are suspended immediately, and execute nothing",
        .says(.executing, "Executing Code in the Background"))
    func suspended() async throws {
        let device = try await launched()
        try await device.pressHome()
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An application that was linked against iPhone OS 4.0 is assumed to support multitasking",
        .says(.executing, "Designing Your Application to Support Multitasking"))
    func multitasking() async throws {
        let device = try await launched(.underTest(builtForMajorVersion: 4))
        try await device.pressHome()
        try await device.open()
        #expect(device.app.launches == 1)
    }

    @Test(
        "Without multitasking an application is told willTerminate when it is quit, and terminated",
        .says(.executing, "Determining Whether Multitasking Support is Available"))
    func noMultitasking() async throws {
        let device = try await launched(.underTest(builtForMajorVersion: 3))
        try await device.pressHome()
        #expect(Subject.told.last == "willTerminate")
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "An application may have any number of background tasks at the same time",
        .says(.executing, "Completing a Long-Running Task in the Background"))
    func manyTasks() async throws {
        let device = try await launched()
        let tasks = (0..<100).map { _ in UIApplication.shared.beginBackgroundTask() }
        #expect(Set(tasks.map(\.rawValue)).count == 100)
        try await device.pressHome()
        for task in tasks { UIApplication.shared.endBackgroundTask(task) }
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "With a task in progress an application that is left runs for an additional amount of time",
        .says(.executing, "Completing a Long-Running Task in the Background"))
    func additionalTime() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.app.state == .background)
    }

    @Test(
        "Tasks may be started once didEnterBackground is called",
        .says(.executing, "Completing a Long-Running Task in the Background"))
    func startedWhenLeft() async throws {
        let device = try await launched()
        Subject.when["didEnterBackground"] = { _ = UIApplication.shared.beginBackgroundTask() }
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.app.state == .background)
    }

    @Test(
        "An application with outstanding tasks is terminated when its time expires, and not suspended",
        .says(.executing, "Completing a Long-Running Task in the Background"))
    func outstanding() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.reason == .backgroundTaskExpired)
        #expect(!device.log.compactMap(\.to).contains(.suspended))
    }

    @Test(
        "An application can end its task from the task's expiration handler",
        .says(.executing, "Completing a Long-Running Task in the Background"))
    func expires() async throws {
        let device = try await launched()
        Subject.task = UIApplication.shared.beginBackgroundTask {
            UIApplication.shared.endBackgroundTask(Subject.task)
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An application can schedule up to 128 local notifications",
        .says(.executing, "Scheduling the Delivery of Local Notifications"))
    func notifications() async throws {
        let device = try await launched()
        for number in 1...128 {
            UIApplication.shared.scheduleLocalNotification(
                alarm("\(number)", in: 3_600 + Double(number), on: device))
        }
        try await device.advance(by: .seconds(1))
        #expect(UIApplication.shared.scheduledLocalNotifications?.count == 128)
    }

    @Test(
        "An alarm is shown when the application is in the background or isn't running",
        .says(.executing, "Scheduling the Delivery of Local Notifications"))
    func alarmShown() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.notifications.map(\.body) == ["Tea"])
    }

    @Test(
        "An application that is active has its delegate called for an alarm, and none is shown",
        .says(.executing, "Scheduling the Delivery of Local Notifications"))
    func alarmTold() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.advance(by: .minutes(2))
        #expect(Subject.told.last == "didReceive Tea")
        #expect(device.notifications.isEmpty)
    }

    @Test(
        "Suspended applications are purged when memory is low, and given no notice",
        .says(.executing, "Being a Responsible, Multitasking-Aware Application"))
    func purged() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await terminate(on: device)
        #expect(Subject.told.last == "didEnterBackground")
    }

    @Test(
        "An application in the background may be notified of low memory",
        .says(.executing, "Being a Responsible, Multitasking-Aware Application"))
    func warned() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.memoryPressure(.warning)
        #expect(Subject.told.last == "didReceiveMemoryWarning")
    }
}
