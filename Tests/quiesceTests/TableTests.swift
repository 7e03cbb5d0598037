import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite struct TableTests {
    @Test("Columns are as wide as their widest cell, numbers line up, and no line ends in blanks")
    func columns() {
        var table = Table([
            .init(title: "ID"), .init(title: "PID", isNumber: true), .init(title: "REASON"),
        ])
        table.add(["org.example.Clock", "7", "opened"])
        table.add(["a", "12345", ""])
        #expect(
            table.lines(coloured: false) == [
                "ID                   PID  REASON",
                "org.example.Clock      7  opened",
                "a                  12345",
            ])
    }

    @Test("On a screen the widest columns of text give way, as far as they can still be read")
    func fits() {
        var table = Table([
            .init(title: "ID"), .init(title: "PID", isNumber: true), .init(title: "REASON"),
        ])
        table.add(["org.example.Clock", "123456789", "didFinishLaunching"])
        #expect(
            table.lines(coloured: false, width: 32) == [
                "ID               PID  REASON",
                "org.exam…  123456789  didFinish…",
            ])
        for line in table.lines(coloured: false, width: 1) { #expect(line.count <= 29) }
        #expect(
            table.lines(coloured: false, width: 1_000) == table.lines(coloured: false))
    }

    @Test("Colours change no column")
    func colours() {
        var table = Table([.init(title: "STATE"), .init(title: "X")])
        table.add([.init("active", .green), "1"])
        table.add([.init("suspended", .blue), "2"])
        let plain = table.lines(coloured: true).map {
            $0.replacing(/\u{1b}\[[0-9]*m/, with: "")
        }
        #expect(plain == table.lines(coloured: false))
        #expect(table.lines(coloured: true)[1].contains("\u{1b}[32mactive\u{1b}[0m"))
    }

    @Test("Nothing that an app chose can write to the terminal but letters")
    func escape() {
        #expect(oneLine("a\u{1b}[31m\nb\u{202e}c") == "a·[31m·b·c")
        var table = Table([.init(title: "NAME")])
        table.add([.init("x\u{1b}]0;title\u{7}\n")])
        #expect(!table.lines(coloured: false)[1].unicodeScalars.contains { $0.value < 32 })
    }

    @Test("ps has a row per app")
    func processes() throws {
        let rows = [
            ProcessRow(
                id: "org.example.Clock", state: "suspended", pid: 42, launch: 3,
                since: "2026-11-21T08:00:00.000Z", reason: "tasksEnded", tasks: 0,
                memoryBytes: 3 << 20),
            ProcessRow(
                id: "org.example.Old", state: "notRunning", pid: nil, launch: 1,
                since: "2026-11-20T08:00:00.000Z", reason: "launchTimedOut", tasks: 0,
                memoryBytes: nil),
        ]
        let now = try #require(HumanText.date("2026-11-21T08:01:30.000Z"))
        #expect(
            ProcessTable.table(rows, now: now).lines(coloured: false) == [
                "ID                 STATE       PID    FOR  TASKS   MEMORY  REASON",
                "org.example.Clock  suspended    42  1 min      0  3.0 MiB  tasksEnded",
                "org.example.Old    notRunning    -    1 d      0        -  launchTimedOut",
            ])
    }

    @Test("A decision is one line", .behaviour("D2"))
    func decision() throws {
        let utc = try #require(TimeZone(identifier: "UTC"))
        let now = try #require(HumanText.date("2026-11-21T20:00:00Z"))
        let row = LogRow(
            seq: 7, time: "2026-11-21T08:00:00.123Z", app: "org.example.Clock", kind: "kill",
            from: "background", to: "notRunning", reason: "launchTimedOut", rule: "W1",
            detail: "after\n5 s")
        #expect(
            LogText.line(row, now: now, zone: utc, coloured: false)
                == "08:00:00.123  org.example.Clock  kill  background → notRunning  "
                + "launchTimedOut  (W1)  after·5 s")
    }
}

@Suite struct HumanTextTests {
    @Test(
        "A time is short today and tells the day otherwise",
        arguments: [
            ("2026-11-21T08:00:00.007Z", "09:00:00.007"),
            ("2026-11-20T23:30:00.000Z", "00:30:00.000"),
            ("2026-11-20T22:59:59.999Z", "Nov 20 23:59:59"),
            ("2025-01-02T03:04:05Z", "2025 Jan 02 04:04:05"), ("yesterday", "yesterday"),
        ])
    func time(iso: String, text: String) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let now = try #require(HumanText.date("2026-11-21T12:00:00.000Z"))
        #expect(HumanText.time(iso, now: now, zone: berlin) == text)
    }

    @Test(
        "A duration has the unit that fits",
        arguments: [
            (-5.0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"),
            (7_500, "2 h 5 min"), (200_000, "2 d"), (.infinity, "0 s"), (.nan, "0 s"),
        ])
    func duration(seconds: Double, text: String) {
        #expect(HumanText.duration(seconds: seconds) == text)
    }

    @Test(
        "A size has the unit that fits",
        arguments: [
            (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_572_864, "1.5 MiB"),
            (5 << 30, "5.0 GiB"),
        ])
    func bytes(count: Int, text: String) { #expect(HumanText.bytes(count) == text) }
}

@Suite struct AppNameTests {
    static let ids = [
        "org.a.Clock", "org.b.Clock", "org.a.Timer", "Timer", "org.a.SlowClock",
    ]

    @Test(
        "The end of an id names the app, and an exact id always wins",
        arguments: [
            ("org.a.Clock", "org.a.Clock"), ("a.Clock", "org.a.Clock"),
            ("SlowClock", "org.a.SlowClock"), ("slowclock", "org.a.SlowClock"), ("Timer", "Timer"),
            ("a.Timer", "org.a.Timer"),
            ("nothing", "nothing"), ("", ""),
        ])
    func resolve(name: String, id: String) throws {
        #expect(try AppName.resolve(name, among: Self.ids) == id)
    }

    @Test("An id is shortened to its end where no other's is the same, and means itself again")
    func short() throws {
        let short = AppName.short(Self.ids)
        #expect(short == ["org.a.SlowClock": "SlowClock"])
        for (id, name) in short { #expect(try AppName.resolve(name, among: Self.ids) == id) }
        #expect(AppName.short(["org.a.Clock", "org.b.clock"]).isEmpty)
    }

    @Test("An end that several ids have is refused with the candidates")
    func ambiguous() {
        let failure = #expect(throws: Failure.self) {
            try AppName.resolve("Clock", among: Self.ids)
        }
        #expect(failure?.exitCode == 1)
        #expect(failure?.message.contains("org.a.Clock, org.b.Clock") == true)
    }
}

@Suite struct PayloadTests {
    @Test("A payload is one JSON object of at most 4,096 bytes", .behaviour("R1"))
    func fits() throws {
        let text = "{\"a\":\"" + String(repeating: "x", count: 4_096 - 8) + "\"}"
        #expect(try Payload.check(Array(text.utf8)) == text)
        #expect(throws: Failure.self) { try Payload.check(Array((text + " ").utf8)) }
    }

    @Test(
        "What is no JSON object is refused before it is sent",
        arguments: ["", "[]", "null", "1", "\"a\"", "{", "{\"a\":1}{}", "{a:1}", "\u{0}"])
    func refused(text: String) {
        let failure = #expect(throws: Failure.self) { try Payload.check(Array(text.utf8)) }
        #expect(failure?.exitCode == 1)
    }

    @Test("Bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(throws: Failure.self) {
            try Payload.check(Array("{\"a\":\"".utf8) + [0xff] + Array("\"}".utf8))
        }
    }
}
