import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("The user on a device") struct UserControlTests {
    @Test(
        "The switcher lists recent apps, the newest first; removing one force-quits it",
        .behaviour("U1"))
    func switcher() throws {
        try withDevice { device in
            let hop = try device.install(example: "ImageHop")
            let count = try device.install(example: "SlowCount")
            #expect(try device.recents() == [])
            try device.open(hop)
            try device.open(count)
            #expect(try device.recents() == [count, hop])
            try device.open(hop)
            #expect(try device.recents() == [hop, count])
            try device.perform(.quit(app: hop))
            #expect(try device.recents() == [count])
            let end = try device.wait(for: "its end", app: hop) { $0.to == "notRunning" }
            #expect(end.reason == "forceQuit")
            // An app that neither runs nor is listed can't be removed.
            let refusal = try device.call(.quit(app: hop)).refusal
            #expect(refusal?.reason == "notRunning")
            // An app that ended by itself stays in the list until it is removed.
            let own = try device.install(example: "Misbehaving")
            try device.open(own, "--exit", "0", "--after", "0.05")
            try device.wait(own, "notRunning")
            #expect(try device.recents() == [own, count])
            try device.perform(.quit(app: own))
            #expect(try device.recents() == [count])
        }
    }

    @Test(
        "A force-quit app is woken for nothing until it is opened or the device restarts",
        .behaviour("U2", "R5"), arguments: ["ios7", "ios8"], ["open", "reboot"])
    func forceQuitBars(profile: String, until: String) throws {
        try withDevice(profile: "base = \"\(profile)\"") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            for cause in [
                ControlRequest.fetch(.sendFetch(app: app)),
                .push(.sendPush(app: app, payload: WakeTests.silent)),
            ] {
                let refusal = try #require(device.call(cause).refusal)
                #expect(refusal.reason == "forceQuitByUser")
                #expect(refusal.rule == "U2")
            }
            #expect(
                try device.why(app, not: "fetch").sentence.hasPrefix(
                    "Misbehaving would not be woken for a fetch: the user force-quit it (U2)"))
            if until == "open" {
                try device.open(app)
                try device.wait(app, "active")
                try device.perform(.home)
                try device.wait(app, "suspended")
            } else {
                try device.perform(.reboot)
            }
            let mark = try device.mark()
            try device.wake(app, for: "fetch")
            try device.wait(for: "fetch", app: app, after: mark) { $0.reason == "completedNewData" }
        }
    }

    @Test("In ios4 removal from the switcher bars no later launch", .behaviour("U2"))
    func ios4() throws {
        let profile = "base = \"ios4\"\nbackgroundModes = [\"fetch\"]"
        try withDevice(profile: profile) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try device.wake(app, for: "fetch")
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test(
        "Locking takes the app in front to the background, and unlocking brings it back",
        .behaviour("S7", "S5", "S6"))
    func lock() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            let other = try device.install(example: "ImageHop")
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.lock)
            try device.wait(app, "suspended")
            #expect(try device.status().locked)
            let refusal = try device.call(.open(app: other, arguments: [])).refusal
            #expect(refusal?.reason == "deviceLocked")
            #expect(refusal?.message == "\(other): the device is locked; unlock it first")
            #expect(try device.ps(other).state == "notRunning")
            try device.perform(.unlock)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            #expect(try device.status().locked == false)
            let calls = try device.lines(app).filter { !$0.hasPrefix("notification") }
            #expect(
                calls.suffix(4) == [
                    "didEnterBackground background", "remaining true",
                    "willEnterForeground background", "didBecomeActive active",
                ])
        }
    }

    @Test(
        "The sleep/wake button has the app leave, then the screen locks; a stuck app has 5 s",
        .behaviour("S7", "W1"))
    func sleepButton() throws {
        try withDevice(profile: "backgroundTransitionLimitSeconds = 5") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--slow-background", "0.5")
            try device.wait(app, "active")
            // Returns when the screen is locked.
            #expect(try device.quiesce("send", "sleep").code == 0)
            #expect(try device.status().locked && device.status().asleep)
            func order() throws -> [String] {
                try device.log().compactMap { row in
                    if row.reason == "screenLocked" { return "locked" }
                    return row.app == app && row.from != row.to ? row.to : nil
                }
            }
            try device.wait(app, "suspended")
            #expect(
                try order() == [
                    "inactive", "active", "inactive", "background", "locked", "suspended",
                ])
            #expect(try device.quiesce("send", "wake").code == 0)
            try device.wait(app, "active")
            #expect(try !device.status().locked)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try device.open(app, "--slow-background", "60")
            try device.wait(app, "active")
            let mark = try device.mark()
            #expect(try device.quiesce("lock").code == 0)
            #expect(try device.status().locked)
            let kill = try device.wait(for: "the watchdog", app: app, after: mark) {
                $0.kind == "kill"
            }
            #expect(kill.reason == "backgroundTransitionTimedOut")
            // It was asked to leave first; both limits are 5 s, and either may be over first.
            let log = try device.log()
            let left = try #require(log.last { $0.app == app && $0.to == "inactive" })
            let locked = try #require(log.last { $0.reason == "screenLocked" })
            #expect(locked.seq > left.seq && left.seq > mark)
        }
    }

    @Test("An app is woken behind the lock, and doesn't come to the front", .behaviour("S7", "F2"))
    func wokenBehindTheLock() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.perform(.lock)
            try device.wake(app, for: "fetch")
            try device.wait(app, "suspended")
            #expect(try device.status().foreground == nil)
            try device.perform(.unlock)
            #expect(try device.ps(app).state == "suspended")
        }
    }

    @Test(
        "A reboot ends every app, and the device comes back with what it knew",
        .behaviour("W4", "U1"))
    func reboot() throws {
        try withDevice { device in
            let hop = try device.install(example: "ImageHop")
            let recorder = try device.installRecorder()
            try device.open(hop)
            try device.wait(hop, "active")
            try device.open(recorder)
            try device.wait(recorder, toPrint: "notification didBecomeActive")
            try device.wait(hop, "suspended")
            let pids = [try device.pid(hop), try device.pid(recorder)]
            let daemon = try device.status().pid
            try device.perform(.reboot)
            for pid in pids { try device.waitUntilGone(pid) }
            let rows = try device.ps()
            #expect(rows.map(\.state) == ["notRunning", "notRunning"])
            #expect(try device.status().pid == daemon)
            #expect(try device.recents() == [recorder, hop])
            #expect(try device.status().foreground == nil)
            try device.open(hop)
            try device.wait(hop, "active")
            #expect(try device.ps(hop).launch == 2)
        }
    }

    @Test(
        "What the app is called with when the device shuts down depends on whether it runs",
        .behaviour("W3"))
    func shutDown() throws {
        try withDevice { device in
            let suspended = try device.install(example: "Misbehaving")
            let active = try device.installRecorder()
            try device.open(suspended)
            try device.wait(suspended, "active")
            try device.open(active)
            try device.wait(active, toPrint: "notification didBecomeActive")
            try device.wait(suspended, "suspended")
            let (frozen, running) = (
                try device.outputPath(suspended), try device.outputPath(active)
            )
            #expect(try device.down() == 0)
            #expect(
                try String(contentsOfFile: frozen, encoding: .utf8).contains("willTerminate")
                    == false)
            #expect(
                try String(contentsOfFile: running, encoding: .utf8).contains("willTerminate"))
            // The next start knows how it ended.
            try device.start()
            #expect(try device.ps(active).reason == "shutDown")
            #expect(try device.ps(active).state == "notRunning")
        }
    }
}
