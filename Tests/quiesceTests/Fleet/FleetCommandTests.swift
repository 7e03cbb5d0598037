import Foundation
import TestSupport
import Testing

@Suite("quiesce fleet")
struct FleetCommandTests {
    private func run(_ arguments: String...) throws -> ToolRun {
        try ToolRun(["fleet"] + arguments, home: "/nowhere")
    }

    @Test("The command of docs/fleet.md says what the document shows")
    func document() throws {
        let text = try String(
            contentsOf: BuiltProducts.package.appending(path: "docs/fleet.md"), encoding: .utf8)
        let shown = try #require(
            text.firstMatch(of: /\$ quiesce (fleet --owners[^\n]*)\n([^`]*)\n```/))
        let run = try ToolRun(shown.1.split(separator: " ").map(String.init), home: "/nowhere")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == shown.2 + "\n", "\(run.output)")
    }

    @Test("Parts that ran in processes of their own are merged to what one process says")
    func parts() throws {
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let fleet = ["fleet", "--owners", "6", "--days", "1", "--against", "ios26"]
        for part in 1...4 {
            let options = ["--part", "\(part)/4", "--record", scratch.file("\(part).jsonl")]
            #expect(try ToolRun(fleet + options, home: "/nowhere").exitCode == 0)
        }
        let merged = try ToolRun(
            ["fleet", "--merge", "--json"] + (1...4).map { scratch.file("\($0).jsonl") },
            home: "/nowhere")
        let whole = try ToolRun(fleet + ["--json"], home: "/nowhere")
        #expect(merged.exitCode == 0, "\(merged.errors)")
        #expect(merged.output == whole.output)
        #expect(whole.output.contains("\"against\":\"ios26\""))

        let lacking = try ToolRun(["fleet", "--merge", scratch.file("1.jsonl")], home: "/nowhere")
        #expect(lacking.exitCode == 1)
        #expect(lacking.errors == "quiesce: parts are missing: 2, 3, 4 of 4\n")
    }

    @Test(
        "Bad input changes nothing and says what is wrong",
        arguments: [
            (["--against", "ios26"], Int32(64), "give one folder of journals, or --owners"),
            (["--owners", "2"], 64, "name the rules to compare with"),
            (["--owners", "2", "--against", "ios26", "--part", "3/2"], 64, "as 1/4, not 3/2"),
            (["--owners", "0", "--against", "ios26"], 64, "--owners takes 1 to 1000000"),
            (["folder", "--days", "2", "--against", "ios26"], 64, "give --owners, too"),
            (["--merge"], 64, "name the records to merge"),
            (["--owners", "2", "--against", "ios9"], 78, "ios9"),
            (["/nowhere/at/all", "--against", "ios26"], 1, "there is no folder"),
            (["--merge", "/dev/null"], 1, "is empty"),
            (
                ["--owners", "2", "--against", "ios26", "--device", "Bob"], 1,
                "no device is named Bob"
            ),
        ])
    func wrong(_ arguments: [String], _ code: Int32, _ words: String) throws {
        let run = try ToolRun(["fleet"] + arguments, home: "/nowhere")
        #expect(run.exitCode == code, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
