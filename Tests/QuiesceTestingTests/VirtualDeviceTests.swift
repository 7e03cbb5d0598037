import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct VirtualDeviceTests {
    init() { Diary.clear() }

    @Test("A call covers the app until it is over", .behaviour("S7"))
    func interruption() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.interrupt(.callIncoming)
        #expect(device.app.state == .inactive)
        #expect(UIApplication.shared.applicationState == .inactive)
        try await device.interrupt(.callEnd)
        #expect(device.app.state == .active)
    }

    @Test("A suspended app hears of what changed when it is back", .behaviour("Q1", "Q4"))
    func change() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.change(.battery(percent: 80, .unplugged))
        #expect(UIDevice.current.batteryLevel == 0.8)
        try await device.pressHome()
        try await device.change(.battery(percent: 20, .charging))
        #expect(UIDevice.current.batteryLevel == 0.8)
        try await device.open()
        #expect(UIDevice.current.batteryLevel == 0.2)
        #expect(UIDevice.current.batteryState == .charging)
    }

    @Test(
        "Low Power Mode and warmth are told once each, and a suspended app hears of the net change",
        .behaviour("Q1", "Q4"))
    func power() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let posts = Mutex<[Notification.Name]>([])
        let names: [Notification.Name] = [
            .NSProcessInfoPowerStateDidChange, ProcessInfo.thermalStateDidChangeNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(
                forName: name, object: ProcessInfo.processInfo, queue: nil
            ) { _ in posts.withLock { $0.append(name) } }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let process = ProcessInfo.processInfo
        #expect(!process.isLowPowerModeEnabled)
        #expect(process.thermalState == .nominal)
        try await device.change(.lowPowerMode(true))
        #expect(process.isLowPowerModeEnabled)
        #expect(posts.withLock { $0 } == [names[0]])
        try await device.change(.thermalState(.serious))
        #expect(process.thermalState == .serious)
        #expect(posts.withLock { $0 } == names)
        try await device.pressHome()
        try await device.change(.lowPowerMode(false))
        try await device.change(.thermalState(.critical))
        try await device.change(.thermalState(.serious))
        #expect(process.isLowPowerModeEnabled)
        try await device.open()
        #expect(!process.isLowPowerModeEnabled)
        #expect(process.thermalState == .serious)
        #expect(posts.withLock { $0 } == names + [names[0]])
    }

    @Test(
        "An app that doesn't watch what is close to the screen knows nothing of it",
        .behaviour("Q1"))
    func unwatchedProximity() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let posts = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: UIDevice.proximityStateDidChangeNotification, object: nil, queue: nil
        ) { _ in posts.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        UIDevice.current.isProximityMonitoringEnabled = false
        defer { UIDevice.current.isProximityMonitoringEnabled = true }
        try await device.change(.proximity(near: true))
        #expect(!UIDevice.current.proximityState)
        #expect(posts.withLock { $0 } == 0)
        UIDevice.current.isProximityMonitoringEnabled = true
        #expect(UIDevice.current.proximityState)
        try await device.change(.proximity(near: false))
        #expect(posts.withLock { $0 } == 1)
    }

    @Test("An app that doesn't watch the battery knows nothing of it", .behaviour("Q1"))
    func unwatchedBattery() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        UIDevice.current.isBatteryMonitoringEnabled = false
        defer { UIDevice.current.isBatteryMonitoringEnabled = true }
        let posts = Mutex(0)
        let names = [
            UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
        ]
        let observers = names.map {
            NotificationCenter.default.addObserver(forName: $0, object: nil, queue: nil) { _ in
                posts.withLock { $0 += 1 }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try await device.change(.battery(percent: 80, .unplugged))
        #expect(UIDevice.current.batteryLevel == -1)
        #expect(UIDevice.current.batteryState == .unknown)
        #expect(posts.withLock { $0 } == 0)
        UIDevice.current.isBatteryMonitoringEnabled = true
        try await device.change(.battery(percent: 70, .charging))
        #expect(UIDevice.current.batteryLevel == 0.7)
        #expect(posts.withLock { $0 } == 2)
    }

    @Test(
        "Short memory is told to an app that runs, and ends a suspended one", .behaviour("M1", "M2")
    )
    func memory() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.memoryPressure(.critical)
        #expect(Diary.pages.last == "didReceiveMemoryWarning")
        #expect(device.app.state == .active)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        let pages = Diary.pages
        try await device.memoryPressure(.critical)
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .memoryPressure)
        #expect(Diary.pages == pages, "a suspended app is told nothing")
    }

    @Test("An app in the background is warned, and ended when that was of no use", .behaviour("M2"))
    func memoryInTheBackground() async throws {
        let device = try VirtualDevice.current
        Diary.onEntry["didEnterBackground"] = { _ = UIApplication.shared.beginBackgroundTask() }
        try await device.launch(Diary.self)
        try await device.pressHome()
        try await device.memoryPressure(.critical)
        #expect(Diary.pages.last == "didReceiveMemoryWarning")
        try await device.advance(by: .seconds(10))
        try await device.memoryPressure(.critical)
        #expect(Diary.pages.last == "willTerminate")
        #expect(device.app.reason == .memoryPressure)
    }

    @Test("A time zone is the process's until the test ends", .behaviour("Q6"))
    func timeZone() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.change(.timeZone("Pacific/Auckland"))
        #expect(TimeZone.current.identifier == "Pacific/Auckland")
    }

    @Test("What is refused is refused with a reason", .behaviour("S7"))
    func refusal() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.lock()
        do {
            try await device.open()
            Issue.record("a locked device opened an app")
        } catch VirtualDeviceError.refused(let refusal, let sentence) {
            #expect(refusal.reason == .deviceLocked)
            #expect(sentence.contains("unlock"))
        }
    }

    @Test("Every decision is in the log, with its time", .behaviour("D2"))
    func log() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.advance(by: .hours(1))
        try await device.pressHome()
        let states = device.log.compactMap(\.to)
        #expect(states.suffix(3) == [.inactive, .background, .suspended])
        let times = device.log.map(\.time)
        #expect(times == times.sorted())
        #expect(device.date.timeIntervalSince(device.app.since ?? .distantPast) < 1)
    }

    @Test("What is said for a suspended app waits until it is thawed", .behaviour("S8"))
    func saidWhileFrozen() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.pressHome()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .suspended)
        #expect(device.app.openTasks == 0)
        try await device.open()
        #expect(device.app.openTasks == 1)
    }

    @Test("A killed app's code goes on with nothing that the device holds", .behaviour("S8"))
    func afterTheEnd() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        var goesOn = 0
        Task {
            while true {
                try await Task.sleep(for: .seconds(1), clock: .device)
                goesOn += 1
            }
        }
        let dead = UIApplication.shared
        try await device.advance(by: .seconds(5))
        #expect(goesOn == 5)
        try await device.kill()
        try await device.open()
        // The killed app's messages are lost, and its time stands still.
        _ = dead.beginBackgroundTask()
        try await device.advance(by: .minutes(1))
        #expect(goesOn == 5)
        #expect(device.app.openTasks == 0)
    }

    @Test("A week with a fetch each hour is run through event by event", .behaviour("F2"))
    func week() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Fetcher.self, as: .underTest(modes: [.fetch]))
        try await device.pressHome()
        for _ in 0..<7 * 24 {
            try await device.fetch()
            try await device.advance(by: .hours(1) - VirtualDevice.moment)
        }
        #expect(device.wakes.suffix(168).allSatisfy { $0.result == .newData })
        #expect(device.wakes.count == 168)
        #expect(device.app.launches == 1)
        // Each wake-up costs a few decisions, and the hours between them none.
        #expect(device.log.count < 168 * 10)
    }
}

private final class Fetcher: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Task {
            try await Task.sleep(for: .seconds(2), clock: .device)
            completionHandler(.newData)
        }
    }
}
