import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("The user and notifications") struct NotificationTests {
    @Test(
        "Choosing one brings its app to the front with it, frozen or dead", .behaviour("N2"))
    func open() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            try alarms.schedule("frozen", in: Alarms.soon)
            try alarms.schedule("dead", in: Alarms.soon)
            try alarms.suspend()
            let frozen = try alarms.waitUntilShown("frozen").notification
            let dead = try alarms.waitUntilShown("dead").notification
            #expect(try device.quiesce("notifications", "open", "\(frozen)").code == 0)
            try device.wait(alarms.app, "active")
            try alarms.wait(for: "opened frozen")
            let calls = try alarms.calls()
            let place = try #require(calls.firstIndex(of: "opened frozen"))
            #expect(place > (calls.firstIndex(of: "willEnterForeground") ?? .max))
            #expect(try alarms.rows().map(\.name) == ["dead"])

            try alarms.quit()
            #expect(try device.quiesce("notifications", "open", "\(dead)").code == 0)
            try device.wait(alarms.app, "active")
            #expect(
                try alarms.calls().prefix(2)
                    == ["didFinishLaunching localNotification", "launched by dead"])
            #expect(try alarms.rows().isEmpty)
            let again = try device.quiesce("notifications", "open", "\(dead)")
            #expect(again.code == 1)
            #expect(again.error.contains("notification \(dead)"))
        }
    }

    @Test("One is dismissed, or all; their app hears nothing", .behaviour("N2"))
    func dismiss() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            for name in ["a", "b", "c"] { try alarms.schedule(name, in: Alarms.soon) }
            try alarms.suspend()
            let row = try alarms.waitUntilShown("a")
            _ = try alarms.waitUntilShown("b")
            _ = try alarms.waitUntilShown("c")
            let number = "\(row.notification)"
            #expect(try device.quiesce("notifications", "dismiss", number).code == 0)
            #expect(try alarms.rows().map(\.name) == ["b", "c"])
            #expect(try device.quiesce("notifications", "dismiss", number).code == 1)
            #expect(try device.quiesce("notifications", "dismiss", "--all").code == 0)
            #expect(try device.quiesce("notifications").out == "No notifications.\n")
            #expect(try device.quiesce("notifications", "dismiss").code == 64)
            #expect(try device.ps(alarms.app).state == "suspended")
        }
    }

    @Test(
        "Without the user's leave nothing is shown, and why says so",
        .behaviour("U4", "N2"))
    func notAllowed() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            _ = try device.perform(
                .permission(
                    .setPermission(app: alarms.app, permission: "notifications", state: "denied")))
            let mark = try device.mark()
            try alarms.schedule("tea", in: Alarms.soon)
            try alarms.suspend()
            try device.wait(for: "refused", app: alarms.app, after: mark) { $0.kind == "refuse" }
            #expect(try alarms.rows().isEmpty)
            #expect(!device.daemonLog.contains("is shown"))
        }
    }

    @Test(
        "Where the device travels, alarms by its wall clock go along; others don't",
        .behaviour("N5"))
    func travel() throws {
        try withDevice { device in
            _ = try device.perform(.sendEvent(["timezone", "Europe/Berlin"]))
            let alarms = try Alarms(device)
            // Tomorrow's noon in Berlin and on.
            let day = 86_400.0
            try alarms.schedule("here", in: day, "timeZone='Europe/Berlin', repeatInterval='day'")
            try alarms.schedule("there", in: day, "timeZone='Asia/Kolkata', repeatInterval='day'")
            try alarms.schedule("moment", in: day, "repeatInterval='day'")
            func dates() throws -> [String: Date] {
                Dictionary(
                    uniqueKeysWithValues: try alarms.rows(scheduled: true).map {
                        ($0.name, try $0.date)
                    })
            }
            let before = try dates()
            #expect(before.count == 3)
            _ = try device.perform(.sendEvent(["timezone", "America/New_York"]))
            // The zone's offsets are looked up off the loop.
            try waitUntil("moved") { try dates()["here"] != before["here"] }
            let after = try dates()
            let zones = ["Europe/Berlin", "America/New_York"].compactMap(TimeZone.init(identifier:))
            let here = try #require(before["here"])
            let difference = Double(
                zones[0].secondsFromGMT(for: here) - zones[1].secondsFromGMT(for: here))
            #expect(after["here"] == here + difference)
            #expect(after["there"] == before["there"])
            #expect(after["moment"] == before["moment"])
        }
    }

    @Test(
        "An app that asks for what can't be meant loses its connection, and nothing else",
        .behaviour("reliability A3", "N1"))
    func malformed() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            try puppet.run("link = dial(); live(link)")
            let code = try puppet.ask(
                """
                say(link, type='notification', request=1, notification={
                    'action': 'schedule', 'notification': {'name': 'n', 'body': 'x' * 5000}})
                result = hear_until(link, type='error')['code']
                """, String.self)
            #expect(code == "malformed")
            #expect(
                try device.perform(
                    .notification(.notifications(app: nil, scheduled: true, follow: false))
                )
                .items.isEmpty)
        }
    }

    @Test("An app that comes back is told what it has scheduled", .behaviour("N4"))
    func told() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            // More than fit one datagram.
            try alarms.puppet.run(
                """
                for n in range(30): schedule(f'n{n}', 1000 + n, userInfo='x' * 3800)
                acknowledged()
                """)
            alarms.puppet.disconnect()
            _ = try device.perform(.quit(app: alarms.app))
            try device.wait(alarms.app, "notRunning")
            try device.open(alarms.app, "--raw")
            struct Told: Decodable {
                var names: [String]
                var continues: [Bool]
                var types: [String]
            }
            let told = try alarms.puppet.ask(
                """
                link = dial(); hello(link)
                names, continues = [], []
                while len(names) < 30:
                    message = hear_until(link, type='notifications')['notifications']
                    names += [each['name'] for each in message['scheduled']]
                    continues.append(message.get('continues', False))
                result = {'names': names, 'continues': continues, 'types': message['types']}
                """, Told.self)
            #expect(told.names == (0..<30).map { "n\($0)" })
            #expect(told.continues.first == false)
            #expect(told.continues.count > 1 && told.continues.dropFirst().allSatisfy { $0 })
            #expect(told.types == ["alert", "sound", "badge"])
        }
    }
}
