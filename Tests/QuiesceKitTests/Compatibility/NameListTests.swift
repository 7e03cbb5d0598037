import Foundation
import TestSupport
import Testing

/// `scripts/ios-compatibility`, which says which of iOS's names are here: `make ios-compatibility`
/// has it probe them all.
@Suite("The list of iOS's names") struct NameListTests {
    @Test("The judge of the list notices each lie that is planted")
    func planted() throws {
        let script = BuiltProducts.package.appending(path: "Compatibility/check_judge.py")
        let run = try ToolRun(
            ["-B", script.path, BuiltProducts.directory.path], home: "/nowhere",
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
            program: "/usr/bin/python3")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.output == "each lie was noticed\n")
    }
}
