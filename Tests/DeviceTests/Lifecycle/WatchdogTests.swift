import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Watchdogs on a device") struct WatchdogTests {
    @Test(
        "An app that does not finish launching is killed at its limit, not before",
        .behaviour("W1", "W2", "W4"), arguments: Freezer.available)
    func launch(freezer: Freezer) throws {
        // By then it has connected, or that would be what it is said to be slow with.
        try withDevice(profile: "launchLimitSeconds = 5", options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--hang-launch")
            let start = try device.wait(for: "launch", app: app) { $0.to == "inactive" }
            let pid = try device.pid(app)
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "launchTimedOut")
            #expect(kill.rule == "W1")
            #expect(kill.detail?.hasPrefix("didFinishLaunching took ") == true)
            #expect(try device.seconds(from: start, to: kill) >= 4.99)
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            try device.expectWhy(
                app, "launchTimedOut", "W1", "it was killed", "launching", "5 s"
            )
        }
    }

    @Test("A slow launch within its limit is no offence", .behaviour("W1"))
    func slowButInTime() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--slow-launch", "0.7")
            try device.wait(app, "active")
            #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
        }
    }

    @Test(
        "An app that does not return from didEnterBackground is killed; a task does not extend its time",
        .behaviour("W1", "W2"), arguments: [[], ["--never-end-task"]])
    func didEnterBackground(more: [String]) throws {
        try withDevice(profile: "backgroundTransitionLimitSeconds = 1.5") { device in
            let app = try device.install(example: "Misbehaving")
            try device.perform(.open(app: app, arguments: ["--slow-background", "600"] + more))
            try device.wait(app, "active")
            let pid = try device.pid(app)
            try device.perform(.home)
            let left = try device.wait(for: "leaving", app: app) { $0.to == "background" }
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "backgroundTransitionTimedOut")
            #expect(kill.rule == "W1")
            #expect(kill.detail?.hasPrefix("didEnterBackground took ") == true)
            #expect(try device.seconds(from: left, to: kill) >= 1.49)
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            // No willTerminate after a watchdog (W3).
            #expect(try device.lines(app).last == "didEnterBackground")
            try device.expectWhy(
                app, "backgroundTransitionTimedOut", "W1", "it was killed",
                "didEnterBackground did not return", "1.5 s"
            )
        }
    }

    @Test(
        "An app that does not end after willTerminate is killed, even if it ignores SIGTERM",
        .behaviour("W1", "W2", "W3"))
    func willTerminate() throws {
        try withDevice(profile: "terminationLimitSeconds = 1.5") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--slow-terminate", "600", "--ignore-sigterm")
            try device.wait(app, toPrint: "didBecomeActive")
            let pid = try device.pid(app)
            try device.perform(.quit(app: app))
            try device.wait(app, toPrint: "willTerminate")
            let kill = try device.wait(for: "kill", app: app) { $0.reason == "terminationTimedOut" }
            #expect(kill.kind == "kill")
            #expect(kill.rule == "W1")
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            try device.expectWhy(
                app, "terminationTimedOut", "W1", "it was killed", "willTerminate", "1.5 s",
                "Nothing wakes it until it is opened or the device restarts (U2)."
            )
        }
    }

    @Test("An app that was killed is told the reason at its next launch", .behaviour("W2"))
    func nextLaunchIsTold() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try device.open(app)
            try device.wait(app, toPrint: "previous forceQuit")
        }
    }
}

