import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("The decision log of a device") struct DecisionLogTests {
    private static let keys: Set<String> = [
        "seq", "time", "app", "kind", "from", "to", "reason", "rule", "detail",
    ]

    @Test(
        "Every row has the contract's keys, a known kind, a stable word and a number that counts on",
        .behaviour("D2", "W2"))
    func rows() throws {
        try withDevice(profile: "fetchLimitSeconds = 1") { device in
            let app = try device.install(example: "Misbehaving")
            let hop = try device.install(example: "ImageHop")
            try device.open(app, "--no-completion", "--end-in-expiration")
            try device.wait(app, "active")
            try device.open(hop)
            try device.wait(hop, "active")
            _ = try device.call(.fetch(.sendFetch(app: hop)))
            try device.wake(app, for: "fetch")
            try device.wait(app, "notRunning")
            try device.perform(.sendSleep)
            try device.perform(.sendWake)
            let result = try device.quiesce("log", "--json")
            #expect(result.code == 0)
            let rows = try result.lines()
            var last = 0
            let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            for row in rows {
                #expect(Set(row.keys).isSubset(of: Self.keys), "\(row)")
                let seq = try #require(row["seq"] as? Int)
                #expect(seq == last + 1)
                last = seq
                let text = try #require(row["time"] as? String)
                #expect(text.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
                _ = try time.parse(text)
                let reason = try #require(row["reason"] as? String)
                #expect(reason.contains(/^[a-z][A-Za-z0-9]*$/))
                if let rule = row["rule"] as? String { #expect(rule.contains(/^[A-Z]\d+$/)) }
                #expect((row["to"] != nil) == (row["kind"] as? String == "transition"), "\(row)")
                #expect((row["from"] != nil) == (row["to"] != nil), "\(row)")
            }
            let kinds = Set(rows.compactMap { $0["kind"] as? String })
            #expect(kinds == ["input", "transition", "task", "wake", "refuse", "kill"])
            // Every kill and every refusal says by which rule.
            for row in rows where ["kill", "refuse"].contains(row["kind"] as? String) {
                #expect(row["rule"] is String, "\(row)")
                #expect(row["app"] is String, "\(row)")
            }
        }
    }

    @Test(
        "What send injects is logged as an input without an app", .behaviour("D1", "D2"))
    func inputs() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            #expect(try device.quiesce("send", "fetch", "Misbehaving").code == 0)
            let push = try device.quiesce("send", "push", app, "-", input: WakeTests.silent)
            #expect(push.code == 0)
            #expect(try device.quiesce("send", "sleep").code == 0)
            #expect(try device.quiesce("send", "wake").code == 0)
            let inputs = try device.quiesce("log", "--json").lines().filter {
                $0["kind"] as? String == "input" && $0["app"] == nil
            }
            // Reports from the machine's own battery and time zone sources come at any time.
            let reasons = inputs.compactMap { $0["reason"] as? String }
                .filter { $0 != "deviceChanged" }
            #expect(
                reasons == ["restart", "fetch", "push", "sleep", "screenLocked", "wake"])
        }
    }

    @Test("A transition begins where the one before it ended", .behaviour("D2", "S1"))
    func unbroken() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.wake(app, for: "push")
            try device.wait(for: "push", app: app) { $0.reason == "completedNewData" }
            try device.wait(app, "suspended")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            var state = "notRunning"
            for row in try device.log(app) {
                guard let to = row.to else { continue }
                #expect(row.from == state)
                state = to
            }
            #expect(state == "notRunning")
        }
    }

    @Test(
        "Following the log shows what is kept and what comes, in order; a limit shows the newest",
        .behaviour("D2"))
    func following() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            let tool = try LiveDevice.start(
                [BuiltProducts.path("quiesce"), "log", "--follow", "--json", "--app", "ImageHop"],
                home: device.home)
            defer {
                // Not SIGTERM: the threads that tests run in have it blocked, and children inherit
                // that.
                kill(tool.process.processIdentifier, SIGKILL)
                tool.process.waitUntilExit()
            }
            var text = ""
            func waitFor(_ state: String) throws {
                while !text.contains("\"to\":\"\(state)\"") {
                    let data = tool.out.fileHandleForReading.availableData
                    if data.isEmpty { throw LiveDevice.Failure(description: "it ended: \(text)") }
                    text += String(decoding: data, as: UTF8.self)
                }
            }
            try device.open(app)
            try waitFor("active")
            try device.perform(.home)
            try waitFor("suspended")
            let seqs = try text.split(separator: "\n").map { line in
                let row = try LogRow.read(Array(line.utf8))
                #expect(row.app == app)
                return row.seq
            }
            #expect(seqs == seqs.sorted())
            // The machine's own sources may say something at any time.
            let before = try device.mark()
            let newest = try device.quiesce("log", "--json", "--limit", "2").lines()
            let last = try #require(newest.compactMap { $0["seq"] as? Int }.max())
            #expect(try (before...device.mark()).contains(UInt64(last)))
            #expect(newest.count == 2)
        }
    }

    @Test(
        "why says in one sentence, with its rule, what state an app is in and why",
        .behaviour("D2", "W2"))
    func why() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            func says(_ sentence: String, _ place: SourceLocation = #_sourceLocation) throws {
                #expect(try device.why(app).sentence == sentence, sourceLocation: place)
                let human = try device.quiesce("why", "Misbehaving")
                #expect(human.code == 0, sourceLocation: place)
                #expect(
                    human.out.split(separator: "\n").first.map(String.init) == sentence,
                    sourceLocation: place)
            }
            try says("Misbehaving has not been opened since it was installed.")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try says("Misbehaving is in front, because the user opened it (S3).")
            try device.perform(.home)
            try device.wait(app, toPrint: "didEnterBackground")
            try device.quiesceUntil("T2", "why", app)
            let sentence = try device.why(app).sentence
            #expect(
                sentence.hasPrefix(
                    "Misbehaving runs in the background, because one finite-length task"))
            #expect(sentence.contains("180 s"))
            #expect(sentence.hasSuffix("\"never ended\" (T2)."))
            try says(sentence)
            let answer = try device.quiesce("why", app, "--json").object()
            #expect(
                Set(answer.keys) == [
                    "app", "state", "since", "launch", "sentence", "reason", "rule", "obstacles",
                    "pending", "chain", "refusals", "endings",
                ])
            #expect(answer["state"] as? String == "background")
            #expect(
                try device.quiesce("why", app, "--not", "push").out
                    .hasPrefix("Nothing keeps Misbehaving from being woken for a push now."))
        }
    }
}

extension LiveDevice {
    /// Repeats a command until its output contains `text`; for what no decision tells.
    func quiesceUntil(_ text: String, _ command: String, _ app: String) throws {
        let end = Date() + Self.patience
        while try !quiesce(command, app).out.contains(text) {
            guard Date() < end else { throw Failure(description: "\(command) never said \(text)") }
        }
    }
}
