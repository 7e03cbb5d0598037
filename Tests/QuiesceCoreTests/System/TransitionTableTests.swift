import Foundation
import TestSupport
import Testing

@Suite struct TransitionTableTests {
    @Test("docs/transitions/lifecycle.md shows what the core does", .behaviour("D2"))
    func tableIsCurrent() throws {
        let file = BuiltProducts.package.appendingPathComponent("docs/transitions/lifecycle.md")
        let table = TransitionTable.markdown
        if ProcessInfo.processInfo.environment["QUIESCE_UPDATE_DOCS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try table.write(to: file, atomically: true, encoding: .utf8)
        }
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(
            committed == table,
            "stale; run `QUIESCE_UPDATE_DOCS=1 swift test --filter TransitionTableTests`")
    }
}
