import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite struct SimulateTests {
    private func example(_ name: String) -> String {
        BuiltProducts.package.appending(path: "Examples/Scenarios/\(name).yaml").path
    }

    private func run(_ arguments: String...) throws -> ToolRun {
        try ToolRun(["simulate"] + arguments, home: "/nowhere")
    }

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/simulate-\(UUID()).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try body(path)
    }

    @Test("A timeline says what happened, why and by which rule, and a summary what it came to")
    func timeline() throws {
        let run = try run(example("endless-task"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(run.output.hasPrefix("Monday 2 March 2026, day 1\n"))
        #expect(
            run.output.contains(
                "08:19:00.002  Uploader  kill                     backgroundTaskExpired  (T4)  "
                    + "180 s used up with \"upload\" open\n"), "\(run.output)")
        #expect(run.output.contains("\nTuesday 3 March 2026, day 2\n"))
        #expect(run.output.contains("  kills     1 backgroundTaskExpired\n"))
        #expect(run.output.contains("  may run   2 min in front, "))
    }

    @Test(
        "The first scenario of docs/scenarios.md runs as it is pasted, and its output begins as there"
    )
    func document() throws {
        let text = try String(
            contentsOf: BuiltProducts.package.appending(path: "docs/scenarios.md"),
            encoding: .utf8)
        let scenario = try #require(text.firstMatch(of: /```yaml\n(scenario:[^`]*)```/)).1
        let shown = try #require(text.firstMatch(of: /endless-task\.yaml\n([^`…]*)…/)).1
        try withFile(String(scenario)) { path in
            let run = try run(path)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output.hasPrefix(shown), "\(run.output)")
        }
    }

    @Test(
        "The why family answers for the end of a scenario, and a scenario that isn't there is named",
        .behaviour("W2", "T4"))
    func why() throws {
        func ask(_ arguments: String..., of scenario: String) throws -> ToolRun {
            try ToolRun(arguments + ["--simulation", scenario], home: "/nowhere")
        }
        let killed = try ask("why-killed", "Uploader", of: example("endless-task"))
        #expect(killed.exitCode == 0, "\(killed.errors)")
        #expect(killed.output.contains("its 180 s of background time ran out (T4)"))
        let why = try ask("why", "Uploader", "--json", of: example("endless-task"))
        let answer = try WhyAnswer.read(Array(why.output.utf8))
        #expect(answer.app == "org.example.Uploader")
        #expect(!answer.sentence.isEmpty)
        #expect(try ask("why-awake", of: example("commuter")).output.contains("Nothing keeps"))
        let wrong = try ask("why", of: "/nowhere.yaml")
        #expect(wrong.exitCode == 1)
        #expect(wrong.errors.contains("/nowhere.yaml"))
        let both = try ask("why", "--journal", "/tmp", of: example("commuter"))
        #expect(both.exitCode == 64)
    }

    @Test("--app shows one app's lines, --all every decision, --summary none")
    func choices() throws {
        let some = try run(example("commuter"), "--app", "Mail")
        let all = try run(example("commuter"), "--app", "org.example.Mail", "--all")
        let none = try run(example("commuter"), "--summary")
        #expect(!some.output.contains("Player"))
        #expect(all.output.count > some.output.count)
        #expect(none.output.hasPrefix("Mail  org.example.Mail\n"))
        #expect(none.output.contains("Player  org.example.Player\n"))
        let unknown = try run(example("commuter"), "--app", "Maps")
        #expect(unknown.exitCode == 64)
        #expect(unknown.errors.contains("no app of the scenario is called Maps"))
    }

    @Test("--json is one object, and with --timeline each decision stands before it")
    func json() throws {
        struct Answer: Decodable {
            struct App: Decodable {
                var id: String
                var kills, exits: [String: Int]
                var secondsIn: [String: Double]
                var secondsGrantedInFront, secondsGrantedOutOfSight: Double
            }
            var scenario, hash: String
            var events: Int
            var virtualSeconds: Double
            var apps: [App]
        }
        let run = try run(example("endless-task"), "--json")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        #expect(answer.virtualSeconds == 26 * 3_600)
        #expect(answer.events > 20)
        let app = try #require(answer.apps.first)
        #expect(app.kills == ["backgroundTaskExpired": 1])
        #expect(abs(app.secondsIn.values.reduce(0, +) - answer.virtualSeconds) < 0.001)
        #expect((119...121).contains(app.secondsGrantedInFront))
        #expect((354...356).contains(app.secondsGrantedOutOfSight))
        let lines = try self.run(example("endless-task"), "--json", "--timeline").output
            .split(separator: "\n")
        let rows = try lines.dropLast().map {
            try LogRow.read(Array($0.utf8))
        }
        let first = try #require(rows.first?.seq)
        #expect(rows.map(\.seq) == Array(first..<first + UInt64(rows.count)))
        #expect(rows.contains { $0.reason == "backgroundTaskExpired" && $0.rule == "T4" })
        #expect(String(lines.last ?? "") + "\n" == run.output)
    }

    @Test("A wrong scenario is refused with each mistake's place, and nothing is run")
    func wrong() throws {
        try withFile(
            "scenario: x\napps: [{id: a.b}]\nevents: [{at: 25:00, home: }, {at: 07:00, hom: }]\n"
        ) {
            path in
            let run = try run(path, "--trace", "/nowhere/trace.json")
            #expect(run.exitCode == 78)
            #expect(run.output.isEmpty)
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("quiesce: \(path):3:15: \"25:00\" is not a time of day"))
            #expect(lines[1].hasPrefix("quiesce: \(path):3:43: unknown key \"hom\""))
        }
        let missing = try run("/nowhere/x.yaml")
        #expect(missing.exitCode == 1)
        #expect(
            missing.errors
                == "quiesce: could not read /nowhere/x.yaml: No such file or directory; name a scenario's file\n"
        )
    }

    @Test("A trace is written whole, and one that can't be is an error")
    func trace() throws {
        let path = FileManager.default.temporaryDirectory.path + "/trace-\(UUID()).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try run(example("commuter"), "--summary", "--trace", path)
        #expect(run.exitCode == 0)
        let data = try #require(FileManager.default.contents(atPath: path))
        let events = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        #expect((events?.count ?? 0) > 100)
        let refused = try self.run(example("commuter"), "--trace", "/nowhere/trace.json")
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("could not write /nowhere/trace.json"))
        let full = try self.run(example("commuter"), "--trace", "/dev/full")
        #expect(full.exitCode == 1)
        #expect(full.errors.contains("No space left"))
    }

    @Test("The same scenario gives the same output, whatever Swift's hash seed")
    func deterministic() throws {
        let first = try run(example("week-of-fetches"), "--all")
        let second = try run(example("week-of-fetches"), "--all")
        #expect(first.exitCode == 0)
        #expect(first.output == second.output)
    }
}
