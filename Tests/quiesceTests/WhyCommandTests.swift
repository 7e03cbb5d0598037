import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("The why commands") struct WhyCommandTests {
    static let clock = "org.example.Clock"
    static let ending = EndingRow(
        seq: 7, time: "2026-11-20T08:00:00.000Z", app: clock, launch: 3, kind: "kill",
        reason: "launchTimedOut", rule: "W1", detail: "didFinishLaunching took 5 s, 5 s allowed",
        sentence: "It was killed, because it was slow.", change: "Be quick.")
    static let row = LogRow(
        seq: 1, time: "2026-11-20T08:00:00.000Z", app: clock, kind: "transition", from: "active",
        to: "inactive", reason: "left", rule: "S5", detail: nil, sentence: "The user left it.")
    static let killed = ["kill", "transition"].enumerated().map { index, kind in
        LogRow(
            seq: UInt64(index + 2), time: "2026-11-20T08:00:00.000Z", app: clock, kind: kind,
            from: kind == "kill" ? nil : "inactive", to: kind == "kill" ? nil : "notRunning",
            reason: "launchTimedOut", rule: "W1", detail: kind == "kill" ? "5 s" : "slow",
            sentence: "It was killed, because it was slow.")
    }
    static let refusal = LogRow(
        seq: 2, time: "2026-11-20T08:00:01.000Z", app: clock, kind: "refuse", from: nil, to: nil,
        reason: "modeNotDeclared", rule: "O4", detail: nil,
        sentence: "It does not declare fetch (O4).", change: "Add it.")
    static let wait = PendingRow(
        kind: "wake", sentence: "Fetch 1 waits.", rule: "W5", earliest: "2026-11-20T08:00:02.000Z",
        latest: nil)

    private func daemon(_ answer: @escaping FakeDaemon.Answer) throws -> FakeDaemon {
        try FakeDaemon { request in
            switch request {
            case .apps:
                [
                    .item(
                        CommandTests.json(
                            AppRow(
                                id: Self.clock, name: "Clock", version: "1",
                                backgroundModes: ["fetch"], exitsOnSuspend: false, container: "/c"))
                    ), .end,
                ]
            case _: answer(request)
            }
        }
    }

    @Test(
        "why says its sentence first, then what waits, the chain, the refusals and the last ending",
        .behaviour("D2"))
    func why() throws {
        let answer = WhyAnswer(
            app: Self.clock, state: "notRunning", since: "2026-11-20T08:00:00.000Z", launch: 3,
            sentence: "It is not running.", reason: "launchTimedOut", rule: "W1",
            pending: [Self.wait], chain: [Self.row] + Self.killed, refusals: [Self.refusal],
            endings: [Self.ending])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        let run = try ToolRun(["why", "Clock"], home: daemon.home)
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                It is not running.
                notRunning since Nov 20 08:00:00

                It waits for:
                  - Fetch 1 waits (W5). At Nov 20 08:00:02 at the earliest.

                How it came to that:
                  Nov 20 08:00:00  transition  active → inactive  The user left it (S5).
                  Nov 20 08:00:00  kill  It was killed, because it was slow (W1).  [5 s]
                  Nov 20 08:00:00  transition  inactive → notRunning  It has ended (W1).

                Refused of late:
                  Nov 20 08:00:01  It does not declare fetch (O4).
                    → Add it.

                How a launch last ended:
                  Nov 20 08:00:00  launch 3: It was killed, because it was slow (W1).  [didFinishLaunching took 5 s, 5 s allowed]
                    → Be quick.

                """)
        #expect(daemon.requests.last == .why(app: Self.clock, not: nil))
        let json = try ToolRun(["why", "Clock", "--json"], home: daemon.home)
        #expect(try WhyAnswer.read(Array(json.output.utf8)) == answer)
    }

    @Test("What was refused again and again is said once, with its last time", .behaviour("D2"))
    func refusedAgain() throws {
        let other = LogRow(
            seq: 3, time: "2026-11-20T08:00:02.000Z", app: Self.clock, kind: "refuse", from: nil,
            to: nil, reason: "taskNotPermitted", rule: "O4", detail: "processing org.example.clean",
            sentence: "It is not permitted.")
        var later = Self.refusal
        later.time = "2026-11-20T08:00:03.000Z"
        let answer = DeviceWhyAnswer(
            sentence: "The home screen is in front.", pending: [],
            refusals: [Self.refusal, other, later])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        #expect(
            try ToolRun(["why"], home: daemon.home).output == """
                The home screen is in front.

                Refused of late:
                  Nov 20 08:00:02  org.example.Clock: It is not permitted (O4).  [processing org.example.clean]
                  Nov 20 08:00:03  org.example.Clock: It does not declare fetch (O4).  [2 times]
                    → Add it.

                """)
    }

    @Test("why without an app tells of the device", .behaviour("D2"))
    func device() throws {
        let answer = DeviceWhyAnswer(
            sentence: "The home screen is in front.", pending: [Self.wait],
            refusals: [Self.refusal])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        let run = try ToolRun(["why"], home: daemon.home)
        #expect(
            run.output == """
                The home screen is in front.

                It waits for:
                  - Fetch 1 waits (W5). At Nov 20 08:00:02 at the earliest.

                Refused of late:
                  Nov 20 08:00:01  org.example.Clock: It does not declare fetch (O4).
                    → Add it.

                """)
        let json = try ToolRun(["why", "--json"], home: daemon.home)
        #expect(
            try DeviceWhyAnswer.read(Array(json.output.utf8)) == answer)
        #expect(daemon.requests == [.whyDevice, .whyDevice])
        #expect(try ToolRun(["why", "--not", "fetch"], home: daemon.home).exitCode == 64)
    }

    @Test("why --not tells every obstacle, and when time alone takes it away", .behaviour("D2"))
    func whyNot() throws {
        let answer = WhyAnswer(
            app: Self.clock, state: "notRunning", since: nil, launch: 3,
            sentence: "Clock would not be woken.", reason: "modeNotDeclared", rule: "O4",
            obstacles: [
                .init(reason: "modeNotDeclared", rule: "O4", sentence: "it is undeclared; add it"),
                .init(
                    reason: "crashLoop", rule: "W5", sentence: "it failed (W5); fix it",
                    earliest: "2026-11-20T08:10:00.000Z"),
            ])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        let run = try ToolRun(["why", "Clock", "--not", "fetch"], home: daemon.home)
        #expect(
            run.output == """
                Clock would not be woken.
                  - it is undeclared; add it (O4)
                  - it failed (W5); fix it
                    this one alone goes at Nov 20 08:10:00 at the earliest

                """)
        #expect(daemon.requests.last == .why(app: Self.clock, not: "fetch"))
    }

    @Test(
        "A cause that wakes no app is wrong usage, and those that do are named",
        arguments: ["newsstand", "alarm", ""])
    func unknownCause(cause: String) throws {
        let run = try ToolRun(["why", "Clock", "--not", cause], home: "/nowhere")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix("quiesce: ") && run.errors.contains("fetch, push"))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
        #expect(run.errors.contains("this version") == !["alarm", ""].contains(cause))
    }

    @Test(
        "why-awake says what keeps the device awake, then each app with its limits",
        .behaviour("D2"))
    func whyAwake() throws {
        let answer = AwakeAnswer(
            asleep: false, keptAwake: true, sentence: "The device stays awake.",
            pending: [
                .init(
                    kind: "sleep", sentence: "It sleeps later.", rule: "T5", earliest: nil,
                    latest: "2026-11-20T08:10:00.000Z")
            ],
            apps: [
                .init(
                    app: Self.clock, state: "background", launch: 2,
                    since: "2026-11-20T08:00:00.000Z", sentence: "Clock runs.", keepsAwake: true,
                    keepsScreenOn: true, pending: [Self.wait], latest: "2026-11-20T08:10:00.000Z")
            ], more: 2,
            location: [
                .init(app: Self.clock, onFor: 90, detail: "2 regions, for 90 s so far")
            ])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        let run = try ToolRun(["why-awake"], home: daemon.home)
        #expect(
            run.output == """
                The device stays awake.
                  - It sleeps later (T5). At Nov 20 08:10:00 at the latest.
                  - org.example.Clock keeps location on (G5): 2 regions, for 90 s so far

                org.example.Clock  Clock runs.
                  It keeps the screen on (isIdleTimerDisabled).
                  It keeps the device from sleeping (T5).
                  - Fetch 1 waits (W5). At Nov 20 08:00:02 at the earliest.
                  It executes until Nov 20 08:10:00 at most.

                2 more; see `quiesce ps`.

                """)
        let json = try ToolRun(["why-awake", "--json"], home: daemon.home)
        #expect(try AwakeAnswer.read(Array(json.output.utf8)) == answer)
        #expect(daemon.requests == [.whyAwake, .whyAwake])
    }

    @Test(
        "why-killed tells each ending, and one sentence when there is none", .behaviour("D2", "W2"))
    func whyKilled() throws {
        let daemon = try daemon { request in
            request == .whyKilled(app: nil)
                ? [.item(CommandTests.json(Self.ending)), .end] : [.end]
        }
        let all = try ToolRun(["why-killed"], home: daemon.home)
        #expect(
            all.output == """
                  Nov 20 08:00:00  org.example.Clock launch 3: It was killed, because it was slow (W1).  [didFinishLaunching took 5 s, 5 s allowed]
                    → Be quick.

                """)
        let none = try ToolRun(["why-killed", "Clock"], home: daemon.home)
        #expect(none.exitCode == 0)
        #expect(none.output == "No launch of org.example.Clock has ended, as far as is known.\n")
        let nobody = try ToolRun(["why-killed", "org.example.Nope"], home: daemon.home)
        #expect(nobody.exitCode == 1 && nobody.output.isEmpty)
        #expect(nobody.errors.contains("no app of that id is installed"))
        #expect(daemon.requests.contains(.whyKilled(app: Self.clock)))
        #expect(try ToolRun(["why-killed", "Clock", "--json"], home: daemon.home).output == "[]\n")
        let json = try ToolRun(["why-killed", "--json"], home: daemon.home)
        #expect(
            try [EndingRow].read(Array(json.output.utf8)) == [
                Self.ending
            ])
    }

    @Test("What an app may have named moves no cursor")
    func unprintable() throws {
        var row = Self.row
        row.sentence = "It began \u{1b}[2J."
        row.detail = "task 1 \"\u{1b}[2J\""
        let answer = WhyAnswer(
            app: Self.clock, state: "active", since: nil, launch: 1, sentence: "\u{1b}[2J",
            reason: "opened", rule: nil,
            pending: [
                .init(kind: "task", sentence: "\u{1b}[2J", rule: nil, earliest: nil, latest: nil)
            ], chain: [row])
        let daemon = try daemon { _ in [.item(CommandTests.json(answer)), .end] }
        let run = try ToolRun(["why", "Clock"], home: daemon.home)
        #expect(run.exitCode == 0 && !run.output.contains("\u{1b}"))
    }

    @Test("A file that isn't there is refused with exit code 1, whichever command is to read it")
    func missingFiles() throws {
        let commands = [
            ["why", "Clock", "--journal", "/nowhere"], ["why-awake", "--journal", "/nowhere"],
            ["why-killed", "--journal", "/nowhere"], ["replay", "/nowhere"],
            ["log", "--journal", "/nowhere"], ["apps", "--journal", "/nowhere"],
            ["simulate", "/nowhere"], ["why-awake", "--simulation", "/nowhere"],
            ["install", "/nowhere"], ["send", "push", "Clock", "/nowhere"],
        ]
        for command in commands {
            let run = try ToolRun(command, home: "/nowhere")
            #expect(run.exitCode == 1, "\(command): \(run.errors)")
            #expect(run.errors.contains("/nowhere"), "\(command): \(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
    }

    @Test(
        "No moment is promised of an obstacle that time takes away while another stays",
        .behaviour("D2"))
    func noMoment() throws {
        func obstacle(_ reason: String, _ earliest: String?) -> WhyAnswer.Obstacle {
            .init(reason: reason, rule: nil, sentence: "It is \(reason).", earliest: earliest)
        }
        let now = try #require(HumanText.date("2026-11-22T08:00:00.000Z"))
        func lines(_ obstacles: [WhyAnswer.Obstacle]) -> String {
            var answer = WhyAnswer(
                app: Self.clock, state: "suspended", since: nil, launch: 1, sentence: "No.",
                reason: "opened", rule: nil)
            answer.obstacles = obstacles
            return WhyText.lines(answer, now: now, zone: .gmt, coloured: false)
                .joined(separator: "\n")
        }
        let soon = obstacle("fetchTooSoon", "2026-11-20T13:00:00.000Z")
        #expect(
            lines([soon]).hasSuffix("at Nov 20 13:00:00 at the earliest, if nothing else changes"))
        let both = lines([obstacle("modeNotDeclared", nil), soon])
        #expect(both.hasSuffix("    this one alone goes at Nov 20 13:00:00 at the earliest"))
    }

    @Test(
        "A time that is none or has no journal is wrong usage",
        arguments: [
            ["--journal", "/tmp", "--at", "yesterday"],
            ["--at", "2026-11-20T08:00:00.000Z"],
        ])
    func journalUsage(options: [String]) throws {
        for command in [["why", "Clock"], ["why-awake"], ["why-killed"]] {
            let run = try ToolRun(command + options, home: "/nowhere")
            #expect(run.exitCode == 64, "\(command + options): \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("Without a daemon and without a journal, nobody answers")
    func notRunning() throws {
        for command in [["why", "Clock"], ["why-awake"], ["why-killed"]] {
            let run = try ToolRun(command, home: "/nowhere")
            #expect(run.exitCode == 69 && run.errors.contains("quiesce up"))
        }
    }
}
