import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct TimeTests {
    @Test("Timers fire at their times, and not while the app is suspended", .behaviour("S8"))
    func timers() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        let start = DeviceClock.now
        var firings: [Duration] = []
        let timer = DeviceTimer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            firings.append(start.duration(to: DeviceClock.now))
        }
        try await device.advance(by: .milliseconds(2_500))
        #expect(firings == [.seconds(1), .seconds(2)])
        try await device.pressHome()
        try await device.advance(by: .hours(9))
        #expect(firings.count == 2)
        try await device.open()
        #expect(firings.count == 3, "what it missed is made up for by firing once")
        try await device.advance(by: .seconds(1))
        #expect(firings.count == 4)
        timer.invalidate()
        try await device.advance(by: .minutes(1))
        #expect(firings.count == 4)
        #expect(!timer.isValid)
    }

    @Test("A timer that doesn't repeat fires once")
    func singleTimer() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        var firings = 0
        let timer = DeviceTimer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in
            firings += 1
        }
        try await device.advance(by: .minutes(1))
        #expect(firings == 1)
        #expect(!timer.isValid)
    }

    @Test("The clock's sleepers wake in the order of their times")
    func sleepers() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        var woken: [Int] = []
        for seconds in [3, 1, 2] {
            Task {
                try await Task.sleep(for: .seconds(seconds), clock: .device)
                woken.append(seconds)
            }
        }
        try await device.advance(by: .milliseconds(1_500))
        #expect(woken == [1])
        try await device.advance(by: .seconds(2))
        #expect(woken == [1, 2, 3])
    }

    @Test("A sleeper whose task is cancelled is woken at once, and a late one doesn't sleep")
    func cancelledSleeper() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        var outcomes: [String] = []
        let sleeper = Task {
            do {
                try await Task.sleep(for: .hours(1), clock: .device)
            } catch is CancellationError {
                outcomes.append("cancelled")
            }
        }
        try await device.advance(by: .seconds(1))
        sleeper.cancel()
        try await device.advance(by: .zero)
        #expect(outcomes == ["cancelled"])
        try await DeviceClock().sleep(until: DeviceClock.now)
    }

    @Test("The date is the device's, and goes on with its clock")
    func date() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        let before = DeviceClock().date
        #expect(before == device.date)
        try await device.advance(by: .days(7))
        #expect(abs(DeviceClock().date.timeIntervalSince(before) - 7 * 86_400) < 0.001)
    }

    @Test("What a callback starts on other executors is done when the call returns")
    func settles() async throws {
        let device = try VirtualDevice.current
        for round in 1...20 {
            let work = Work()
            Diary.clear()
            Diary.onEntry["didEnterBackground"] = {
                Task {
                    for _ in 0..<round { await work.step() }
                    async let more: Void = elsewhere(work)
                    await Task.detached { await work.step() }.value
                    await more
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<round { group.addTask { await work.step() } }
                    }
                    work.isDone = true
                }
            }
            if round == 1 { try await device.launch(Diary.self) } else { try await device.open() }
            let before = device.date
            try await device.pressHome()
            #expect(work.isDone)
            #expect(await work.steps.count == 2 * round + 2)
            #expect(device.date.timeIntervalSince(before) < 0.11)
        }
    }

    @Test("What is sent to the main queue is done when the call returns")
    func mainQueue() async throws {
        let device = try VirtualDevice.current
        Diary.clear()
        var served: [String] = []
        Diary.onEntry["didBecomeActive"] = {
            DispatchQueue.main.async {
                MainActor.assumeIsolated { served.append("queue") }
                Task { @MainActor in served.append("actor") }
            }
        }
        try await device.launch(Diary.self)
        #expect(served == ["queue", "actor"])
    }

    @Test("An app whose tasks go in circles is found out, not waited for")
    func circles() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        let circle = Task { while !Task.isCancelled { await nowhere() } }
        await #expect(throws: VirtualDeviceError.neverRests) {
            try await device.advance(by: .seconds(1))
        }
        circle.cancel()
    }

    @Test("A week in which nothing happens costs no more than an hour of it")
    func week() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Idler.self)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        let decisions = device.log.count
        try await device.advance(by: .days(7))
        #expect(device.log.count == decisions, "nothing was decided, so nothing was computed")
        #expect(device.app.state == .suspended)
    }
}

private final class Idler: UIResponder, UIApplicationDelegate {}

private actor Steps {
    var count = 0
    func add() { count += 1 }
}

@MainActor private final class Work {
    let steps = Steps()
    var isDone = false
    func step() async { await steps.add() }
}

@concurrent private func elsewhere(_ work: Work) async { await work.step() }
@concurrent private func nowhere() async { await Task.yield() }
