import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Finite-length tasks on a device") struct BackgroundTaskTests {
    /// Six seconds of background time, the last five of which are for the expiration handlers.
    private static let brief = """
        base = "ios8"
        backgroundAllowanceSeconds = 6
        expirationWarningSeconds = 5
        expirationWarningSlackSeconds = 0
        """

    /// The handlers are called as soon, and then nobody has to hurry.
    private static let unhurried = """
        base = "ios8"
        backgroundAllowanceSeconds = 61
        expirationWarningSeconds = 60
        expirationWarningSlackSeconds = 0
        """

    @Test(
        "Tasks get ids of their own from any thread, delay the suspension, and the last one's end lets it happen",
        .behaviour("T1", "T2", "T6", "T7"))
    func ids() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "remaining", "begin 20")
            try device.wait(app, toPrint: "task ", times: 20)
            let lines = try device.lines(app)
            let ids = lines.filter { $0.hasPrefix("task ") }.compactMap { Int($0.dropFirst(5)) }
            #expect(Set(ids) == Set(1...20))
            // A huge value in front.
            #expect(lines.contains("remaining \(Double.greatestFiniteMagnitude)"))
            try device.perform(.home)
            try device.wait(app, toPrint: "notification didEnterBackground")
            var began = 0
            try device.wait(for: "20 tasks", app: app) {
                began += $0.reason == "taskBegan" ? 1 : 0
                return began == 20
            }
            #expect(try device.ps(app).tasks == 20)
            #expect(try device.ps(app).state == "background")
            // Unknown and ended ids are harmless.
            try device.tell(app, "end 999", "end 1", "end 1")
            try device.wait(app, toPrint: "ended", times: 3)
            for id in 2...19 { try device.tell(app, "end \(id)") }
            try device.wait(for: "the last but one", app: app) {
                $0.reason == "taskEnded" && $0.detail == "task 19 \"work\""
            }
            #expect(try device.ps(app).tasks == 1)
            #expect(try device.ps(app).state == "background")
            try device.tell(app, "remaining", "end 20")
            let end = try device.wait(for: "the last", app: app) {
                $0.reason == "taskEnded" && $0.detail == "task 20 \"work\""
            }
            #expect(end.kind == "task")
            #expect(end.rule == "T6")
            try device.wait(app, "suspended")
            let output = try device.output(app)
            #expect(output.contains("endBackgroundTask(999): no such task is open"))
            #expect(output.contains("endBackgroundTask(1): no such task is open"))
            let remaining = try device.lines(app).filter { $0.hasPrefix("remaining ") }
                .compactMap { Double($0.dropFirst(10)) }
            #expect(remaining.count == 2)
            #expect(remaining.last.map { $0 > 0 && $0 <= 180 } == true)
        }
    }

    @Test(
        "With the background time used up no task can be begun, until the app is in front again",
        .behaviour("T1", "T3", "T7"))
    func usedUp() throws {
        try withDevice(profile: Self.unhurried) { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1")
            try device.perform(.home)
            try device.wait(app, toPrint: "expired")
            // Which keeps it running, whatever becomes of its tasks.
            try device.perform(.fetch(.sendFetch(app: app)))
            try device.wait(app, toPrint: "performFetch background")
            try device.tell(app, "end 1")
            // An end comes behind what the same turn begins.
            try device.wait(for: "the first end", app: app) {
                $0.reason == "taskEnded" && $0.detail == "task 1 \"work\""
            }
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 2")
            try device.tell(app, "end 2")
            try device.wait(for: "the last end", app: app) {
                $0.reason == "taskEnded" && $0.detail == "task 2 \"work\""
            }
            // When the app prints this event, it has read every earlier message too.
            try device.perform(.sendEvent(["orientation", "faceUp"]))
            try device.wait(app, toPrint: "event orientation faceUp")
            try device.tell(app, "remaining", "begin 2", "end 0")
            try device.wait(app, toPrint: "task 0", times: 2)
            try device.wait(app, toPrint: "ended", times: 3)
            #expect(try device.lines(app).contains("remaining 0.0"))
            try device.tell(app, "complete")
            try device.wait(app, "suspended")
            #expect(try !device.log(app).contains { $0.kind == "refuse" })
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 3")
        }
    }

    @Test("Ending an unknown or ended id over the wire is harmless and logged", .behaviour("T7"))
    func unknownIDs() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    class Careless(App):
                        def did_become_active(self):
                            task = self.begin_task("once")
                            self.end_task(task)
                            self._request(type="endTask", task=task)
                            self._request(type="endTask", task=4711)
                            print("asked")
                    Careless().run()
                    """, id: "org.quiesce.tests.Careless")
            try device.open(app)
            try device.wait(for: "4711", app: app) { $0.detail == "task 4711" }
            // `end_task` is sent when the turn ends, after both requests: task 1 has ended by then.
            try device.wait(for: "the ended id", app: app) {
                $0.kind == "refuse" && $0.detail == "task 1"
            }
            let refused = try device.log(app).filter { $0.kind == "refuse" }
            #expect(refused.map(\.reason) == ["unknownTask", "unknownTask"])
            #expect(refused.allSatisfy { $0.rule == "T7" })
            #expect(try device.ps(app).state == "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "A task ended in its expiration handler averts termination: the app is suspended",
        .behaviour("T4", "T6"), arguments: Freezer.available)
    func endedInTheHandler(freezer: Freezer) throws {
        try withDevice(profile: Self.unhurried, options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--end-in-expiration")
            try device.wait(app, "active")
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app) { $0.to == "background" }
            let warning = try device.wait(for: "warning", app: app) {
                $0.reason == "expirationWarning"
            }
            #expect(warning.kind == "task")
            #expect(warning.rule == "T4")
            #expect(try device.seconds(from: left, to: warning) >= 0.99)
            try device.wait(app, "suspended")
            #expect(try device.lines(app).suffix(2) == ["didEnterBackground", "expired"])
            #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
        }
    }

    @Test(
        "An app whose handler is too slow, or whose task is never ended, is terminated when the time is out",
        .behaviour("T3", "T4", "W2", "W3", "W4"),
        arguments: [
            (["--slow-expiration", "600"], "ended when it expires"),
            (["--never-end-task"], "never ended"),
        ] as [([String], String)])
    func notEnded(arguments: [String], task: String) throws {
        try withDevice(profile: Self.brief) { device in
            let app = try device.install(example: "Misbehaving")
            try device.perform(.open(app: app, arguments: arguments))
            try device.wait(app, "active")
            let pid = try device.pid(app)
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app) { $0.to == "background" }
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "backgroundTaskExpired")
            #expect(kill.rule == "T4")
            #expect(try device.seconds(from: left, to: kill) >= 5.99)
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            // The handler was called, willTerminate was not.
            #expect(try device.lines(app).last == "expired")
            try device.expectWhy(
                app, "backgroundTaskExpired", "T4", "it was killed", "\"\(task)\" was still open",
                "6 s of background time", "endBackgroundTask"
            )
        }
    }

    @Test("The allowance is the app's, not the task's", .behaviour("T3"))
    func oneAllowance() throws {
        try withDevice(profile: Self.brief) { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1\n")
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app) { $0.to == "background" }
            usleep(500_000)  // Some of the time is spent.
            try device.tell(app, "begin 1", "end 1")
            try device.wait(for: "the end of the first", app: app) { $0.reason == "taskEnded" }
            try device.tell(app, "remaining")
            try device.wait(app, toPrint: "remaining ", times: 2)
            // Half a second is gone for the second task as well.
            let remaining = try device.lines(app).last { $0.hasPrefix("remaining ") }
                .flatMap { Double($0.dropFirst(10)) }
            #expect(remaining.map { $0 > 0 && $0 <= 5.5 } == true)
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "backgroundTaskExpired")
            #expect(try device.seconds(from: left, to: kill) >= 5.99)
        }
    }

    @Test("Coming back to the foreground gives the allowance anew", .behaviour("T3"))
    func renewed() throws {
        try withDevice(profile: Self.brief) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(for: "warning", app: app) { $0.reason == "expirationWarning" }
            try device.open(app)
            try device.wait(app, "active")
            let mark = try device.mark()
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app, after: mark) {
                $0.to == "background"
            }
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(try device.seconds(from: left, to: kill) >= 5.99)
            #expect(try device.lines(app).count { $0 == "expired" } == 1)
        }
    }

    @Test(
        "An open task is suspended while the device sleeps, its time stands still, and it goes on when the device wakes",
        .behaviour("T5"), arguments: Freezer.available)
    func deviceSleeps(freezer: Freezer) throws {
        try withDevice(profile: Self.brief, options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app) { $0.to == "background" }
            try device.perform(.sendSleep)
            let slept = try device.wait(for: "sleep", app: app) { $0.to == "suspended" }
            #expect(slept.reason == "deviceSlept")
            #expect(slept.rule == "T5")
            #expect(try device.ps(app).tasks == 1)
            #expect(try device.status().asleep)
            #expect(
                try device.why(app).sentence
                    == "Misbehaving is suspended while the device sleeps; its open tasks go on when it wakes (T5)."
            )
            usleep(6_200_000)  // Longer than its allowance: none of it counts.
            #expect(try device.ps(app).state == "suspended")
            try device.perform(.sendWake)
            let woke = try device.wait(for: "wake", app: app) { $0.reason == "taskGoesOn" }
            #expect(woke.to == "background")
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "backgroundTaskExpired")
            let spent = try device.seconds(from: left, to: slept)
            #expect(try device.seconds(from: woke, to: kill) >= 5.99 - spent)
        }
    }

    @Test("In ios4 an open task keeps the device awake until it ends", .behaviour("T5"))
    func keepsAwake() throws {
        try withDevice(profile: "base = \"ios4\"") { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1\n")
            try device.wait(for: "task", app: app) { $0.reason == "taskBegan" }
            try device.perform(.lock)
            try device.perform(.sendSleep)
            let deferred = try device.wait(for: "deferral") { $0.reason == "sleepDeferred" }
            #expect(deferred.rule == "T5")
            #expect(try device.status().asleep == false)
            #expect(try device.ps(app).state == "background")
            try device.tell(app, "end 1")
            try device.wait(app, "suspended")
            #expect(try device.status().asleep)
        }
    }

    @Test("Without multitasking no task is given, and the app is told", .behaviour("O2", "T1"))
    func noMultitasking() throws {
        try withDevice(profile: "multitaskingSupported = false") { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "multitasking", "begin 1")
            try device.wait(app, toPrint: "multitasking false")
            try device.wait(app, toPrint: "task 0\n")
            #expect(try device.ps(app).tasks == 0)
        }
    }

    @Test(
        "Only so many tasks may be open at once; further ones are refused as invalid",
        .behaviour("T1"))
    func tooMany() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "begin 1010")
            let output = try device.wait(app, toPrint: "task ", times: 1010)
            let refused = output.split(separator: "\n").count { $0 == "task 0" }
            #expect(refused == 10)
            try device.wait(for: "all of them", app: app) { $0.detail == "task 1000 \"work\"" }
            #expect(try device.ps(app).tasks == 1_000)
        }
    }
}
