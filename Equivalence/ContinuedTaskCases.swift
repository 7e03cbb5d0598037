import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Tasks that begin in front and go on in the background: iOS 26's `BGContinuedProcessingTask`.
@MainActor @Suite struct ContinuedTaskCases {
    private static let film = "org.quiesce.testing.App.film."
    private static let app = AppManifest.underTest(tasks: [film + "*"])

    private func exporter() async throws -> VirtualDevice {
        (Work.begun, Work.expired, Work.does) = ([], [], Work.goOn)
        return try await launched(Self.app) {
            BGTaskScheduler.shared.register(
                forTaskWithIdentifier: Self.film + "*", using: nil
            ) { task in
                MainActor.assumeIsolated { Work.begin(task) }
            }
        }
    }

    private func request(_ number: Int = 1) -> BGContinuedProcessingTaskRequest {
        BGContinuedProcessingTaskRequest(
            identifier: Self.film + "\(number)", title: "Film \(number)", subtitle: "in full size")
    }

    private func submit(_ numbers: Int...) async throws {
        for number in numbers { try BGTaskScheduler.shared.submit(request(number)) }
        try await VirtualDevice.current.advance(by: VirtualDevice.moment)
    }

    // MARK: How one begins

    @Test(
        "A continuous background task starts in the foreground",
        .says(.longRunning, "Overview", under: [.ios26]))
    func startsInFront() async throws {
        let device = try await exporter()
        try await submit(1)
        #expect(device.app.state == .active)
        #expect(Work.begun.map(\.identifier) == [Self.film + "1"])
        #expect(Work.begun.first is BGContinuedProcessingTask)
    }

    @Test(
        "The earliest date of its request is of no account",
        .says(.continuedRequest, "init(identifier:title:subtitle:)", under: [.ios26]))
    func atOnce() async throws {
        let device = try await exporter()
        let later = request()
        later.earliestBeginDate = DeviceClock().date + 86_400
        try BGTaskScheduler.shared.submit(later)
        try await device.advance(by: VirtualDevice.moment)
        #expect(Work.begun.count == 1)
    }

    @Test(
        "The app submits the request from the foreground",
        .says(.continuedRequest, "Overview", under: [.ios26]))
    func onlyInFront() async throws {
        let device = try await exporter()
        try await device.pressHome()
        #expect(throws: BGTaskScheduler.Error.self) { try BGTaskScheduler.shared.submit(request()) }
        try await device.advance(by: .hours(1))
        #expect(Work.begun.isEmpty)
    }

    @Test(
        "One identifier of Info.plist that ends in a wildcard stands for many tasks",
        .says(.continuedRequest, "init(identifier:title:subtitle:)", under: [.ios26]))
    func wildcard() async throws {
        _ = try await exporter()
        try await submit(7, 8)
        #expect(Work.begun.map(\.identifier) == [Self.film + "7", Self.film + "8"])
    }

