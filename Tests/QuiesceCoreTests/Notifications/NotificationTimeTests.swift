import TestSupport
import Testing

@testable import QuiesceCore

private let day = Interval.seconds(86_400)

/// Offsets from 2023 until the autumn of 2025.
let berlin = UTCOffsets(
    seconds: 3_600,
    changes: [
        .init(at: .zero + .seconds(1_711_846_800), seconds: 7_200),
        .init(at: .zero + .seconds(1_729_990_800), seconds: 3_600),
        .init(at: .zero + .seconds(1_743_296_400), seconds: 7_200),
        .init(at: .zero + .seconds(1_761_440_400), seconds: 3_600),
    ])
let newYork = UTCOffsets(
    seconds: -18_000,
    changes: [
        .init(at: .zero + .seconds(1_710_054_000), seconds: -14_400),
        .init(at: .zero + .seconds(1_730_613_600), seconds: -18_000),
    ])

/// The clock is set, zones change, and the device restarts (N5, N7; T1 … T3, T7 of the reliability
/// catalogue).
@Suite struct NotificationTimeTests {
    private func device(_ offsets: UTCOffsets = .utc) -> TestDevice {
        let device = TestDevice(.ios7, installing: .test(appA))
        device.tellClock(offsets)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        return device
    }

    private func daily(_ device: TestDevice, zone: ZoneOffsets? = nil) {
        device.schedule(appA, in: .seconds(100), zone: zone, every: .day)
    }

