import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Pushes on a device") struct PushTests {
    @Test("Without a gateway there is no token, and the app is told what to do", .behaviour("R1"))
    func noGateway() throws {
        try withDevice { device in
            let pushed = try Pushed(device)
            try pushed.puppet.run(
                """
                app.push('register')
                while not any(call.startswith('no token: ') for call in calls): time.sleep(0.002)
                """)
            let told = try pushed.calls().last { $0.hasPrefix("no token: ") } ?? ""
            #expect(told.contains("gateway"))
        }
    }

    @Test(
        "An alert is shown for a frozen app, of which no code runs; chosen, it comes to the app before it is active",
        .behaviour("R1", "S8"))
    func shown() throws {
        try withDevice { device in
            let pushed = try Pushed(device)
            try pushed.suspend()
            let pid = try device.pid(pushed.app)
            let ticks = device.cpuTicks(pid)
            try pushed.send(3, alert: "A letter")
            let row = try pushed.waitUntilShown("A letter")
            #expect(try device.ps(pushed.app).state == "suspended")
            #expect(device.cpuTicks(pid) == ticks)
            try pushed.open(row)
            try pushed.wait(for: "push 3 opened")
            try pushed.wait(for: "didBecomeActive")
            let calls = try pushed.calls()
            let place = try #require(calls.firstIndex(of: "push 3 opened"))
            #expect(calls[place - 1] == "willEnterForeground")
            #expect(try pushed.shown().isEmpty)
        }
    }

    @Test("An app that isn't there is launched by the choice, and has the push", .behaviour("R1"))
    func launched() throws {
        try withDevice { device in
            let pushed = try Pushed(device)
            try pushed.crash()
            try pushed.send(4, alert: "A letter")
            let row = try pushed.waitUntilShown("A letter")
            #expect(try device.ps(pushed.app).state == "notRunning")
            try pushed.open(row)
            #expect(
                try pushed.calls().prefix(2)
                    == ["didFinishLaunching remoteNotification", "launched by push 4"])
        }
    }

    @Test("In front an alert comes to the app, and nothing is shown", .behaviour("R1"))
    func inFront() throws {
        try withDevice { device in
            let pushed = try Pushed(device)
            try pushed.send(5, alert: "A letter")
            try pushed.wait(for: "push 5 received")
            #expect(try pushed.shown().isEmpty)
        }
    }

    @Test(
        "Without the user's leave nothing is shown, and the app is woken all the same",
        .behaviour("U4", "R2"))
    func notAllowed() throws {
        try withDevice { device in
            let pushed = try Pushed(device)
            _ = try device.perform(
                .permission(
                    .setPermission(app: pushed.app, permission: "notifications", state: "denied")))
            try pushed.suspend()
            let mark = try device.mark()
            try pushed.send(6, alert: "A letter", wakes: true)
            try device.wait(for: "the end of it", app: pushed.app, after: mark) {
                $0.reason == "completedNewData"
            }
            #expect(try pushed.shown().isEmpty)
        }
    }

    @Test("With ios7 the app is woken first, and the alert waits for its handler", .behaviour("R3"))
    func contentFirst() throws {
        try withDevice(profile: "base = \"ios7\"") { device in
            let pushed = try Pushed(device, holds: true)
            try pushed.suspend()
            try pushed.send(7, alert: "A letter", wakes: true)
            try pushed.wait(for: "push 7")
            #expect(try pushed.shown().isEmpty)
            // It answers before it is suspended.
            try pushed.puppet.run("threading.Timer(0.05, completions.pop(), ['newData']).start()")
            let row = try pushed.waitUntilShown("A letter")
            // Chosen, it comes once more.
            try pushed.open(row)
            try pushed.wait(for: "push 7 opened")
        }
    }

    @Test(
        "With ios7 the alert comes, too, when the app never calls its handler, or crashes",
        .behaviour("R3", "R5"), arguments: [false, true])
    func contentNever(crashes: Bool) throws {
        let limit = crashes ? "" : "\npushLimitSeconds = 1"
        try withDevice(profile: "base = \"ios7\"" + limit) { device in
            let pushed = try Pushed(device, holds: true)
            try pushed.suspend()
            try pushed.send(8, alert: "A letter", wakes: true)
            if crashes {
                try pushed.wait(for: "push 8")
                try pushed.crash()
            }
            _ = try pushed.waitUntilShown("A letter")
            try device.wait(pushed.app, "notRunning")
        }
    }

    @Test("With ios8 the alert doesn't wait for the app", .behaviour("R3"))
    func roughlyTogether() throws {
        try withDevice { device in
            let pushed = try Pushed(device, holds: true)
            try pushed.suspend()
            try pushed.send(9, alert: "A letter", wakes: true)
            _ = try pushed.waitUntilShown("A letter")
            try pushed.wait(for: "push 9")
            // It answers before it is suspended.
            try pushed.puppet.run("threading.Timer(0.05, completions.pop(), ['newData']).start()")
            try device.wait(pushed.app, "suspended")
        }
    }

    @Test("With ios4 it is shown, and the app isn't woken", .behaviour("R3"))
    func noWake() throws {
        try withDevice(profile: "base = \"ios4\"") { device in
            let pushed = try Pushed(device)
            try pushed.suspend()
            let mark = try device.mark()
            try pushed.send(10, alert: "A letter", wakes: true)
            _ = try pushed.waitUntilShown("A letter")
            #expect(try device.ps(pushed.app).state == "suspended")
            #expect(try !device.log(pushed.app).contains { $0.seq > mark && $0.kind == "wake" })
        }
    }
}

@Suite("Mailbox on a device") struct MailboxTests {
    @Test(
        "It has the letter before the user sees that one has come, and shows it when that is chosen",
        .behaviour("R1", "R2", "R3"))
    func contentBeforeAlert() throws {
        let server = try WebServer()
        try Data("Dear all".utf8).write(to: URL(fileURLWithPath: server.folder.file("7.txt")))
        try withDevice(profile: "base = \"ios7\"") { device in
            let app = try device.install(example: "Mailbox")
            _ = try device.perform(
                .permission(
                    .setPermission(app: app, permission: "notifications", state: "authorized")))
            try device.open(app, "--server", "http://127.0.0.1:\(server.port)")
            try device.wait(app, toPrint: "no token: ")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let payload =
                #"{"aps":{"alert":"A letter","badge":1,"content-available":1},"letter":7}"#
            _ = try device.perform(.push(.sendPush(app: app, payload: payload)))
            let row = try device.waitUntilShown(body: "A letter", of: app)
            #expect(try device.lines(app).contains("letter 7 is here"))
            // It needs the server no more.
            try FileManager.default.removeItem(atPath: server.folder.file("7.txt"))
            _ = try device.perform(.notification(.openNotification(row.notification)))
            try device.wait(app, toPrint: "shows letter 7: Dear all")
        }
    }
}
