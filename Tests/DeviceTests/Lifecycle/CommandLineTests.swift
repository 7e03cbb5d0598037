import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("The command line on a device") struct CommandLineTests {
    @Test(
        "ps and apps are arrays, status and why objects, with the contract's keys", .behaviour("D2")
    )
    func json() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            try device.install(example: "SlowCount")
            try device.open(app)
            try device.wait(app, "active")
            _ = try device.pid(app)
            let rows = try device.quiesce("ps", "--json").array()
            #expect(rows.count == 2)
            let row = try #require(rows.first { $0["id"] as? String == app })
            #expect(
                Set(row.keys) == [
                    "id", "state", "pid", "launch", "since", "reason", "tasks", "memoryBytes",
                ])
            #expect(row["state"] as? String == "active")
            #expect(row["launch"] as? Int == 1)
            #expect(row["tasks"] as? Int == 0)
            #expect(row["reason"] as? String == "didFinishLaunching")
            #expect((row["memoryBytes"] as? Int).map { $0 > 100_000 } == true)
            #expect(kill(pid_t(try #require(row["pid"] as? Int)), 0) == 0)
            let since = try #require(row["since"] as? String)
            #expect(since.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
            let apps = try device.quiesce("apps", "--json").array()
            #expect(
                apps.compactMap { $0["id"] as? String }.sorted() == [
                    "org.quiesce.examples.ImageHop", "org.quiesce.examples.SlowCount",
                ])
            let status = try device.quiesce("status", "--json").object()
            #expect(status["home"] as? String == device.home)
            #expect(status["foreground"] as? String == app)
            #expect(status["profile"] as? String == "ios8")
            #expect(status["apps"] as? Int == 2)
            #expect(status["running"] as? Int == 1)
            #expect(["cgroup", "signals"].contains(status["freezer"] as? String))
            #expect(["uids", "landlock", "none"].contains(status["isolation"] as? String))
            let why = try device.quiesce("why", "ImageHop", "--json").object()
            #expect(why["app"] as? String == app)
        }
    }

    @Test("`quiesce devices` lists each device that runs")
    func devices() throws {
        func homes(_ device: LiveDevice) throws -> Set<String> {
            Set(
                try device.quiesce("devices", "--json").array().compactMap { $0["home"] as? String }
            )
        }
        try withDevice { first in
            try withDevice { second in
                #expect(try homes(first).isSuperset(of: [first.home, second.home]))
                #expect(try first.quiesce("devices").out.contains(second.home))
                try second.quiesce("down")
                let left = try homes(first)
                #expect(left.contains(first.home) && !left.contains(second.home))
            }
        }
    }

    @Test("`quiesce bugreport` has the device's state, and no output of an app")
    func bugReport() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    print("a secret")
                    App().run()
                    """, id: "org.quiesce.tests.Talker")
            try device.open(app)
            try device.wait(app, toPrint: "a secret")
            let file = "\(device.scratch)/report.txt"
            let report = try device.quiesce("bugreport", "--output", file)
            #expect(report.code == 0 && report.out.hasPrefix("wrote \(file)"), "\(report)")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for words in [
                "== machine\nLinux ", "== status\n{", "== apps\n{", "== processes\n{", "== why\n",
                "== thaws\n", "== decisions\n", "== daemon\n", app, "didFinishLaunching",
            ] { #expect(text.contains(words), "\(words)") }
            #expect(!text.contains("a secret"))
            try device.quiesce("down")
            let without = try device.quiesce("bugreport", "--output", "-")
            #expect(without.code == 0 && without.out.contains("(no daemon is running"))
        }
    }

    @Test("`quiesce ps --follow` tells of each app that changes")
    func followed() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            let tool = try LiveDevice.start(
                [BuiltProducts.path("quiesce"), "ps", "--follow", "--json"],
                home: device.view + device.home)
            defer { tool.process.terminate() }
            var said = ""
            func wait(for state: String) throws {
                while !said.contains("\"state\":\"\(state)\"") {
                    let more = tool.out.fileHandleForReading.availableData
                    try #require(!more.isEmpty, "it ended after \(said)")
                    said += String(decoding: more, as: UTF8.self)
                }
            }
            try wait(for: "notRunning")
            try device.open(app)
            try wait(for: "active")
            try device.perform(.home)
            try wait(for: "suspended")
            #expect(said.split(separator: "\n").allSatisfy { $0.contains(app) })
        }
    }

    @Test("`quiesce status APP` has all about an app on one page")
    func appStatus() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    print("one")
                    print("two")
                    App().run()
                    """, id: "org.quiesce.tests.Talker")
            let before = try device.quiesce("status", "Talker")
            #expect(before.code == 0 && before.out.contains("has not been opened"), "\(before)")
            #expect(!before.out.contains("process:"))
            try device.open(app)
            try device.wait(app, toPrint: "two")
            try device.wait(app, "active")
            let page = try device.quiesce("status", "Talker").out
            let process = "process:    \(try device.pid(app)), launch 1"
            for words in ["\(app) ", "active since ", process, "Last words:\n  one\n  two"] {
                #expect(page.contains(words), "\(words) in \(page)")
            }
            let object = try device.quiesce("status", "Talker", "--json").object()
            #expect(
                Set(object.keys) == [
                    "app", "lastWords", "permissions", "process", "transfers", "why",
                ])
            #expect(object["lastWords"] as? [String] == ["one", "two"])
            #expect((object["why"] as? [String: Any])?["state"] as? String == "active")
            #expect(try device.quiesce("status", "Nobody").code == 1)
        }
    }

    @Test(
        "`quiesce wait` ends once an app is in a state, or says where it is when its time is over")
    func waits() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            let there = try device.quiesce("wait", "ImageHop", "notRunning")
            #expect(there.code == 0)
            #expect(there.out == "\(app) is notRunning\n")
            let late = try device.quiesce("wait", "ImageHop", "active", "--timeout", "0.1s")
            #expect(late.code == 1)
            #expect(late.error.contains("\(app) is notRunning after 0.1s, not active"))
            #expect(try device.quiesce("wait", "ImageHop", "awake").code == 64)
            #expect(try device.quiesce("wait", "ImageHop", "active", "--timeout", "0").code == 64)
            #expect(try device.quiesce("wait", "Nothing", "active").code == 1)

            let waiting = try LiveDevice.start(
                [BuiltProducts.path("quiesce"), "wait", "ImageHop", "suspended", "--json"],
                home: device.view + device.home)
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            waiting.process.waitUntilExit()
            #expect(waiting.process.terminationStatus == 0)
            let row =
                try JSONSerialization.jsonObject(
                    with: waiting.out.fileHandleForReading.readDataToEndOfFile()) as? [String: Any]
            #expect(row?["id"] as? String == app)
            #expect(row?["state"] as? String == "suspended")

            let gone = try LiveDevice.start(
                [BuiltProducts.path("quiesce"), "wait", "ImageHop", "active"],
                home: device.view + device.home)
            try device.quiesce("uninstall", "ImageHop")
            gone.process.waitUntilExit()
            #expect(gone.process.terminationStatus == 1)
        }
    }

    @Test(
        "Every exit code says what it should: 0 done, 1 refused, 64 usage, 69 no daemon, 78 configuration"
    )
    func exitCodes() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            #expect(try device.quiesce("open", app).code == 0)
            #expect(try device.quiesce("home").code == 0)
            let unknown = try device.quiesce("open", "org.nobody.Nothing")
            #expect(unknown.code == 1)
            #expect(
                unknown.error
                    == "quiesce: org.nobody.Nothing: no app of that id is installed; see `quiesce apps`\n"
            )
            #expect(unknown.out.isEmpty)
            let refused = try device.quiesce("send", "fetch", "ImageHop")
            #expect(refused.code == 1)
            #expect(refused.error.hasPrefix("quiesce: \(app): its Info.plist does not declare"))
            #expect(refused.error.split(separator: "\n").count == 1)
            #expect(try device.quiesce("fly").code == 64)
            #expect(try device.quiesce("open").code == 64)
            #expect(try device.quiesce("--help").code == 0)
            let nowhere = device.scratch + "/nowhere"
            let away = try device.quiesce("ps", "--home", nowhere)
            #expect(away.code == 69)
            #expect(
                away.error
                    == "quiesce: no daemon is running for \(nowhere); start it with `quiesce up --home \(nowhere)`\n"
            )
            let profile = device.scratch + "/wrong.toml"
            try Data("launchLimitSeconds = -1\n".utf8).write(to: URL(fileURLWithPath: profile))
            let wrong = try device.quiesce("up", "--home", nowhere, "--profile", profile)
            #expect(wrong.code == 78)
            #expect(wrong.error.contains("\(profile):1: launchLimitSeconds must be a number"))
            let misspelt = try device.quiesce("up", "--home", nowhere, "--profile", "ios9")
            #expect(misspelt.code == 78)
            #expect(misspelt.error.contains("no profile ios9: choose one of ios4, ios7, ios8"))
        }
    }

    @Test(
        "up returns when the device answers, leaves nothing open, and down leaves nothing running",
        .behaviour("W3"))
    func upAndDown() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        // Descriptor 9 is another hold on the pipe; end of file comes when nobody has it any more.
        let up = try LiveDevice.run(
            [
                "/bin/sh", "-c",
                "exec 9>&1; exec \"$0\" up", BuiltProducts.path("quiesce"),
            ], home: device.home)
        #expect(up.code == 0, "\(up.error)")
        #expect(up.out.hasPrefix("\(device.home) is running, pid "))
        let status = try device.quiesce("status", "--json").object()
        let daemon = try #require(status["pid"] as? Int)
        // Its descriptors: none of ours, and the three standard ones lead nowhere but to its log.
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon)/fd") {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(daemon)/fd/\(name)")
            #expect(target?.hasPrefix("pipe:") != true, "\(name) → \(target ?? "?")")
            if ["0", "1"].contains(name) { #expect(target == "/dev/null") }
            if name == "2" { #expect(target == device.home + "/quiesced.log") }
        }
        let again = try device.quiesce("up")
        #expect(again.code == 0)
        #expect(again.out == "\(device.home) is running already, pid \(daemon)\n")
        let app = try device.install(example: "Misbehaving")
        try device.open(app, "--daemonise")
        try device.wait(app, "active")
        try device.waitForHeartbeat(app)
        let processes = [try device.pid(app), try #require(device.heartbeatPID(app)), daemon]
        #expect(try device.quiesce("down").code == 0)
        for pid in processes { try device.waitUntilGone(pid) }
        #expect(access(device.home + "/control.sock", F_OK) != 0)
        #expect(access(device.home + "/app.sock", F_OK) != 0)
        // Foundation reads the first page of it alone.
        let mounts = try LiveDevice.run(["/bin/cat", "/proc/self/mountinfo"], home: device.home).out
        let mine = mounts.split(separator: "\n").filter { $0.contains(" - cgroup2 ") }
        if status["freezer"] as? String == "cgroup" { #expect(!mine.isEmpty) }
        for line in mine {
            let mount = String(line.split(separator: " ")[4])
            let left = (try? FileManager.default.contentsOfDirectory(atPath: mount)) ?? []
            let id = status["device"] as? String ?? "?"
            #expect(left.contains { $0.hasSuffix(id) } == false)
        }
        #expect(try device.quiesce("down").code == 69)
    }

    @Test("A second daemon for the same device is refused at once")
    func secondDaemon() throws {
        try withDevice { device in
            let second = try LiveDevice.run(
                [BuiltProducts.path("quiesced"), "--home", device.home], home: device.home)
            #expect(second.code == 1)
            #expect(second.error.contains("quiesce down"))
            #expect(try device.status().pid == Int(device.daemonPID))
        }
    }

    @Test("open --console shows what the app prints until it is gone; output shows it later")
    func console() throws {
        try withDevice { device in
            // Its end is some time after it became active, however long that took.
            let app = try device.install(
                python: """
                    class Ends(App):
                        def did_finish_launching(self, launch):
                            print("launched for", " ".join(sys.argv[1:]))
                        def did_become_active(self):
                            print("active")
                            self.call_later(0.3, sys.exit)
                    Ends().run()
                    """, id: "org.quiesce.tests.Ends")
            let shown = try device.quiesce("open", "Ends", "--console", "--", "--some", "words")
            #expect(shown.code == 0, "\(shown.error)")
            #expect(shown.out == "launched for --some words\nactive\n")
            #expect(try device.quiesce("output", "Ends").out == shown.out)
            try device.open(app, "more")
            let followed = try device.quiesce("output", app, "--follow")
            #expect(followed.out == "launched for more\nactive\n")
            #expect(try device.quiesce("output", app, "--launch", "1").out == shown.out)
            let none = try device.quiesce("output", app, "--launch", "7")
            #expect(none.code == 1)
        }
    }

    @Test("bundle makes an app of an executable that installs and runs")
    func bundle() throws {
        try withDevice { device in
            let made = try device.quiesce(
                "bundle", "--executable", BuiltProducts.path("ImageHop"), "--id",
                "org.quiesce.tests.Hop", "--name", "Hop", "--mode", "fetch", "-o", device.scratch)
            #expect(made.code == 0, "\(made.error)")
            // Named for the program, whose name its Info.plist must have.
            let folder = device.scratch + "/ImageHop.app"
            #expect(made.out == folder + "\n")
            #expect(access(folder + "/Info.plist", F_OK) == 0)
            let installed = try device.quiesce("install", folder)
            #expect(installed.code == 0, "\(installed.error)")
            #expect(installed.out.contains("org.quiesce.tests.Hop"))
            #expect(try device.quiesce("open", "Hop").code == 0)
            try device.wait("org.quiesce.tests.Hop", "active")
            #expect(try device.quiesce("uninstall", "Hop").code == 0)
            #expect(try device.ps().isEmpty)
            #expect(access(device.home + "/containers/org.quiesce.tests.Hop", F_OK) != 0)
        }
    }

    @Test("Every command of a user's day works, in words for people")
    func aDay() throws {
        try withDevice { device in
            try device.install(example: "ImageHop")
            for command in [
                ["open", "ImageHop"], ["lock"], ["unlock"], ["home"], ["switcher"], ["ps"],
                ["apps"], ["log"], ["status"], ["send", "sleep"], ["send", "wake"], ["reboot"],
                ["quit", "ImageHop"],
            ] {
                let result = try LiveDevice.run(
                    [BuiltProducts.path("quiesce")] + command, home: device.home)
                #expect(result.code == 0, "\(command): \(result.error)")
                #expect(result.error.isEmpty, "\(command)")
            }
            #expect(try device.quiesce("quit", "ImageHop").code == 1)
            let table = try device.quiesce("ps").out
            #expect(table.hasPrefix("ID"))
            // Not on a terminal: no colour.
            #expect(table.contains("\u{1b}") == false)
        }
    }
}
