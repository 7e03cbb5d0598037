import Foundation
import JournalTestSupport
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceJournal

@Suite("A recorded state")
struct RecordedStateTests {
    let scratch: ScratchDirectory
    let app: AppID

    init() throws {
        scratch = try ScratchDirectory()
        app = try #require(AppID("org.example.Clock"))
    }

    /// Killed over and over, in three segments.
    private func device() -> RecordedDevice {
        let device = RecordedDevice()
        device.install(app)
        for round in 0..<30 {
            device.ask { .open(app, arguments: [], $0) }
            device.ask { .quit(app, $0) }
            device.take(.exited(app, Launch(number: UInt64(round + 1)), .exited(code: 0)))
            device.advance(by: .seconds(60))
            if round == 9 { device.startSegment() }
            if round == 19 { device.restart() }
        }
        return device
    }

    @Test(
        "The end of a journal is where its device was, with every ending on the way",
        .behaviour("D2"))
    func end() throws {
        let device = device()
        try device.write(to: scratch)
        let state = try RecordedState.read(scratch.path)
        #expect(state.machine == device.machine && state.damage.isEmpty)
        #expect(state.moment.wall <= device.now.wall)
        let all = state.machine.whyKilled(app, earlier: state.endings)
        #expect(all.count == 30 && all.allSatisfy { $0.reason == .forceQuit })
        #expect(state.machine.whyKilled(app).count < 30)
        // One segment alone has its own part, and what its state remembers.
        let last = try RecordedState.read(scratch.file(device.name(2)))
        #expect(last.machine == device.machine && last.endings.count < state.endings.count)
    }

    @Test("Events that stand in two segments are told once")
    func overlap() throws {
        let device = device()
        try device.write(to: scratch) { segments in
            segments[0] += segments[1].dropFirst().prefix(8)
        }
        let state = try RecordedState.read(scratch.path)
        #expect(state.damage.isEmpty)
        #expect(state.machine.whyKilled(app, earlier: state.endings).count == 30)
        #expect(Set(state.endings.map(\.seq)).count == state.endings.count)
    }

    @Test("At a time, it is as it was then")
    func earlier() throws {
        let device = RecordedDevice()
        device.install(app)
        device.ask { .open(app, arguments: [], $0) }
        let inFront = device.now
        device.advance(by: .seconds(60))
        device.startSegment()
        device.ask { .quit(app, $0) }
        try device.write(to: scratch)
        let then = try RecordedState.read(scratch.path, until: inFront.wall + .seconds(30))
        #expect(then.machine.view(app)?.state == .active)
        #expect(then.moment.wall == inFront.wall + .seconds(30))
        #expect(then.machine.whyKilled(app, earlier: then.endings).isEmpty)
        let now = try RecordedState.read(scratch.path)
        #expect(now.machine.whyKilled(app, earlier: now.endings).map(\.reason) == [.forceQuit])
        #expect(throws: JournalError.self) { try RecordedState.read(scratch.path, until: .zero) }
    }

    @Test("What can't be read is named, and the rest still answers")
    func damage() throws {
        let device = device()
        try device.write(to: scratch) { $0[1][0] = Data("nonsense\n".utf8) }
        let state = try RecordedState.read(scratch.path)
        #expect(state.machine == device.machine)
        #expect(state.damage.count == 1 && state.damage.first?.contains(device.name(1)) == true)
        #expect(throws: JournalError.self) { try RecordedState.read(scratch.file("nothing")) }
        let empty = try ScratchDirectory()
        #expect(throws: JournalError.self) { try RecordedState.read(empty.path) }
    }
}
