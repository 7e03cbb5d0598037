import TestSupport
import Testing

@testable import QuiesceCore

/// Whatever becomes of clocks, zones, daemons and devices: no occurrence fires early or twice, and
/// none whose time comes is lost, by a model that keeps every single one (N7; T1, T2 of the
/// catalogue).
@Suite struct NotificationModelTests {
    /// The model's knowledge of a scheduled notification.
    private struct Alarm {
        var dates: ExpectedDates
        /// nil: where the device is.
        var zone: UTCOffsets?
        /// Every occurrence that has fired.
        var done: Set<Int64> = []
        /// Those up to here were over when it was scheduled, and don't come again.
        var over = Int64.min
        /// So much has happened that the core may have given up on old ones.
        var isVague = false
    }

    @Test(
        "Schedules, clocks, zones and restarts at random", .behaviour("N5", "N7"),
        arguments: 1...24 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let device = TestDevice(.ios7, installing: .test(appA))
        var offsets = UTCOffsets.utc
        device.tellClock(offsets)
        var alarms: [NotificationID: Alarm] = [:]
        var checked = 0
        var seen = 0

        func newest(_ alarm: Alarm, at time: WallTime? = nil) -> ExpectedDates.Due? {
            alarm.dates.newest(at: time ?? device.now.wall, in: alarm.zone ?? offsets)
        }
        func check(_ step: Comment) {
            for decision in device.decisions[seen...] {
                guard case .notification(.fired(let id, _, let late, _)) = decision.detail else {
                    continue
                }
                guard var alarm = alarms[id] else {
                    Issue.record("nobody scheduled it, \(step)")
                    continue
                }
                guard let due = newest(alarm, at: decision.time) else {
                    Issue.record("early, \(step)")
                    continue
                }
                let delay = decision.time - due.at
                #expect(late == (delay < .seconds(60) ? nil : delay), step)
                #expect(due.number > alarm.over, "over before, \(step)")
                #expect(alarm.done.insert(due.number).inserted, "early or twice, \(step)")
                alarms[id] = alarm
            }
            seen = device.decisions.count
            guard device.machine.notificationsHeldUntil == nil else { return }
            for (id, alarm) in alarms.sorted(by: { $0.key < $1.key }) {
                if let runs = device.machine.notifications[id]?.fired.runs.count,
                    runs >= Limits.firedRuns
                {
                    alarms[id]?.isVague = true
                }
                guard alarms[id]?.isVague == false, let due = newest(alarm),
                    due.number > alarm.over
                else { continue }
                checked += 1
                // Minutes and hours of a device that travels are told apart by their moments, of
                // which the new zone's may lie between two that have fired.
                let isLoose = alarm.zone == nil && alarm.dates.isOfTheClock
                #expect(
                    alarm.done.contains(due.number)
                        || isLoose && alarm.done.contains { $0 > due.number },
                    "lost \(id), \(step)")
            }
        }
        func schedule() {
            let wall = random.below(3)
            let zone: ZoneOffsets? =
                switch wall {
                case 0: nil
                case 1: ZoneOffsets(name: "Device/Zone", offsets: offsets)
                default: ZoneOffsets(name: "Europe/Berlin", offsets: berlin)
                }
            let every = [nil, .minute, .hour, .day, .day][random.below(5)] as RepeatInterval?
            let name = "n\(random.below(6))"
            for (id, _) in alarms where device.machine.notificationView(id)?.name == name {
                alarms[id] = nil
            }
            let delay = Int64(random.below([1_000, 10_000, 90_000][random.below(3)])) - 500
            device.schedule(appA, name, in: .seconds(delay), zone: zone, every: every)
            let id = NotificationID(device.machine.notifications.last)
            guard
                let decision = device.decisions.last(where: { $0.reason == .notificationScheduled }
                ),
                case .notification(.about(id, name)) = decision.detail
            else {
                Issue.record("not scheduled")
                return
            }
            let dates = ExpectedDates(
                from: device.now.wall + .seconds(delay), every: every,
                in: zone?.offsets ?? .utc)
            var alarm = Alarm(dates: dates, zone: wall == 1 ? nil : zone?.offsets ?? .utc)
            // A repeating notification goes on with its next occurrence.
            if every != nil, let due = newest(alarm) { alarm.over = due.number }
            alarms[id] = alarm
        }

        device.change(.timeZone("Device/Zone"))
        for count in 0..<80 {
            let step: Comment
            if device.processes[appA] == nil { device.open(appA) }
            if device.processes[appA]?.frozen == true { device.open(appA) }
            // Nothing fires, so that there is little to see.
            if device.machine.notificationsHeldUntil != nil, random.below(2) == 0 {
                device.tellClock(offsets, setBy: .seconds(2))
            }
            check("\(count) before")
            switch random.below(14) {
            case 0...2:
                step = "\(count) schedule"
                schedule()
            case 3:
                step = "\(count) cancel"
                let name = "n\(random.below(6))"
                for (id, _) in alarms where device.machine.notificationView(id)?.name == name {
                    alarms[id] = nil
                }
                device.cancel(appA, name)
            case 4:
                step = "\(count) set"
                let most = [60, 4_000, 90_000, 3_000_000][random.below(4)]
                device.tellClock(
                    offsets, setBy: .seconds(Int64(random.below(2 * most) - most)))
            case 5:
                step = "\(count) zone"
                offsets = [.utc, berlin, newYork, UTCOffsets(seconds: 19_800)][random.below(4)]
                device.tellClock(offsets)
            case 6:
                step = "\(count) daemon"
                try device.restartDaemon(after: .seconds(Int64(random.below(500))))
            case 7:
                step = "\(count) device"
                device.now.wall = device.now.wall + .seconds(Int64(random.below(9_000) - 3_000))
                device.restartDevice()
                device.tellClock(offsets)
                device.change(.timeZone("Device/Zone"))
                device.send(
                    .notification(
                        .zones([ZoneOffsets(name: "Europe/Berlin", offsets: berlin)])))
                device.run()
            case 8:
                step = "\(count) home"
                device.home()
                device.advance(by: .seconds(Int64(random.below(400))))
            case 9:
                step = "\(count) quit"
                device.quit(appA)
                device.advance(by: .seconds(Int64(random.below(4_000))))
            default:
                let most = [100, 2_000, 8_000][random.below(3)]
                step = "\(count) time"
                device.advance(by: .seconds(Int64(random.below(most))))
            }
            check(step)
        }
        #expect(checked > 10)
    }
}
