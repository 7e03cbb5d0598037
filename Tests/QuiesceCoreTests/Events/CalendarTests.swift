import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Significant time changes") struct CalendarTests {
    private func told(_ device: TestDevice) -> Int {
        device.heard[appA, default: []].count {
            if case .systemEvents([.significantTimeChange], _) = $0 { true } else { false }
        }
    }

    /// 2026-03-28 12:00 UTC, the day before summer time begins in Europe.
    private static let march28 = WallTime(nanoseconds: 1_774_699_200 * 1_000_000_000)
    private static let berlin = UTCOffsets(
        seconds: 3_600,
        changes: [
            .init(at: march28 + .seconds(13 * 3_600), seconds: 7_200)  // 29th, 02:00 → 03:00
        ])

    /// With an app in front, at noon of that day, in a zone without summer time.
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA))
        device.now.wall = Self.march28
        device.tellClock()
        device.open(appA)
        return device
    }

    @Test("A running app is told at midnight, and not before", .behaviour("Q1", "Q4", "Q6"))
    func midnight() {
        let device = device()
        device.advance(by: .seconds(12 * 3_600 - 1))
        #expect(told(device) == 0)
        device.advance(by: .seconds(2))
        #expect(told(device) == 1)
        #expect(device.timer != nil, "the next midnight is waited for")
    }

    @Test(
        "The day is that of the device's zone; summer time's beginning is told too",
        .behaviour("Q1"))
    func zone() {
        let device = TestDevice(installing: .test(appA))
        device.now.wall = Self.march28
        device.tellClock(Self.berlin)
        device.open(appA)
        device.advance(by: .seconds(11 * 3_600 - 1))
        #expect(told(device) == 0)
        device.advance(by: .seconds(1))
        #expect(told(device) == 1, "00:00 in Berlin")
        device.advance(by: .seconds(2 * 3_600))
        #expect(told(device) == 2, "summer time")
        // The day after is an hour shorter.
        device.advance(by: .seconds(21 * 3_600 - 1))
        #expect(told(device) == 2)
        device.advance(by: .seconds(1))
        #expect(told(device) == 3)
    }

    @Test("An app that slept through three midnights hears of one", .behaviour("Q1"))
    func suspended() {
        let device = device()
        device.home()
        device.advance(by: .seconds(3 * 86_400))
        #expect(told(device) == 0)
        device.open(appA)
        #expect(told(device) == 1)
        #expect(
            device.decisions.contains { $0.detail?.words == "significantTimeChange: 3 → 1" })
    }

    @Test("A midnight in the device's sleep is told when it wakes", .behaviour("Q1"))
    func deviceSlept() {
        let device = device()
        device.sleep(for: .seconds(86_400))
        #expect(told(device) == 1)
        device.advance(by: .seconds(12 * 3_600 - 1))
        #expect(told(device) == 1, "the next one is not counted from the time awake")
        device.advance(by: .seconds(2))
        #expect(told(device) == 2)
    }

    @Test("Setting the clock is told; correcting it by less than a second isn't", .behaviour("Q1"))
    func clock() {
        let device = device()
        device.tellClock(setBy: .milliseconds(300))
        #expect(told(device) == 0)
        device.tellClock(setBy: .seconds(-3_600))
        #expect(told(device) == 1)
        // And it isn't midnight when the timer was set for, but when the clock says so.
        device.advance(by: .seconds(12 * 3_600))
        #expect(told(device) == 1)
        device.advance(by: .seconds(3_600))
        #expect(told(device) == 2)
    }

    @Test("A clock that is slow is waited for, without asking all the time", .behaviour("Q1"))
    func slowClock() {
        let device = device()
        device.now.wall = device.now.wall.before(by: .milliseconds(900))
        let before = device.events.count
        device.advance(by: .seconds(12 * 3_600))
        #expect(told(device) == 0)
        device.advance(by: .seconds(1))
        #expect(told(device) == 1)
        #expect(device.events.count < before + 6)
    }

    @Test("A zone change is one event, and brings its own midnights", .behaviour("Q1", "Q4"))
    func zoneChange() {
        let device = device()
        device.change(.timeZone("Europe/Berlin"))
        device.tellClock(Self.berlin)
        #expect(told(device) == 1)
        device.advance(by: .seconds(11 * 3_600))
        #expect(told(device) == 2)
    }

    @Test("It survives a restart of the daemon", .behaviour("Q1"))
    func restart() throws {
        let device = device()
        device.advance(by: .seconds(6 * 3_600))
        try device.restartDaemon()
        device.tellClock()
        #expect(told(device) == 0)
        device.advance(by: .seconds(6 * 3_600))
        #expect(told(device) == 1)
    }

    @Test("A midnight while no daemon lived is told once its apps are connected", .behaviour("Q1"))
    func withoutDaemon() throws {
        let device = device()
        device.advance(by: .seconds(6 * 3_600))
        try device.restartDaemon(after: .seconds(7 * 3_600))
        #expect(told(device) == 1)
        device.tellClock()
        device.advance(by: .seconds(22 * 3_600))
        #expect(told(device) == 1)
    }
}
