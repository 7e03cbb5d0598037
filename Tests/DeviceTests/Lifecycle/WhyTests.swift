import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Asking why") struct WhyTests {
    /// Short, so that a kill needs no patience.
    private static let profile = """
        base = "ios8"
        name = "short"
        backgroundAllowanceSeconds = 1.5
        expirationWarningSeconds = 0.5
        """

    /// One app killed over its task, one refused a fetch, and one that nobody knows.
    private func trouble(_ device: LiveDevice) throws -> (killed: String, refused: String) {
        let killed = try device.install(example: "Misbehaving")
        let refused = try device.install(example: "ImageHop")
        try device.open(killed, "--never-end-task")
        try device.wait(killed, "active")
        try device.perform(.home)
        try device.wait(killed, "notRunning")
        #expect(
            try device.call(.fetch(.sendFetch(app: refused))).refusal?.reason == "modeNotDeclared")
        #expect(
            try device.call(.open(app: "org.nobody.Nothing", arguments: [])).refusal != nil)
        return (killed, refused)
    }

    @Test(
        "A running device, its journal, and the journal of one that is down give the same answers",
        .behaviour("D2", "W2"))
    func sameAnswers() throws {
        try withDevice(profile: Self.profile) { device in
            let (killed, refused) = try trouble(device)
            let journal = device.home + "/journal"
            // None about what the plan of fetches says, which is another with every moment.
            let questions = [
                ["why", killed], ["why", killed, "--not", "transfer"], ["why", refused],
                ["why", refused, "--not", "push"], ["why"],
                ["why-awake"],
                ["why-killed"], ["why-killed", "Misbehaving"],
            ].flatMap { [$0, $0 + ["--json"]] }
            func ask(_ question: [String]) throws -> ToolResult {
                try LiveDevice.run(
                    [BuiltProducts.path("quiesce")] + question, home: device.home)
            }
            var answers: [[String]: String] = [:]
            for question in questions {
                let live = try ask(question)
                let recorded = try ask(question + ["--journal", journal])
                #expect(live.code == 0 && live.error.isEmpty, "\(question): \(live)")
                #expect(recorded.code == 0 && recorded.error.isEmpty, "\(question): \(recorded)")
                #expect(live.out == recorded.out)
                answers[question] = live.out
            }
            let killedSentence = try #require(answers[["why-killed", "Misbehaving"]])
            #expect(killedSentence.contains("\"never ended\" was still open when its 1.5 s"))
            #expect(killedSentence.contains("→ Call endBackgroundTask"))
            #expect(answers[["why", refused]]?.contains("→ Add it to UIBackgroundModes.") == true)
            // It was asked for, and is no app for that.
            for journal in [[], ["--journal", journal]] {
                let nobody = try ask(["why", "org.nobody.Nothing"] + journal)
                #expect(nobody.code == 1 && nobody.error.contains("no app of that id is installed"))
            }
            #expect(answers[["why", "--json"]]?.contains("unknownApp") == true)
            #expect(answers[["why"]]?.contains("No app of that id") == false)

            // The memory behind `why-killed` isn't the daemon's alone.
            device.killDaemon()
            try device.start()
            let after = try ask(["why-killed", "--json"])
            #expect(after.out == answers[["why-killed", "--json"]])
            try device.down()
            #expect(try ask(["why-killed"]).code == 69)
            let down = try ask(["why-killed", "--json", "--journal", journal])
            #expect(down.code == 0 && down.out == after.out)
        }
    }

    @Test("A journal can be asked about an earlier moment", .behaviour("D2"))
    func earlier() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            try device.open(app)
            let active = try device.wait(for: "active", app: app) { $0.to == "active" }
            // So that it is left in another millisecond: times are no finer.
            try device.install(example: "SlowCount")
            try device.perform(.home)
            try device.wait(app, "suspended")
            func state(_ options: String...) throws -> String? {
                let run = try LiveDevice.run(
                    [
                        BuiltProducts.path("quiesce"), "why", "ImageHop", "--json", "--journal",
                        device.home + "/journal",
                    ] + options, home: device.home)
                return try run.object()["state"] as? String
            }
            #expect(try state() == "suspended")
            #expect(try state("--at", active.time) == "active")
        }
    }

    @Test(
        "What waits has its reason and its limit, on the device as in its journal",
        .behaviour("D2", "T4"))
    func pending() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, toPrint: "didEnterBackground")
            try device.quiesceUntil("T4", "why", app)
            let live = try device.quiesce("why-awake", "--json")
            let recorded = try device.quiesce(
                "why-awake", "--json", "--journal", device.home + "/journal")
            let answers = try [live, recorded].map {
                try AwakeAnswer.read(Array($0.out.utf8))
            }
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            // Three clocks are read for each answer, one after the other.
            for answer in answers {
                #expect(answer.sentence.contains("one app executes") && !answer.keptAwake)
                let row = try #require(answer.apps.first)
                #expect(row.app == app && row.state == "background")
                let task = try #require(row.pending.first { $0.kind == "task" })
                #expect(task.sentence.contains("\"never ended\"") && task.rule == "T4")
                #expect(task.latest == row.latest)
                let latest = try style.parse(try #require(task.latest))
                #expect(abs(latest.timeIntervalSince(try style.parse(row.since)) - 180) < 5)
            }
        }
    }

    @Test("With ios4 an open task keeps the device awake, and why-awake says so", .behaviour("T5"))
    func keptAwake() throws {
        try withDevice(profile: "base = \"ios4\"") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, toPrint: "didEnterBackground")
            try device.perform(.sendSleep)
            let answer = try device.quiesce("why-awake", "--json").object()
            #expect(answer["keptAwake"] as? Bool == true && answer["asleep"] as? Bool == false)
            let human = try device.quiesce("why-awake")
            #expect(
                human.out.hasPrefix(
                    "The device was told to sleep, but stays awake until the open tasks of Misbehaving have ended (T5)"
                ))
        }
    }
}
