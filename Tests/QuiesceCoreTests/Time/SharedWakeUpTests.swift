import TestSupport
import Testing

@testable import QuiesceCore

/// When the timer fires, for any reason, the core does all the work that may be done by then.
@Suite struct SharedWakeUpTests {
    @Test(
        "A fetch that is foreseen within the slack is made when a notification wakes the device",
        .behaviour("F4"))
    func fetch() throws {
        let alone = device(notifyingAt: 23 * 3_600)
        let planned = try #require(alone.plannedFetches(appA).first)
        let shared = device(notifyingAt: planned - 120)
        #expect(shared.plannedFetches(appA).first == planned - 120)
        #expect(shared.decisions.contains { $0.reason == .fetchMerged })
    }

    /// A day of an app that is used at noon each day, seconds after its midnight a notification
    /// comes.
    private func device(notifyingAt second: Int64) -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appB)
        device.allowNotifications(appB)
        device.open(appA)
        device.setInterval(appA, .zero)
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(6, opening: [(12, appA), (13, appB)])
        device.lock(false)
        device.open(appB)
        device.schedule(appB, in: .seconds(86_400 + second))
        device.lock()
        device.liveThrough(1, opening: [(12, appA), (13, appB)])
        device.decisions.removeAll()
        device.liveThrough(1, opening: [(12, appA), (13, appB)])
        return device
    }

    @Test(
        "Background time's end is warned of when the device is awake for something else",
        .behaviour("T4"), arguments: [2_000, 600])
    func warning(millisecondsBefore: Int64) throws {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appB)
        device.allowNotifications(appB)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        let allowance = PolicyProfile.ios8.backgroundAllowance
        let latest = device.now.instant + (allowance - PolicyProfile.ios8.expirationWarning)
        device.open(appB)
        device.schedule(
            appB,
            in: (latest - device.now.instant) - .milliseconds(millisecondsBefore))
        device.home()
        device.decisions.removeAll()
        device.advance(to: latest.before(by: .milliseconds(millisecondsBefore)))
        // The slack is a second.
        let isWarned = device.decisions.contains { $0.reason == .expirationWarning }
        #expect(isWarned == (millisecondsBefore < 1_000))
        device.advance(to: latest)
        #expect(device.decisions.contains { $0.reason == .expirationWarning })
    }

    @Test("A timer that fires before it is to does nothing", .behaviour("reliability T6"))
    func spurious() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        let warning = PolicyProfile.ios8.backgroundAllowance - PolicyProfile.ios8.expirationWarning
        device.advance(by: warning - .milliseconds(500))
        device.decisions.removeAll()
        device.send(.timer)
        #expect(device.decisions.isEmpty)
    }
}
