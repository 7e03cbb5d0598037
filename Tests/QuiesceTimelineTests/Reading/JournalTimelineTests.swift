import Foundation
import JournalTestSupport
import QuiesceCore
import QuiesceJournal
import TestSupport
import Testing

@testable import QuiesceTimeline

@Suite("A timeline of a journal") struct JournalTimelineTests {
    let scratch: ScratchDirectory
    let mail: AppID

    init() throws {
        scratch = try ScratchDirectory()
        mail = try #require(AppID("org.example.Mail"))
    }

    /// In three segments, with a daemon that was restarted: opened, left and force-quit, each time.
    private func device(rounds: Int = 6) -> RecordedDevice {
        let device = RecordedDevice()
        device.install(mail, named: "Mail")
        for round in 0..<rounds {
            device.ask { .open(mail, arguments: [], $0) }
            device.ask { .home($0) }
            device.advance(by: .seconds(60))
            device.ask { .quit(mail, $0) }
            device.take(.exited(mail, Launch(number: UInt64(round + 1)), .exited(code: 0)))
            if round == 1 { device.startSegment() }
            if round == 3 { device.restart() }
        }
        return device
    }

    @Test("Its lane has each state, its rows each decision of the log, over all segments")
    func whole() throws {
        let device = device()
        try device.write(to: scratch)
        let timeline = try Timeline.journal(scratch.path)
        let log = try RecordedState.read(scratch.path, keepingDecisions: true).decisions
        #expect(timeline.rows.map(\.seq) == log.map(\.seq))
        #expect(timeline.rows.map { timeline.texts[Int($0.sentence)] } == log.map(\.sentence))
        #expect(timeline.apps.map(\.name) == ["Mail"])
        let states = timeline.apps[0].states.map(\.value)
        let told = log.filter { $0.kind == .transition && $0.from != $0.to }.compactMap(\.to)
        #expect(states == [.notRunning] + told, "\(states)")
        #expect(timeline.restarts.map(\.value) == ["daemon restarted"])
        #expect(timeline.gaps.isEmpty && timeline.notes.isEmpty)
        // The times are the log's.
        for (row, decision) in zip(timeline.rows, log) {
            let time = timeline.start + timeline.time(of: row)
            #expect(time == decision.time.nanoseconds / 1_000)
        }
    }

    @Test("The answers are those of the recorded state")
    func answers() throws {
        try device().write(to: scratch)
        let app = try #require(try Timeline.journal(scratch.path).apps.first)
        #expect(app.why?.sentence.contains("(U1)") == true, "\(app.why?.sentence ?? "")")
        let fetch = try #require(app.whyNot["fetch"])
        #expect(fetch.rule == "U2" && fetch.sentence.hasPrefix("Mail would not be woken for a "))
        #expect(Set(app.whyNot.keys) == Set(Timeline.causes))
    }

    @Test("From a time on, it begins with the states of that time, and ends at another")
    func stretch() throws {
        let device = device()
        try device.write(to: scratch)
        let all = try Timeline.journal(scratch.path)
        let middle = WallTime(nanoseconds: (all.start + all.now / 2) * 1_000)
        let late = try Timeline.journal(scratch.path, since: middle)
        let early = try Timeline.journal(scratch.path, until: middle)
        #expect(late.decisions < all.decisions && early.decisions < all.decisions)
        #expect(late.decisions + early.decisions >= all.decisions)
        #expect(late.start == all.start + all.now / 2 && early.now == all.now / 2)
        #expect(late.apps.first?.states.first?.time == 0)
        #expect(throws: JournalError.self) {
            try Timeline.journal(scratch.path, since: middle + .seconds(86_400))
        }
    }

    @Test("A torn line at the end is no damage, and what can't be read is named")
    func torn() throws {
        let device = device()
        try device.write(to: scratch) { segments in
            segments[2].append(Data("{\"seq\":99".utf8))
        }
        #expect(try Timeline.journal(scratch.path).notes.isEmpty)
        try device.write(to: scratch) { $0[1][0] = Data("nonsense\n".utf8) }
        let damaged = try Timeline.journal(scratch.path)
        #expect(damaged.notes.count == 1 && damaged.notes[0].contains(device.name(1)))
        #expect(!damaged.gaps.isEmpty)
        #expect(damaged.decisions > 0)
    }

    @Test("A journal of another version is refused, with both versions")
    func version() throws {
        let device = device()
        try device.write(to: scratch) { segments in
            for index in segments.indices {
                segments[index][0] = Data("{\"version\":999999}\n".utf8)
            }
        }
        let error = #expect(throws: JournalError.self) { try Timeline.journal(scratch.path) }
        #expect(error?.message.contains("version 999999; this program reads") == true)
        #expect(throws: JournalError.self) { try Timeline.journal(scratch.file("nothing")) }
    }

    @Test("A device on which nothing happened has a timeline without decisions")
    func empty() throws {
        try RecordedDevice().write(to: scratch)
        let timeline = try Timeline.journal(scratch.path)
        #expect(timeline.decisions == 0 && timeline.apps.isEmpty && timeline.now == 0)
        #expect(!timeline.page(zone: .utc).isEmpty)
    }

    @Test("Of too many decisions the newest are kept, and it says how many are left out")
    func bounded() throws {
        try device(rounds: 40).write(to: scratch)
        let all = try Timeline.journal(scratch.path)
        let kept = try Timeline.journal(scratch.path, keeping: 50)
        #expect((40...50).contains(kept.decisions))
        #expect(kept.rows.last?.seq == all.rows.last?.seq)
        let left = all.decisions - kept.decisions
        #expect(kept.notes.first?.hasPrefix("The \(left) decisions before ") == true)
        let first = try #require(kept.rows.first)
        #expect(kept.from == kept.time(of: first))
        // The texts and the states are those of what is kept.
        let words = kept.rows.map { kept.texts[Int($0.sentence)] }
        #expect(words == all.rows.suffix(kept.decisions).map { all.texts[Int($0.sentence)] })
        #expect(kept.texts.count < all.texts.count)
        let states = try #require(kept.apps.first?.states)
        #expect(states.count { $0.time <= kept.from } == 1)
    }

    @Test("A name of any length is cut where it says so")
    func longNames() throws {
        let device = RecordedDevice()
        device.install(mail, named: String(repeating: "ס👾", count: 4_000))
        try device.write(to: scratch)
        let name = try #require(try Timeline.journal(scratch.path).apps.first?.name)
        #expect(name.hasSuffix("…") && name.utf8.count <= Limits.timelineTextLength)
    }
}