    @Test(
        "A clock set forward by days delivers the newest, once and late", .behaviour("N7"))
    func forward() {
        let device = device()
        let start = device.now.wall
        daily(device)
        device.advance(by: .seconds(200))
        device.tellClock(setBy: .seconds(3 * 86_400 + 3_600))
        #expect(device.desktop.history.count == 2)
        #expect(device.desktop.history.last?.late == .seconds(3_600 + 100))
        #expect(
            device.decisions.last { $0.reason == .notificationFired }?.detail?.words
                == "notification 1 \"n\", 3700 s late, for 2 before it as well")
        device.advance(by: day)
        let expected: [Int64] = [100, 3 * 86_400 + 3_800, 4 * 86_400 + 100]
        #expect(device.banners(appA, since: start) == expected)
    }

    @Test("A clock set back lets nothing fire twice, and the next in its time", .behaviour("N7"))
    func back() {
        let device = device()
        let start = device.now.wall
        daily(device)
        device.schedule(appA, "minute", in: .seconds(30), every: .minute)
        device.advance(by: .seconds(600))
        let before = device.desktop.history.count
        device.tellClock(setBy: .seconds(-580))
        device.advance(by: .seconds(575))
        #expect(device.desktop.history.count == before)
        device.cancel(appA, "minute")
        device.advance(by: day)
        #expect(
            device.banners(appA, since: start).filter { $0 % 60 != 30 } == [100, 86_500])
    }

    @Test("A year ahead and back again: nothing twice, and no silent year", .behaviour("N7"))
    func aYearAheadAndBack() {
        let device = device()
        let start = device.now.wall
        daily(device)
        device.advance(by: .seconds(200))
        device.tellClock(setBy: .seconds(365 * 86_400))
        #expect(device.desktop.history.count == 2)
        device.tellClock(setBy: .seconds(-365 * 86_400))
        for _ in 0..<3 { device.advance(by: day) }
        let expected: [Int64] = [100, 31_536_200, 86_500, 172_900, 259_300]
        #expect(device.banners(appA, since: start) == expected)
        device.advance(by: .seconds(364 * 86_400))
        #expect(Set(device.banners(appA, since: start)).count == 368)
    }

    @Test(
        "Clocks that drift apart ask for the timer rarely, and none fires early",
        .behaviour("N7"), arguments: [-200_000, 200_000] as [Int64])
    func drift(each: Int64) throws {
        let device = device()
        let due = device.now.wall + .seconds(20_000)
        device.schedule(appA, at: due)
        var alarms = [try #require(device.machine.notifications.alarm)]
        // Ten seconds at a time, 20 parts in a million apart.
        for _ in 0..<1_000 {
            device.advance(by: .seconds(10))
            device.now.wall = device.now.wall + Interval(nanoseconds: each)
            device.send(.sensed(.proximity(near: false)))
            let alarm = try #require(device.machine.notifications.alarm)
            if alarm != alarms.last { alarms.append(alarm) }
        }
        #expect((2...3).contains(alarms.count), "a fifth of a second in all")
        device.advance(by: .seconds(9_999))
        #expect(device.desktop.history.isEmpty)
        device.advance(by: .seconds(2))
        let late = try #require(device.desktop.history.first).at - due
        #expect(late >= .zero && late <= Limits.alarmDrift)
        #expect(device.desktop.history.count == 1)
    }

    @Test("Far ahead, the timer is asked for in steps", .behaviour("N1"))
    func farAhead() {
        let device = device()
        device.schedule(appA, at: WallTime(nanoseconds: WallDate.latest.nanoseconds))
        #expect(device.timer.map { $0 <= device.now.instant + day } == true)
        #expect(
            device.machine.notifications.alarm?.instant
                == device.now.instant + Limits.farthestAlarm)
        device.cancel(appA, nil)
        let start = device.now.wall
        device.schedule(appA, in: .seconds(100 * 86_400))
        device.advance(by: .seconds(101 * 86_400))
        #expect(device.banners(appA, since: start) == [100 * 86_400])
    }

    @Test("An early or a repeated timer changes nothing", .behaviour("N7"))
    func earlyTimer() {
        let device = device()
        device.schedule(appA, in: .seconds(100))
        device.now = device.now.advanced(by: .seconds(99))
        device.timer = nil
        device.send(.timer)
        #expect(device.desktop.history.isEmpty && device.timer != nil)
        device.advance(by: .seconds(1))
        device.timer = nil
        device.send(.timer)
        #expect(device.desktop.history.count == 1)
    }

    // MARK: Zones

    @Test("One of the device's zone goes along; one without stays", .behaviour("N5"))
    func travel() {
        let device = device(berlin)
        device.change(.timeZone("Europe/Berlin"))
        let start = device.now.wall
        let zone = ZoneOffsets(name: "Europe/Berlin", offsets: berlin)
        device.schedule(appA, "along", in: .seconds(3_600), zone: zone, every: .day)
        device.schedule(appA, "moment", in: .seconds(3_700), every: .day)
        device.advance(by: .seconds(7_200))
        #expect(device.banners(appA, since: start) == [3_600, 3_700])
        device.change(.timeZone("America/New_York"))
        device.tellClock(newYork)
        device.advance(by: day)
        // Six hours later there, and not again on the day that had it.
        #expect(
            device.banners(appA, since: start).dropFirst(2)
                == [3_700 + 86_400])
        device.advance(by: day)
        let expected: [Int64] = [111_600, 176_500]
        #expect(Array(device.banners(appA, since: start).dropFirst(3)) == expected)
        #expect(device.machine.zones.isEmpty)
    }

    @Test("One of another zone keeps to its wall clock, over summer time", .behaviour("N5"))
    func otherZone() {
        let device = device(.utc)
        device.change(.timeZone("Asia/Tokyo"))
        let start = device.now.wall
        daily(device, zone: ZoneOffsets(name: "Europe/Berlin", offsets: berlin))
        #expect(device.machine.zones == ["Europe/Berlin"])
        device.advance(by: .seconds(200 * 86_400))
        // Clocks go forward on 31 March, the 138th day from the first.
        let expected: [Int64] = (0...200).map { $0 * 86_400 + ($0 < 138 ? 100 : 100 - 3_600) }
        #expect(device.banners(appA, since: start) == expected)
    }

    @Test("A device that knows no name for its zone goes by its offsets", .behaviour("N5"))
    func unnamed() {
        let device = device(berlin)
        daily(device, zone: ZoneOffsets(name: "Europe/Berlin", offsets: berlin))
        #expect(device.machine.notificationViews.first?.rule?.zone == .device)
        device.cancel(appA, nil)
        daily(device, zone: ZoneOffsets(name: "America/New_York", offsets: newYork))
        #expect(device.machine.zones == ["America/New_York"])
    }

    @Test(
        "After a restart from what is stored, a zone's wait until its offsets are there",
        .behaviour("N5", "N7"))
    func zonesAfterRestart() {
        let device = device(.utc)
        device.change(.timeZone("Asia/Tokyo"))
        daily(device, zone: ZoneOffsets(name: "Europe/Berlin", offsets: berlin))
        device.schedule(appA, "m", in: .seconds(50))
        device.restartDevice()
        device.advance(by: .seconds(200))
        #expect(device.desktop.history.count == 1)
        #expect(device.machine.zones == ["Europe/Berlin"])
        device.send(.notification(.zones([ZoneOffsets(name: "Europe/Berlin", offsets: berlin)])))
        device.run()
        #expect(device.desktop.history.count == 2)
        #expect(device.desktop.history.last?.late == .seconds(100))
    }

    @Test("A new time zone database moves what is to come", .behaviour("N5"))
    func newDatabase() {
        let device = device(.utc)
        device.change(.timeZone("Asia/Tokyo"))
        let start = device.now.wall
        daily(device, zone: ZoneOffsets(name: "Europe/Berlin", offsets: berlin))
        device.advance(by: .seconds(200))
        let moved = UTCOffsets(seconds: 7_200)
        device.send(.notification(.zones([ZoneOffsets(name: "Europe/Berlin", offsets: moved)])))
        device.advance(by: day)
        #expect(device.banners(appA, since: start) == [100, 86_500 - 3_600])
    }
}