@Suite("Endings on a device") struct EndingTests {
    @Test(
        "willTerminate is called for an app that runs, and no task can be begun in it",
        .behaviour("W3", "W4", "U1", "T1"))
    func forceQuitInFront() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            let pid = try device.pid(app)
            try device.perform(.quit(app: app))
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            try device.waitUntilGone(pid)
            #expect(end.reason == "forceQuit")
            #expect(end.rule == "U1")
            // UIBackgroundTaskIdentifier.invalid is 0.
            #expect(
                try device.lines(app).suffix(4) == [
                    "willTerminate inactive",
                    "QuiesceKit: no background task: the app is terminating (W3)", "task 0",
                    "notification willTerminate",
                ])
        }
    }

    @Test("willTerminate is called for an app that runs in the background", .behaviour("W3"))
    func forceQuitInBackground() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1\n")
            try device.perform(.home)
            try device.wait(app, toPrint: "notification didEnterBackground")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            let output = try device.output(app)
            #expect(output.contains("willTerminate background\n"))
            #expect(output.hasSuffix("task 0\nnotification willTerminate\n"))
        }
    }

    @Test(
        "A crash and an exit are noticed at once and recorded with their signal or code",
        .behaviour("W2", "W3", "W5"),
        arguments: [
            (["--crash-after", "0.1"], "crashed", "signal 6", "it crashed with signal 6"),
            (["--exit", "3"], "exitedWithError", "code 3", "it exited by itself with code 3"),
            (["--exit", "0", "--after", "0.3"], "exitedNormally", nil, "it exited by itself"),
            (["--crash-launch"], "crashed", "signal 6", "it crashed with signal 6"),
        ] as [([String], String, String?, String)])
    func ownEnding(
        arguments: [String], reason: String, detail: String?, words: String
    ) throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.perform(.open(app: app, arguments: arguments))
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == reason)
            #expect(end.rule == "W5")
            #expect(end.detail == detail)
            #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
            #expect(try device.output(app).contains("willTerminate") == false)
            #expect(try device.ps(app).pid == nil)
            try device.expectWhy(
                app, reason, "W5", words)
        }
    }

    @Test("A crash while suspended in front of nobody is noticed too", .behaviour("W5", "S8"))
    func killedByTheKernel() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            kill(pid_t(try device.pid(app)), SIGKILL)
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.from == "suspended")
            #expect(end.reason == "crashed")
            #expect(end.detail == "signal 9")
        }
    }

    @Test(
        "A bundle whose program can't be started says what is wrong with it", .behaviour("W2", "W5")
    )
    func spawnFails() throws {
        try withDevice { device in
            let bundle = try device.bundle("Broken") { bundle in
                let program = bundle.appendingPathComponent("Broken")
                try Data("#!/nowhere/interpreter\n".utf8).write(to: program)
                chmod(program.path, 0o755)
                try PropertyListSerialization.data(
                    fromPropertyList: [
                        "CFBundleIdentifier": "org.quiesce.tests.Broken",
                        "CFBundleExecutable": "Broken",
                    ], format: .xml, options: 0
                ).write(to: bundle.appendingPathComponent("Info.plist"))
            }
            #expect(try device.install(bundle).refusal == nil)
            let app = "org.quiesce.tests.Broken"
            try device.open(app)
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == "spawnFailed")
            #expect(end.detail == "execute: errno 2")
            try device.expectWhy(app, "spawnFailed", "W5", "could not be started", "executable")
        }
    }
}

extension LiveDevice {
    /// Expects `why` to explain an app's end in one sentence, with its rule and these `words`.
    func expectWhy(
        _ app: String, _ reason: String, _ rule: String, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let answer = try why(app)
        let sentence = answer.sentence
        let name = app.split(separator: ".").last ?? ""
        #expect(
            sentence.hasPrefix("\(name) is not running: "), "\(sentence)",
            sourceLocation: sourceLocation)
        #expect(sentence.contains("(\(rule))."), "\(sentence)", sourceLocation: sourceLocation)
        for word in words {
            #expect(sentence.contains(word), "\(sentence)", sourceLocation: sourceLocation)
        }
        // "?" stands for what the reason came without.
        #expect(!sentence.contains("?"), "\(sentence)", sourceLocation: sourceLocation)
        #expect(answer.reason == reason, sourceLocation: sourceLocation)
        #expect(answer.rule == rule, sourceLocation: sourceLocation)
        #expect(
            answer.chain.last { $0.kind == "transition" }?.reason == reason,
            sourceLocation: sourceLocation)
    }
}
