import Foundation
import TestSupport
import Testing

@Suite("The timeline's page") struct TimelinePageTests {
    @Test(
        "In a real browser it draws, explains, zooms, searches, answers and prints what it should")
    func page() throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/Python/timeline.py").path
        let run = try ToolRun(
            ["-B", script, "--products", BuiltProducts.directory.path], home: "/nowhere",
            environment: ["HOME": NSHomeDirectory()], program: "/usr/bin/python3")
        #expect(run.exitCode == 0, "\(run.errors)\(run.output)")
    }
}
