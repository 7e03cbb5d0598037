import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("quiesce forecast") struct ForecastCommandTests {
    private static let summary = ForecastSummary(
        from: "2026-11-21T13:00:00.000Z", to: "2026-11-22T13:00:00.000Z", wakeUps: 1, unmerged: 2,
        saved: 1)

    private static func row(_ kind: String, _ app: String?, _ reason: String?) -> ForecastRow {
        let time = "2026-11-21T14:05:00.000Z"
        return ForecastRow(
            time: time,
            work: [
                .init(
                    app: app, kind: kind, reason: reason, earliest: "2026-11-21T14:00:00.000Z",
                    latest: time)
            ])
    }

    private func daemon(_ rows: [ForecastRow]) throws -> FakeDaemon {
        try FakeDaemon { request in
            guard case .fetch(.forecast) = request else { return [.done(message: nil)] }
            return [.item(CommandTests.json(Self.summary))]
                + rows.map { .item(CommandTests.json($0)) } + [.end]
        }
    }

    @Test("It asks for a day, or for as many hours as it is told", .behaviour("F4"))
    func hours() throws {
        let daemon = try daemon([])
        let run = try ToolRun(["forecast"], home: daemon.home)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "Nothing is planned.\n")
        #expect(try ToolRun(["forecast", "--hours", "168"], home: daemon.home).exitCode == 0)
        #expect(daemon.requests == [.fetch(.forecast(hours: 24)), .fetch(.forecast(hours: 168))])
    }

    @Test(
        "Hours that no forecast has are refused before anybody hears of it",
        arguments: ["0", "169", "x"])
    func noHours(hours: String) throws {
        let daemon = try daemon([])
        let run = try ToolRun(["forecast", "--hours", hours], home: daemon.home)
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("hours"))
        #expect(daemon.requests.isEmpty)
    }

    @Test("What is done at one moment is one wake-up, with --json as one object", .behaviour("F4"))
    func json() throws {
        let daemon = try daemon([
            Self.row("fetch", "org.example.Mail", "habit"), Self.row("calendar", nil, nil),
        ])
        let text = try ToolRun(["forecast"], home: daemon.home).output
        #expect(text.contains("fetch Mail (habit), calendar"))
        #expect(text.contains("1 wake-up; sharing moments saves 1"))
        let run = try ToolRun(["forecast", "--json"], home: daemon.home)
        let parsed = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let object = try #require(parsed as? [String: Any])
        #expect(Set(object.keys) == ["from", "to", "unmerged", "saved", "wakeUps", "location"])
        #expect(object["unmerged"] as? Int == 2 && object["saved"] as? Int == 1)
        let wakeUps = try #require(object["wakeUps"] as? [[String: Any]])
        #expect(wakeUps.count == 1)
        let work = try #require(wakeUps[0]["work"] as? [[String: Any]])
        #expect(work.map { $0["kind"] as? String } == ["fetch", "calendar"])
        #expect(work[1]["app"] == nil)
    }

    @Test("Who keeps location on comes last, whether or not something is planned", .behaviour("G5"))
    func location() throws {
        var summary = Self.summary
        summary.location = [
            .init(app: "org.example.Run", onFor: 3, detail: "updates within 10 m, for 3 s so far")
        ]
        let line = "org.example.Run keeps location on (G5): updates within 10 m, for 3 s so far\n"
        for rows in [[], [Self.row("calendar", nil, nil)]] {
            let daemon = try FakeDaemon { [summary] _ in
                [.item(CommandTests.json(summary))] + rows.map { .item(CommandTests.json($0)) }
                    + [.end]
            }
            let run = try ToolRun(["forecast"], home: daemon.home)
            #expect(run.output.hasSuffix("\n" + line), "\(run.output)")
            let json = try ToolRun(["forecast", "--json"], home: daemon.home).output
            #expect(json.contains("\"location\":[{\"app\":\"org.example.Run\""), "\(json)")
        }
    }

    @Test("An answer without a summary, and no daemon at all, are said in one line")
    func failures() throws {
        let daemon = try FakeDaemon { _ in [.end] }
        let empty = try ToolRun(["forecast"], home: daemon.home)
        #expect(empty.exitCode == 1)
        #expect(empty.errors.split(separator: "\n").count == 1)
        #expect(try ToolRun(["forecast"], home: "/nowhere").exitCode == 69)
    }
}
