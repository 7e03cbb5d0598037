import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct AwakeTimeTests {
    /// A has a task open and B is suspended, on a device that sleeps.
    private func asleep(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.open(appB)
        device.open(appA)
        device.beginTask(appA, 1)
        device.lock()
        device.advance(by: .seconds(10))
        device.ask { .sleep($0) }
        return device
    }

    @Test("While the device is awake for another app, open tasks go on", .behaviour("T5"))
    func slice() {
        let device = asleep()
        #expect(device.state(appA) == .suspended)
        device.behaviours[appB] = AppBehaviour(completesAfter: .seconds(4))
        device.fetch(appB)
        #expect(device.state(appA) == .background)
        #expect(
            device.decisions.contains {
                $0.app == appA && $0.reason == .taskGoesOn && $0.rule == .t5
            })
        device.advance(by: .seconds(4))
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .suspended)
    }

    @Test("Slices are taken from the same background time, and end it", .behaviour("T5", "T4"))
    func slicesAddUp() {
        let device = asleep()
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.behaviours[appB] = AppBehaviour(completesAfter: .seconds(20))
        // 10 s are spent, and 20 s with each fetch.
        for _ in 0..<8 {
            device.fetch(appB)
            device.advance(by: .seconds(60))
            #expect(device.state(appA) == .suspended)
        }
        device.fetch(appB)
        device.advance(by: .seconds(20))
        #expect(device.lastExit(appA)?.reason == .backgroundTaskExpired)
    }
}
