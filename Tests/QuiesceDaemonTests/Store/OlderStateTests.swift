import Foundation
import QuiesceCore
import QuiesceJournal
import TestSupport
import Testing

/// The journals in `Older` are of older builds, named by the version of their state and the story
/// that was told (`Tests/KillMatrix/upgrade.py --journals DIR`).
@Suite("States of older versions", .behaviour("reliability P8"))
struct OlderStateTests {
    private typealias Reader = JournalReader<SystemMachine, Event>

    private static let journals = BuiltProducts.package.appending(
        path: "Tests/QuiesceDaemonTests/Store/Older")

    static func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: journals, includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    @Test(
        "An updated daemon goes on from a journal of each version that it says it reads: its apps run on",
        arguments: try files())
    func goesOn(file: URL) throws {
        let segment = try Reader(from: SystemMachine.oldestState).loadSegment(file.path)
        #expect(segment.closing != nil && segment.damage == [], "each event was read")
        #expect(!segment.entries.isEmpty)
        var machine = segment.state
        for entry in segment.entries { _ = machine.handle(entry.event, at: entry.moment) }
        let running = machine.views.filter { $0.pid != nil }.map(\.manifest.id.name)
        #expect(running == ["org.quiesce.test.a"])
        let isSame = try SystemMachine.read(Array(machine.json)) == machine
        #expect(isSame, "the next segment begins with it")
    }

    @Test("A replay compares what this core does, and reads no other version")
    func replayIsStrict() throws {
        for file in try Self.files() {
            #expect(throws: JournalError.self) { try Reader().loadSegment(file.path) }
        }
    }

    @Test("Of each version that is read there is a journal of a real build")
    func complete() throws {
        let versions = try Self.files().compactMap {
            Int($0.lastPathComponent.prefix { $0 != "-" })
        }
        #expect(Set(versions) == Set(SystemMachine.oldestState..<SystemMachine.stateVersion))
    }
}
