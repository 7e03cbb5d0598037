import Foundation
import TestSupport
import Testing

@Suite("Programs that know nothing of Quiesce") struct HostedProgramTests {
    /// A shell script that is an app by its Info.plist alone.
    private func install(_ script: String, on device: LiveDevice, _ name: String = "script") throws
        -> String
    {
        try device.install(
            script: "#!/bin/sh\n\(script)\n", id: "org.quiesce.tests.\(name)",
            ["QuiesceHosted": true, "UIBackgroundModes": ["fetch"]])
    }

    @Test(
        "One lives through the whole cycle, and ends as it is asked to",
        .behaviour("S2", "S5", "S6", "S8", "F5", "W3"),
        arguments: Freezer.available)
    func wholeCycle(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try install(
                """
                trap 'echo goodbye; exit 0' TERM
                echo "begins $1 in $(pwd)"
                while :; do echo tick; sleep 0.05; done
                """, on: device)
            _ = try device.quiesce("open", app, "--", "here")
            try device.wait(app, toPrint: "begins here in \(device.home)/containers/\(app)")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let count = try device.lines(app).count
            let pid = try device.pid(app)
            let mark = try device.mark()
            try device.wake(app, for: "fetch")
            try device.wait(for: "fetch", app: app, after: mark) { $0.to == "suspended" }
            try device.open(app)
            try device.wait(for: "its return", app: app, after: mark) { $0.to == "active" }
            try device.wait(app, toPrint: "tick", times: count + 3)
            #expect(try device.pid(app) == pid)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(try device.lines(app).last == "goodbye")
            try device.waitUntilGone(pid)
        }
    }

    @Test(
        "A fetch runs one until it rests, or until most of the fetch's time is over",
        .behaviour("F2"), arguments: ["sleep 0.1", ":"])
    func fetches(each: String) throws {
        try withDevice(profile: "base = \"ios8\"\nname = \"short\"\nfetchLimitSeconds = 9") {
            device in
            let app = try install("echo begins; while :; do \(each); done", on: device)
            try device.open(app)
            try device.wait(app, toPrint: "begins")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            try device.wake(app, for: "fetch")
            let woken = try device.wait(for: "its fetch", app: app, after: mark) {
                $0.to == "background"
            }
            let asleep = try device.wait(for: "its rest", app: app, after: mark) {
                $0.to == "suspended"
            }
            let seconds = try device.seconds(from: woken, to: asleep)
            // Three seconds without work, or six of nine.
            #expect(seconds >= (each == ":" ? 5.9 : 2.9), "\(seconds)")
            #expect(try device.log(app).contains { $0.reason == "completedNoData" })
        }
    }

    @Test(
        "The app ends as its program does, by its code or its signal",
        arguments: [("exit 3", "code 3"), ("kill -SEGV $$", "signal 11")])
    func ends(end: String, detail: String) throws {
        try withDevice { device in
            let app = try install("echo begins; \(end)", on: device)
            _ = try device.quiesce("open", app)
            try device.wait(app, toPrint: "begins")
            try device.wait(app, "notRunning")
            #expect(try device.log(app).last?.detail == detail)
        }
    }

    @Test(
        "One hears no keys and no touches, and shows no notifications, which is said and not claimed",
        .behaviour("H2", "A5", "R1"))
    func deaf() throws {
        try withDevice { device in
            let app = try install("echo begins; exec sleep 1000", on: device)
            try device.open(app)
            try device.wait(app, toPrint: "begins")
            try device.wait(app, "active")
            for input in [["touch", "10", "20"], ["shake"], ["remote-control", "pause"]] {
                let run = try LiveDevice.run(
                    [BuiltProducts.path("quiesce"), "send"] + input, home: device.home)
                #expect(run.code == 1 && run.error.contains("it is any program"), "\(run.error)")
            }
            #expect(
                try !device.log(app).contains { $0.kind == "deliver" && $0.reason == "userInput" })
            let payload = URL(fileURLWithPath: device.scratch + "/push.json")
            try Data(#"{"aps":{"alert":"Hello"}}"#.utf8).write(to: payload)
            let push = try device.quiesce("send", "push", app, payload.path)
            #expect(push.out.contains("dropped: it is any program"), "\(push.out)\(push.error)")
        }
    }

    @Test(
        "One without a CFBundleName is called as its id ends, in every sentence", .behaviour("D2"))
    func name() throws {
        try withDevice { device in
            let app = try install("exec sleep 1000", on: device, "Player")
            let apps = try device.quiesce("apps")
            #expect(apps.out.contains("\(app)  Player"), "\(apps.out)")
            #expect(try device.why(app).sentence.hasPrefix("Player "))
        }
    }

    @Test("One that can't be started says so, and its app ends")
    func refused() throws {
        try withDevice { device in
            let app = try device.install(
                script: "#!/nowhere/sh\n", id: "org.quiesce.tests.broken", ["QuiesceHosted": true])
            _ = try device.quiesce("open", app)
            try device.wait(app, toPrint: "doesn't start: No such file or directory")
            try device.wait(app, "notRunning")
        }
    }
}
