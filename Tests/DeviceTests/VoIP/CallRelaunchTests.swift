import QuiesceWire
import TestSupport
import Testing

@Suite("Apps that wait for calls are launched again") struct CallRelaunchTests {
    private static var voip: [String: Any] { ["UIBackgroundModes": ["voip"]] }

    @Test(
        "With a passcode it is launched after the first unlock, and not before",
        .behaviour("V3", "U3"))
    func firstUnlock() throws {
        try withDevice { device in
            let app = try device.installRecorder(Self.voip)
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.perform(.reboot)
            try device.wait(for: "its turn", app: app) { $0.reason == "voipAtStart" }
            #expect(try device.ps(app).state == "notRunning")
            // The daemon's own end changes nothing about it.
            device.killDaemon()
            try device.start()
            #expect(try device.ps(app).state == "notRunning")
            let waits = try device.why(app).pending.map(\.sentence)
            #expect(waits.contains { $0.contains("waits for the first unlock") }, "\(waits)")
            let locked = try device.mark()
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.wait(for: "its launch", app: app, after: locked) { $0.reason == "launched" }
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test(
        "One that ends with a code again and again is launched each time, after twice as long",
        .behaviour("V6", "W5"))
    func backsOff() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    class Phone(App):
                        def did_become_active(self):
                            sys.exit(3)
                        def did_finish_launching(self, launch):
                            if launch["state"] == "background": sys.exit(3)
                    Phone().run()
                    """, id: "org.quiesce.tests.Phone", Self.voip)
            try device.perform(.open(app: app, arguments: []))
            var rows: [LogRow] = []
            for _ in 0..<3 {
                let after = rows.last?.seq ?? 0
                rows.append(
                    try device.wait(for: "another launch", app: app, after: after) {
                        $0.reason == "voipRelaunched"
                    })
            }
            #expect(try device.seconds(from: rows[0], to: rows[1]) >= 2)
            #expect(try device.seconds(from: rows[1], to: rows[2]) >= 4)
            let ends = try device.log(app).filter { $0.to == "notRunning" }
            #expect(ends.count >= 3)
            #expect(ends.allSatisfy { $0.reason == "exitedWithError" && $0.detail == "code 3" })
        }
    }

    @Test("One that was purged is launched again", .behaviour("V6", "M1"))
    func purged() throws {
        try withDevice { device in
            let app = try device.installRecorder(Self.voip)
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            #expect(try device.purge(nil).map(\.id) == [app])
            try device.wait(for: "its turn", app: app) { $0.reason == "voipRelaunched" }
            try device.wait(for: "its launch", app: app, after: mark) { $0.reason == "launched" }
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
        }
    }
}
