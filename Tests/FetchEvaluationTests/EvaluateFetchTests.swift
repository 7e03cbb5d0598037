import Foundation
import TestSupport
import Testing

@Suite struct EvaluateFetchTests {
    /// An owner who reads at noon for a fortnight, and now and then at another time.
    private static let opens: String =
        "user,app,open_local,close_local\n"
        + (10...28).map { day in
            "anna,Reader,2026-03-\(day) 12:0\(day % 10):00,2026-03-\(day) 12:20:00\n"
                + (day % 3 == 0
                    ? "anna,Reader,2026-03-\(day) 20:00:00,2026-03-\(day) 20:05:00\n" : "")
        }.joined()

    private static let screen: String =
        "user,start_local,end_local\n"
        + (10...28).map { "anna,2026-03-\($0) 12:00:00,2026-03-\($0) 12:20:00\n" }.joined()

    private static func tool(_ arguments: [String]) throws -> ToolRun {
        try ToolRun(arguments, home: "/nowhere", program: BuiltProducts.path("evaluate-fetch"))
    }

    private func run(_ arguments: String..., opens: String = opens) throws -> ToolRun {
        let folder = try ScratchDirectory()
        let (opensFile, screenFile) = (folder.file("opens.csv"), folder.file("screen.csv"))
        try Data(opens.utf8).write(to: URL(fileURLWithPath: opensFile))
        try Data(Self.screen.utf8).write(to: URL(fileURLWithPath: screenFile))
        return try Self.tool([opensFile, "--screen", screenFile] + arguments)
    }

    @Test("The table has a row for each window and budget, and all plans")
    func table() throws {
        let run = try run()
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "1 owner, 1 app, 16 scored opens on 12 app-days; "
                + "a fetch must precede an open by 60 s")
        let header = "WINDOW  BUDGET  SCHEDULER  FIXED  HOUR-OF-DAY  HOUR-OF-WEEK  ORACLE  × BEST"
        #expect(lines.count { $0 == header } == 3)
        for (window, budget) in [(15, 1), (15, 8), (60, 2), (60, 4)] {
            #expect(lines.count { $0.hasPrefix("\(window) min       \(budget)  ") } == 3)
        }
    }

    @Test("Budgets and windows are taken as lists and again, owners are shown when asked for")
    func choices() throws {
        let run = try run("--budget", "3,5", "--budget", "3", "--window", "30", "--per-person")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("\nWindow 30 min, budget 3, by owner; fresh opens, %:\n"))
        #expect(run.output.contains("\nWindow 30 min, budget 5, by owner; fresh opens, %:\n"))
        #expect(run.output.split(separator: "\n").count { $0.hasPrefix("anna ") } == 2)
        #expect(!run.output.contains("15 min"))
    }

    @Test("--json is one object with the same numbers")
    func json() throws {
        struct Answer: Decodable {
            struct Plan: Decodable {
                var scoredOpens, appDays: Int
                var fresh, share, meanShare, fetches, fetchesPerAppDay: Double
            }
            struct Person: Decodable {
                var owner: String
                var plans: [String: Plan]
            }
            struct Setting: Decodable {
                var windowMinutes, budget: Int
                var best: String
                var ratio, fetchRatio: Double?
                var plans: [String: Plan]
                var people: [Person]?
            }
            var leadSeconds, owners, apps, scoredOpens, appDays: Int
            var settings: [Setting]
        }
        let run = try run("--json", "--budget", "2", "--lead", "0", "--per-person")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        #expect(answer.leadSeconds == 0)
        #expect(answer.owners == 1)
        #expect(answer.apps == 1)
        #expect(answer.scoredOpens == 16)
        #expect(answer.appDays == 12)
        #expect(answer.settings.map(\.windowMinutes) == [15, 60])
        for setting in answer.settings {
            #expect(
                Set(setting.plans.keys) == [
                    "scheduler", "fixedPeriod", "hourOfDay", "hourOfWeek", "oracle",
                ])
            let best = try #require(setting.plans[setting.best])
            let mine = try #require(setting.plans["scheduler"])
            #expect(setting.ratio == mine.share / best.share)
            #expect(setting.fetchRatio == mine.fetches / best.fetches)
            #expect(setting.people?.map(\.owner) == ["anna"])
            #expect(setting.people?[0].plans["oracle"]?.share == setting.plans["oracle"]?.share)
        }
        let quiet = try self.run("--json")
        #expect(!quiet.output.contains("people"))
    }

    @Test("The plot has a point for each plan, window and budget, light and dark")
    func plot() throws {
        let found = try run("--json")
        let plot = try ToolRun(
            [], home: "/nowhere", input: found.output,
            program: BuiltProducts.package.appending(path: "scripts/plot-fetch").path)
        #expect(plot.exitCode == 0, "\(plot.errors)")
        #expect(plot.output.hasPrefix("<svg ") && plot.output.hasSuffix("</svg>\n"))
        #expect(plot.output.components(separatedBy: "<circle ").count - 1 == 5 * 2 * 4)
        #expect(plot.output.contains("prefers-color-scheme:dark"))
    }

    @Test("A file that is no trace or isn't there exits with 1, each with one line")
    func wrongFiles() throws {
        let malformed = try run(opens: "user,app,open_local,close_local\na,b,c,d\n")
        #expect(malformed.exitCode == 1)
        #expect(malformed.errors.hasPrefix("evaluate-fetch: /"))
        #expect(
            malformed.errors.hasSuffix(
                "/opens.csv:2: \"c\" is no time; write YYYY-MM-DD HH:MM:SS\n"))
        let missing = try Self.tool(["/nowhere.csv"])
        #expect(missing.exitCode == 1)
        #expect(missing.errors == "evaluate-fetch: /nowhere.csv: No such file or directory\n")
        let short = try run(
            opens: "user,app,open_local,close_local\n"
                + "bob,Reader,2026-03-01 12:00:00,2026-03-01 12:20:00\n")
        #expect(short.exitCode == 1)
        #expect(short.errors.contains("no open can be scored"))
        #expect(short.errors.contains("screen.csv has nothing of bob\n"))
    }

    @Test(
        "Numbers that make no sense are wrong usage",
        arguments: [
            ["--budget", "0"], ["--budget", "1,x"], ["--window", "1441"], ["--lead", "-1"],
            ["--window", "1", "--lead", "60"], ["--budget", ""],
        ])
    func wrongNumbers(arguments: [String]) throws {
        let run = try Self.tool(["/nowhere.csv"] + arguments)
        #expect(run.exitCode == 64)
        #expect(run.errors.contains(arguments[0]), "\(run.errors)")
    }
}
