import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite struct CommandTests {
    static let process = ProcessRow(
        id: "org.example.Clock", state: "active", pid: 9, launch: 2,
        since: "2026-11-21T08:00:00.000Z", reason: "opened", tasks: 1, memoryBytes: nil)

    static func json(_ value: some Described) -> String { value.jsonText }

    /// A device with one app.
    private func daemon(_ answer: @escaping FakeDaemon.Answer = { _ in [.done(message: nil)] })
        throws -> FakeDaemon
    {
        try FakeDaemon { request in
            switch request {
            case .apps:
                [
                    .item(
                        Self.json(
                            AppRow(
                                id: "org.example.Clock", name: "Clock", version: "1",
                                backgroundModes: ["fetch"], exitsOnSuspend: false, container: "/c"))
                    ), .end,
                ]
            case _: answer(request)
            }
        }
    }

    @Test("Each command sends its request and is done")
    func requests() throws {
        let commands: [([String], ControlRequest)] = [
            (["home"], .home), (["lock"], .lock), (["unlock"], .unlock), (["reboot"], .reboot),
            (["down"], .down), (["send", "sleep"], .sendSleep), (["send", "wake"], .sendWake),
            (["send", "memory-warning"], .sendEvent(["memory-warning"])),
            (["purge"], .memory(.purge(bytes: nil, dryRun: false))),
            (
                ["purge", "--megabytes", "200", "--dry-run"],
                .memory(.purge(bytes: 200_000_000, dryRun: true))
            ),
            (["send", "call", "incoming"], .sendEvent(["call", "incoming"])),
            (["send", "alert", "show"], .sendEvent(["alert", "show"])),
            (
                ["send", "notification-center", "dismiss"],
                .sendEvent(["notification-center", "dismiss"])
            ),
            (["send", "orientation", "faceUp"], .sendEvent(["orientation", "faceUp"])),
            (
                ["send", "battery", "0.35", "unplugged"],
                .sendEvent(["battery", "0.35", "unplugged"])
            ),
            (["send", "proximity", "near"], .sendEvent(["proximity", "near"])),
            (["send", "locale", "fr_FR"], .sendEvent(["locale", "fr_FR"])),
            (["send", "timezone", "Asia/Tokyo"], .sendEvent(["timezone", "Asia/Tokyo"])),
            (["send", "identity", "none"], .sendEvent(["identity", "none"])),
            (["uninstall", "Clock"], .uninstall(app: "org.example.Clock")),
            (["quit", "Clock"], .quit(app: "org.example.Clock")),
            (["quit", "com.other.Clock"], .quit(app: "com.other.Clock")),
            (["send", "fetch", "Clock"], .fetch(.sendFetch(app: "org.example.Clock"))),
            (
                ["send", "task", "Clock", "tidy"],
                .fetch(.sendTask(app: "org.example.Clock", identifier: "tidy"))
            ),
            (
                ["notifications"],
                .notification(.notifications(app: nil, scheduled: false, follow: false))
            ),
            (
                ["notifications", "--scheduled", "--app", "Clock"],
                .notification(
                    .notifications(app: "org.example.Clock", scheduled: true, follow: false))
            ),
            (
                ["notifications", "--follow"],
                .notification(.notifications(app: nil, scheduled: false, follow: true))
            ),
            (["notifications", "open", "12"], .notification(.openNotification(12))),
            (["notifications", "dismiss", "12"], .notification(.dismissNotification(12))),
            (["notifications", "dismiss", "--all"], .notification(.dismissNotification(nil))),
            (
                ["open", "Clock", "--", "--count", "3"],
                .open(app: "org.example.Clock", arguments: ["--count", "3"])
            ),
            (
                ["send", "push", "Clock", "-"],
                .push(.sendPush(app: "org.example.Clock", payload: "{\"aps\":{}}"))
            ),
        ]
        let daemon = try daemon()
        for (arguments, request) in commands {
            let run = try ToolRun(arguments, home: daemon.home, input: "{\"aps\":{}}")
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.errors.isEmpty)
            #expect(daemon.requests.last == request)
        }
    }

    @Test("What came of something is one line, or with --json an object", .behaviour("D1"))
    func outcomes() throws {
        let scene = Scene(
            size: .init(width: 320, height: 480),
            root: .init(frame: .init(x: 0, y: 0, width: 320, height: 480)))
        let daemon = try daemon { request in
            // A touch goes to what is on the screen.
            FakeScreen.answer(request, app: "org.example.Clock", scene)
                ?? [.done(message: "home: Clock left \"the\" screen")]
        }
        for command in [
            ["home"], ["open", "Clock"], ["lock"], ["unlock"], ["quit", "Clock"],
            ["send", "orientation", "faceUp"], ["send", "sleep"], ["send", "shake"],
            ["send", "memory-warning"], ["settings", "Clock", "speed", "2"],
            ["send", "touch", "1", "2"], ["uninstall", "Clock"],
            ["permissions", "Clock", "location", "deny"], ["answer", "7", "allow"],
        ] {
            let run = try ToolRun(command, home: daemon.home)
            #expect(run.output == "home: Clock left \"the\" screen\n", "\(command)")
            let json = try ToolRun(command + ["--json"], home: daemon.home)
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
            #expect(object as? [String: String] == ["message": "home: Clock left \"the\" screen"])
        }
        let both = try ToolRun(["open", "Clock", "--console", "--json"], home: daemon.home)
        #expect(both.exitCode == 64)
    }

    @Test("How a wake-up ended that was asked for is told, if it is soon", .behaviour("F9"))
    func wakeUps() throws {
        @Sendable func row(_ seq: UInt64, _ reason: String, _ detail: String) -> ControlReply {
            .item(
                Self.json(
                    LogRow(
                        seq: seq, time: "2026-11-21T08:00:00.000Z", app: "org.example.Clock",
                        kind: "wake", from: nil, to: nil, reason: reason, rule: "F2", detail: detail
                    )))
        }
        let daemon = try daemon { request in
            switch request {
            case .log(app: _, follow: false, limit: _):
                [row(3, "completedNoData", "fetch 1 after 9 ms"), .end]
            case .log:
                [
                    row(3, "completedNoData", "fetch 1 after 9 ms"),
                    row(4, "wokenForFetch", "fetch 2, 30 s for its handler"),
                    row(5, "completedFailed", "refresh 1 after 1 s"),
                    row(6, "completedNewData", "fetch 2 after 2 ms"),
                ]
            case _: [.done(message: "fetch: Clock was woken")]
            }
        }
        let run = try ToolRun(["send", "fetch", "Clock"], home: daemon.home)
        #expect(
            run.output == "fetch: Clock was woken, completed with new data after 2 ms\n",
            "\(run.errors)")
    }

    @Test("Passcodes come from standard input, and go to the daemon alone", .behaviour("P3"))
    func passcodes() throws {
        let status = DeviceStatus(
            device: "d", version: "1", pid: 1, home: "/h", profile: "ios8", since: "", freezer: "",
            isolation: "", foreground: nil, locked: false, asleep: false, apps: 0, running: 0,
            suspended: 0, notes: [], passcode: true, protectedData: true, wrongPasscodes: 2)
        let daemon = try FakeDaemon { request in
            request == .status ? [.item(Self.json(status)), .end] : [.done(message: nil)]
        }
        let commands: [([String], String, ControlRequest)] = [
            (["unlock", "--stdin"], "1234\n", .passcode(.unlockWith(passcode: "1234"))),
            (
                ["unlock", "--stdin"], "with spaces",
                .passcode(.unlockWith(passcode: "with spaces"))
            ),
            (
                ["passcode", "set", "--stdin"], "1234\nnœud\n",
                .passcode(.setPasscode("nœud", old: "1234"))
            ),
            (["passcode", "clear", "--stdin"], "1234\n", .passcode(.clearPasscode(old: "1234"))),
        ]
        for (arguments, input, request) in commands {
            let run = try ToolRun(arguments, home: daemon.home, input: input)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(daemon.requests.last == request)
        }
        let said = try ToolRun(["passcode", "status"], home: daemon.home).output
        #expect(said.contains("A passcode is set.") && said.contains("can be read now"))
    }

    @Test(
        "A passcode that is none is refused before anybody hears of it", .behaviour("P3"),
        arguments: [
            ("", "empty"), ("\n", "empty"), (String(repeating: "x", count: 129), "longer than 128"),
            ("a\u{0}b\n", "not UTF-8"),
        ])
    func noPasscode(input: String, problem: String) throws {
        let daemon = try daemon { _ in [.done(message: nil)] }
        let run = try ToolRun(["unlock", "--stdin"], home: daemon.home, input: input)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains(problem))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(daemon.requests.isEmpty)
    }

    @Test("Asked for a passcode without a terminal, it says what to do", .behaviour("P3"))
    func noTerminal() throws {
        let daemon = try daemon { _ in
            [.refused(.init(reason: "passcodeRequired", message: "a passcode is set"))]
        }
        // A session of its own has no terminal.
        let run = try ToolRun(["unlock"], home: daemon.home)
        #expect(run.exitCode == 1)
        #expect(!run.errors.isEmpty)
    }

    @Test("--home before the command counts as well as after it")
    func home() throws {
        let daemon = try daemon()
        for arguments in [
            ["--home", daemon.home, "send", "wake"], ["--home=\(daemon.home)", "send", "wake"],
            ["send", "wake", "--home", daemon.home],
        ] {
            #expect(try ToolRun(arguments, home: "/nowhere").exitCode == 0)
            #expect(daemon.requests.last == .sendWake)
        }
    }

    @Test("An install sends the opened folder along")
    func install() throws {
        let daemon = try daemon { _ in [.done(message: "installed")] }
        let run = try ToolRun(["install", daemon.home], home: daemon.home)
        #expect(run.exitCode == 0)
        #expect(run.output == "installed\n")
        #expect(daemon.requests == [.install()])
        #expect(daemon.descriptorCount == 1)
    }

    @Test("A refusal is one line on standard error and exit code 1")
    func refusal() throws {
        let daemon = try daemon { _ in
            [.refused(.init(reason: "unknownApp", message: "there is no app x;\ninstall it"))]
        }
        let run = try ToolRun(["quit", "x"], home: daemon.home)
        #expect(run.exitCode == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors == "quiesce: there is no app x;·install it\n")
    }

    @Test("With --json an error is one object on standard error, and not for an app's own --json")
    func jsonErrors() throws {
        let daemon = try daemon { _ in
            [.refused(.init(reason: "isNotRunning", message: "say \"no\""))]
        }
        let refused = try ToolRun(["why", "x", "--json"], home: daemon.home)
        #expect(refused.exitCode == 1)
        #expect(refused.errors == #"{"error":"say \"no\"","exit":1}"# + "\n")
        let wrong = try ToolRun(["ps", "--json", "--limits"], home: daemon.home)
        #expect(wrong.exitCode == 64)
        #expect(wrong.errors == #"{"error":"Unknown option '--limits'","exit":64}"# + "\n")
        let others = try ToolRun(["open", "x", "--", "--json"], home: daemon.home)
        #expect(others.errors.hasPrefix("quiesce: "))
    }

    @Test("An app's decisions are asked for by its name or by --app")
    func logOfApp() throws {
        for arguments in [["log", "Clock"], ["log", "--app", "Clock"]] {
            let daemon = try daemon { _ in [.end] }
            #expect(try ToolRun(arguments, home: daemon.home).exitCode == 0)
            #expect(
                daemon.requests.last == .log(app: "org.example.Clock", follow: false, limit: nil))
        }
        let daemon = try daemon()
        #expect(try ToolRun(["log", "a", "--app", "b"], home: daemon.home).exitCode == 64)
    }

    @Test(
        "What can't be right is refused before the daemon hears of it",
        arguments: [
            (["install", "/nowhere/X.app"], 1), (["install", "/etc/passwd"], 1),
            (["send", "push", "Clock", "/nowhere"], 1),
            (["send", "push", "Clock", "/etc/passwd"], 1),
        ] as [([String], Int32)])
    func refusedLocally(arguments: [String], code: Int32) throws {
        let daemon = try daemon()
        let run = try ToolRun(arguments, home: daemon.home)
        #expect(run.exitCode == code)
        #expect(run.errors.hasPrefix("quiesce: "))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
        #expect(daemon.requests.isEmpty)
    }

    @Test(
        "Wrong usage has exit code 64",
        arguments: [
            ["fly"], ["open"], ["ps", "--yaml"], ["log", "--limit", "many"],
            ["log", "--limit", "-1"],
            ["send"], ["send", "nothing"], ["bundle"], ["output", "Clock", "--launch", "x"],
            ["bundle", "--executable", "a", "--package", "b"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try ToolRun(arguments, home: "/nowhere").exitCode == 64)
    }

    @Test("Without a daemon the exit code is 69, and the line says how to start it")
    func notRunning() throws {
        for arguments in [["ps"], ["status"], ["open", "x"], ["log", "--follow"]] {
            let run = try ToolRun(arguments, home: "/nowhere")
            #expect(run.exitCode == 69)
            #expect(run.errors.hasSuffix("; start it with `quiesce up --home /nowhere`\n"))
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
        let down = try ToolRun(["down"], home: "/nowhere")
        #expect(down.exitCode == 69)
        #expect(down.errors.hasSuffix(", and none of its apps, so there is nothing to stop\n"))
    }

    @Test("A socket that a dead daemon left counts as no daemon", .behaviour("reliability D8"))
    func staleSocket() throws {
        var template = Array("/tmp/quiesce-cli-XXXXXX".utf8CString)
        let home = String(cString: try #require(mkdtemp(&template)))
        defer { try? FileManager.default.removeItem(atPath: home) }
        let run = try {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "python3", "-c",
                "import socket,sys;socket.socket(socket.AF_UNIX,socket.SOCK_SEQPACKET).bind(sys.argv[1])",
                home + "/control.sock",
            ]
            try process.run()
            process.waitUntilExit()
            return try ToolRun(["ps"], home: home)
        }()
        #expect(run.exitCode == 69)
    }

    @Test("A home too long for a socket is bad configuration")
    func longHome() throws {
        let home = "/tmp/" + String(repeating: "x", count: 120)
        #expect(try ToolRun(["ps"], home: home).exitCode == 78)
    }

    @Test("A daemon that ends in the middle of an answer is told apart from one that refuses")
    func broken() throws {
        let daemon = try FakeDaemon { _ in [.item("{\"half\":true}")] }
        Thread { @Sendable in
            while daemon.requests.isEmpty { usleep(1_000) }
            daemon.hangUp()
        }.start()
        let run = try ToolRun(["ps", "--json"], home: daemon.home)
        #expect(run.exitCode == 69)
    }

    @Test("JSON is what the daemon sent: arrays, one object, or one object per line")
    func jsonOutput() throws {
        let row = Self.json(Self.process)
        let log = Self.json(
            LogRow(
                seq: 1, time: "2026-11-21T08:00:00.000Z", app: nil, kind: "input", from: nil,
                to: nil, reason: "home", rule: nil, detail: nil))
        let daemon = try daemon { request in
            switch request {
            case .log: [.item(log), .item(log), .end]
            case _: [.item(row), .end]
            }
        }
        func object(_ text: some StringProtocol) throws -> Any {
            try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
        for command in ["ps", "apps", "switcher"] {
            let run = try ToolRun([command, "--json"], home: daemon.home)
            let array = try #require(try object(run.output) as? [[String: Any]])
            #expect(array.first?["id"] as? String == "org.example.Clock")
        }
        let lines = try ToolRun(["log", "--json"], home: daemon.home).output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try object(line) is [String: Any]) }
        let status = try ToolRun(["status", "--json"], home: daemon.home)
        #expect(try object(status.output) is [String: Any])
    }

    @Test("The log is chosen from by rule, words and time, the newest first if asked for")
    func chosenLog() throws {
        func row(_ seq: Int, _ time: String, _ reason: String, _ rule: String) -> String {
            """
            {"seq":\(seq),"time":"2026-11-21T\(time):00.000Z","app":"org.example.Clock","kind":"wake",\
            "reason":"\(reason)","rule":"\(rule)"}
            """
        }
        let rows: [ControlReply] = [
            .item(row(1, "10:00", "wokenForFetch", "F2")),
            .item(row(2, "11:00", "completedNewData", "F4")),
            .item(row(3, "12:00", "wokenForFetch", "F2")), .end,
        ]
        let daemon = try daemon { _ in rows }
        func shown(_ options: String...) throws -> [Int] {
            try ToolRun(["log", "--json"] + options, home: daemon.home).output
                .split(separator: "\n").map { line in
                    let row = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    return try #require((row as? [String: Any])?["seq"] as? Int)
                }
        }
        #expect(try shown("--rule", "f2") == [1, 3])
        #expect(try shown("--grep", "NEW ?data") == [2])
        #expect(try shown("--since", "2026-11-21T11:00:00.000Z") == [2, 3])
        #expect(try shown("--until", "2026-11-21T11:00:00.000Z") == [1, 2])
        #expect(try shown("--rule", "F2", "--limit", "1") == [3])
        #expect(try shown("-r") == [3, 2, 1])
        for wrong in [
            ["--grep", "("], ["--since", "yesterday"], ["-f", "-r"],
            ["-f", "--rule", "F2", "--limit", "1"],
        ] {
            #expect(try ToolRun(["log"] + wrong, home: daemon.home).exitCode == 64, "\(wrong)")
        }
    }

    @Test("An empty listing is an empty array")
    func emptyArray() throws {
        let daemon = try daemon { _ in [.end] }
        #expect(try ToolRun(["ps", "--json"], home: daemon.home).output == "[]\n")
    }

    @Test("Output through a pipe has no colours")
    func noColours() throws {
        let daemon = try daemon { _ in [.item(Self.json(Self.process)), .end] }
        let run = try ToolRun(["ps"], home: daemon.home)
        #expect(run.output.contains("org.example.Clock  active"))
        #expect(!run.output.contains("\u{1b}"))
    }
}