    @Test(
        "Its handler may be registered after the launch, when the user asks for the work",
        .says(.taskSchedulerHeader, "registerForTaskWithIdentifier", under: [.ios26]))
    func registeredLate() async throws {
        (Work.begun, Work.does) = ([], Work.goOn)
        _ = try await launched(Self.app)
        let isRegistered = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: Self.film + "1", using: nil
        ) { task in
            MainActor.assumeIsolated { Work.begin(task) }
        }
        #expect(isRegistered)
        try await submit(1)
        #expect(Work.begun.count == 1)
    }

    // MARK: Where others run

    @Test(
        "A request waits in a queue, unless it says otherwise",
        .says(.taskRequestHeader, "strategy", under: [.ios26]))
    func queueIsUsual() async throws {
        _ = try await exporter()
        #expect(request().strategy == .queue)
        try await submit(1, 2, 3, 4)
        #expect(Work.begun.count == 3)
        #expect(await Work.pending.map(\.identifier) == [Self.film + "4"])
    }

    @Test(
        "One that is queued is run as soon as possible, in its turn",
        .says(.submissionStrategy, "queue", under: [.ios26]))
    func turn() async throws {
        let device = try await exporter()
        try await submit(1, 2, 3, 4, 5)
        Work.begun[1].setTaskCompleted(success: true)
        try await device.advance(by: VirtualDevice.moment)
        #expect(Work.begun.map(\.identifier).last == Self.film + "4")
        #expect(await Work.pending.map(\.identifier) == [Self.film + "5"])
    }

    @Test(
        "One that is queued is cancelled where someone closes the app in the app switcher",
        .says(.submissionStrategy, "queue", under: [.ios26]))
    func closed() async throws {
        let device = try await exporter()
        try await submit(1, 2, 3, 4)
        try await device.pressHome()
        try await device.quit()
        #expect(device.continuedTasks == [])
        try await device.open()
        try await device.advance(by: VirtualDevice.moment)
        #expect(Work.begun.count == 3)
    }

    @Test(
        "One that isn't to wait fails where it can't begin right away",
        .says(.schedulerError, "immediateRunIneligible", under: [.ios26]))
    func fails() async throws {
        _ = try await exporter()
        try await submit(1, 2, 3)
        let next = request(4)
        next.strategy = .fail
        do {
            try BGTaskScheduler.shared.submit(next)
            Issue.record("it was taken")
        } catch BGTaskScheduler.Error.immediateRunIneligible {}
        #expect(await Work.pending.isEmpty)
    }

    @Test(
        "After another was cancelled, one that failed can be submitted again",
        .says(.schedulerError, "immediateRunIneligible", under: [.ios26]))
    func again() async throws {
        let device = try await exporter()
        try await submit(1, 2, 3)
        Work.begun[0].setTaskCompleted(success: false)
        try await device.advance(by: VirtualDevice.moment)
        let next = request(4)
        next.strategy = .fail
        try BGTaskScheduler.shared.submit(next)
        try await device.advance(by: VirtualDevice.moment)
        #expect(Work.begun.count == 4)
    }

    @Test(
        "A request for a resource that is not to be had is not permitted",
        .says(.schedulerError, "notPermitted", under: [.ios26]))
    func resources() async throws {
        _ = try await exporter()
        let next = request()
        next.requiredResources = .gpu
        do {
            try BGTaskScheduler.shared.submit(next)
            Issue.record("it was taken")
        } catch BGTaskScheduler.Error.notPermitted {}
        #expect(!BGTaskScheduler.supportedResources.contains(.gpu))
    }

    // MARK: How one goes on, and ends

    @Test(
        "It goes on where a person backgrounds the app before it is completed",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func goesOn() async throws {
        let device = try await exporter()
        try await submit(1)
        let task = try #require(Work.begun.first as? BGContinuedProcessingTask)
        task.progress.totalUnitCount = 120
        try await device.pressHome()
        for _ in 0..<120 {
            task.progress.completedUnitCount += 1
            try await device.advance(by: .seconds(25))
        }
        #expect(device.app.state == .background)
        #expect(Work.expired.isEmpty)
        task.setTaskCompleted(success: true)
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "The system shows how far it has come, under its title",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func progress() async throws {
        let device = try await exporter()
        try await submit(1)
        let task = try #require(Work.begun.first as? BGContinuedProcessingTask)
        task.progress.totalUnitCount = 4
        task.progress.completedUnitCount = 3
        task.updateTitle("Film", subtitle: "nearly done")
        try await device.advance(by: .seconds(2))
        let shown = try #require(device.continuedTasks.first)
        #expect((shown.title, shown.subtitle, shown.percent) == ("Film", "nearly done", 75))
    }

    @Test(
        "A person can cancel it through the interface",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func cancelled() async throws {
        let device = try await exporter()
        try await submit(1)
        try await device.pressHome()
        try await device.stop(task: Self.film + "1")
        #expect(Work.expired == [Self.film + "1"])
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    // MARK: Where resources are constrained

    /// Two go on out of sight, and the second has come farther.
    private func left() async throws -> VirtualDevice {
        let device = try await exporter()
        try await submit(1, 2)
        for (task, done) in zip(Work.begun, [1, 3] as [Int64]) {
            let task = try #require(task as? BGContinuedProcessingTask)
            task.progress.totalUnitCount = 4
            task.progress.completedUnitCount = done
        }
        try await device.advance(by: .seconds(2))
        try await device.pressHome()
        return device
    }

    @Test(
        "The system can terminate one depending on conditions, as under resource constraints",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func constrained() async throws {
        let device = try await left()
        try await device.change(.thermalState(.critical))
        try await device.advance(by: .seconds(1))
        #expect(Set(Work.expired) == [Self.film + "1", Self.film + "2"])
        #expect(device.app.state == .suspended)
    }

    @Test(
        "When resources become constrained one with minimal progress is terminated before others",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func leastProgress() async throws {
        let device = try await left()
        try await device.change(.thermalState(.serious))
        try await device.advance(by: .seconds(1))
        #expect(Work.expired == [Self.film + "1"])
        #expect(device.app.state == .background)
    }

    @Test(
        "It may expire when the conditions of the system change",
        .says(.taskHeader, "BGContinuedProcessingTask", under: [.ios26]))
    func shortOfMemory() async throws {
        let device = try await left()
        try await device.memoryPressure(.warning)
        #expect(Work.expired == [Self.film + "1"])
        #expect(device.app.state == .background)
    }

    @Test(
        "One that reflects no progress is ended before others",
        .says(.continuedTask, "Overview", under: [.ios26]))
    func noProgress() async throws {
        let device = try await exporter()
        try await submit(1, 2)
        let moving = try #require(Work.begun.first as? BGContinuedProcessingTask)
        moving.progress.totalUnitCount = 100
        try await device.pressHome()
        for _ in 0..<10 {
            moving.progress.completedUnitCount += 1
            try await device.advance(by: .seconds(10))
        }
        #expect(Work.expired == [Self.film + "2"])
        #expect(device.app.state == .background)
    }
}
