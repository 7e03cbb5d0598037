import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Generous: the machine may be loaded, but an alarm that waited for the app would wait for ever.
private let patience = 20.0

@Suite("Alarms ring on time") struct AlarmTests {
    private func expectOnTime(_ row: NotificationRow, _ due: Date) throws {
        let delay = try row.date.timeIntervalSince(due)
        #expect(delay >= -0.001 && delay < patience, "\(delay) s after its moment")
    }

    @Test(
        "A frozen app's alarm is shown, and no code of the app's runs",
        .behaviour("N2", "N7"), arguments: Freezer.available)
    func frozen(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule("tea", in: Alarms.soon, "badge=3, title='Kitchen'")
            #expect(try alarms.rows(scheduled: true).map(\.name) == ["tea"])
            try alarms.suspend()
            let ticks = device.cpuTicks(try device.pid(alarms.app))
            let row = try alarms.waitUntilShown("tea")
            try expectOnTime(row, due)
            #expect(row.title == "Kitchen" && row.body == "It is tea" && row.late == nil)
            #expect(try alarms.rows(scheduled: true).isEmpty)
            #expect(try device.ps(alarms.app).state == "suspended")
            #expect(device.cpuTicks(try device.pid(alarms.app)) == ticks)
            let apps = try device.quiesce("apps", "--json").array()
            #expect(apps.first?["badge"] as? Int == 3)
            #expect(
                device.daemonLog.contains(
                    "notification \(row.notification) of \(alarms.app) is shown: \"Kitchen\" \"It is tea\""
                ))
            let table = try device.quiesce("notifications").out
            #expect(table.contains("Kitchen: It is tea"))
        }
    }

    @Test("A dead app's alarm is shown, and nothing is launched for it", .behaviour("N2", "N7"))
    func dead() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule("tea", in: Alarms.soon)
            try alarms.quit()
            try expectOnTime(try alarms.waitUntilShown("tea"), due)
            #expect(try device.ps(alarms.app).state == "notRunning")
            #expect(try device.ps(alarms.app).launch == 1)
        }
    }

    @Test(
        "An alarm beyond the last day of the calendar is dropped, and its app is told",
        .behaviour("N1", "reliability T5"))
    func impossible() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            try alarms.schedule("tea", in: 1_000)
            try alarms.schedule("never", in: 1e10)
            try alarms.wait(for: "dropped never")
            #expect(try alarms.rows(scheduled: true).map(\.name) == ["tea"])
        }
    }

    @Test(
        "A daemon that was killed a second before is succeeded by one that rings",
        .behaviour("N7", "reliability D1"))
    func killedDaemon() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule("tea", in: Alarms.soon)
            try alarms.suspend()
            device.killDaemon()
            try device.start()
            let row = try alarms.waitUntilShown("tea")
            try expectOnTime(row, due)
            // Shown once, whoever looks.
            #expect(try alarms.rows().map(\.name) == ["tea"])
        }
    }

    @Test(
        "What was due while there was no daemon is shown by the next, once", .behaviour("N7"),
        arguments: [LiveDevice.Succession.killed, .ended])
    func noDaemon(succession: LiveDevice.Succession) throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule("tea", in: Alarms.soon)
            try alarms.suspend()
            try device.succeed(succession) { while Date() < due { usleep(10_000) } }
            try expectOnTime(try alarms.waitUntilShown("tea"), due)
            try device.succeed(succession)
            #expect(try alarms.rows().map(\.name) == ["tea"])
        }
    }

    @Test("It rings after a restart of the device", .behaviour("N7"))
    func reboot() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule("tea", in: Alarms.soon)
            alarms.puppet.disconnect()
            _ = try device.perform(.reboot)
            try expectOnTime(try alarms.waitUntilShown("tea"), due)
            #expect(try device.ps(alarms.app).state == "notRunning")
        }
    }

    @Test(
        "It rings when the journal is lost: what was acknowledged is in the store",
        .behaviour("N7", "reliability D2"))
    func fromFacts() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let due = try alarms.schedule(
                "tea", in: Alarms.soon, "timeZone='Asia/Kolkata', repeatInterval='day'")
            try alarms.schedule("later", in: 500, "timeZone='Asia/Kolkata'")
            try alarms.quit()
            device.killDaemon()
            try FileManager.default.removeItem(atPath: device.home + "/journal")
            try device.start()
            let row = try alarms.waitUntilShown("tea")
            try expectOnTime(row, due)
            #expect(row.body == "It is tea")
            let next = try alarms.rows(scheduled: true)
            #expect(next.map(\.name) == ["later", "tea"])
            #expect(next.map(\.timeZone) == ["Asia/Kolkata", "Asia/Kolkata"])
            // Its moment is in whole milliseconds; a Date is binary fractions of a second.
            let day = try next[1].date.timeIntervalSince(due)
            #expect(abs(day - 86_400) < 0.001)
        }
    }

    @Test("In front it is told to the app, and shown nowhere", .behaviour("N3"))
    func inFront() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            try alarms.schedule("tea", in: 0.3)
            try alarms.wait(for: "received tea")
            try alarms.schedule("now", in: -1)
            try alarms.wait(for: "received now")
            #expect(try alarms.rows().isEmpty)
            #expect(!device.daemonLog.contains("is shown"))
        }
    }
}
