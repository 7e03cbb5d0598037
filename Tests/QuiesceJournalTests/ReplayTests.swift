import Foundation
import JournalTestSupport
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceJournal

@Suite("A replay")
struct ReplayTests {
    let scratch: ScratchDirectory
    let app: AppID

    init() throws {
        scratch = try ScratchDirectory()
        app = try #require(AppID("org.example.Clock"))
    }

    /// A day in little: opened, left, woken twice, force-quit.
    func busyDevice(_ profile: PolicyProfile = .ios8) -> RecordedDevice {
        let device = RecordedDevice(profile)
        device.install(app)
        live(device)
        return device
    }

    func live(_ device: RecordedDevice) {
        device.ask { .open(app, arguments: [], $0) }
        device.ask { .home($0) }
        device.advance(by: .seconds(60))
        device.ask { .fetch(app, $0) }
        device.ask { .push(app, contentAvailable: true, PayloadHandle(7), $0) }
        device.ask { .quit(app, $0) }
    }

    func replay(_ profile: PolicyProfile? = nil) throws -> Replay {
        try Replay.run(scratch.path, profile: profile)
    }

    @Test("What was recorded comes out the same, event by event and state by state")
    func same() throws {
        let device = busyDevice()
        device.startSegment()
        live(device)
        try device.write(to: scratch)
        let replay = try replay()
        #expect(replay.isSame && replay.gaps.isEmpty, "\(String(describing: replay.difference))")
        #expect(replay.segments == 2 && replay.comparedStates == 1 && replay.restarts == 0)
        #expect(replay.events == Int(device.seq) && replay.decisions > 20)
        #expect(replay.comparedEvents == replay.events - 1, "all but the very last")
        #expect(try self.replay().hash == replay.hash)
        let alone = try Replay.run(scratch.file(device.name(0)))
        #expect(alone.isSame && alone.events < replay.events && alone.hash != replay.hash)
    }

    @Test("What was ended in order is proved to the last event, and what wasn't is told")
    func closing() throws {
        let device = busyDevice()
        try device.write(to: scratch)
        let running = try replay()
        #expect(running.isSame && running.unproved == [device.seq])
        device.finish()
        try device.write(to: scratch)
        let ended = try replay()
        #expect(ended.isSame && ended.unproved.isEmpty && ended.comparedEvents == ended.events)
        #expect(ended.hash == running.hash)

        device.restart()
        live(device)
        let killedAfter = device.seq
        device.restart()
        live(device)
        device.finish()
        try device.write(to: scratch)
        let whole = try replay()
        #expect(whole.isSame && whole.unproved == [killedAfter] && whole.gaps.isEmpty)
        #expect(whole.comparedEvents == whole.events - 1)
        let alone = try Replay.run(scratch.file(device.name(0)))
        #expect(alone.isSame && alone.comparedEvents == alone.events)
    }

    @Test("A segment that a rotation ended is proved once, also with the next one's events in it")
    func closingInOverlap() throws {
        let device = busyDevice()
        device.finish()
        device.startSegment()
        live(device)
        device.finish()
        try device.write(to: scratch)
        let whole = try replay()
        #expect(whole.isSame && whole.unproved.isEmpty && whole.comparedEvents == whole.events)
        try device.write(to: scratch) { segments in
            let closing = segments[0].removeLast()
            segments[0] += segments[1][1...5]
            let last = String(decoding: segments[1][6], as: UTF8.self)
            let print = last.components(separatedBy: #""h":""#)[1].prefix(16)
            let seq = device.seq - UInt64(segments[1].count - 7)
            segments[0].append(Data(#"{"end":\#(seq),"h":"\#(print)"}\#n"#.utf8))
            #expect(segments[0].last != closing)
        }
        let overlapping = try replay()
        #expect(overlapping.isSame && overlapping.unproved.isEmpty)
        #expect(overlapping.comparedEvents == whole.events && overlapping.hash == whole.hash)
        let alone = try Replay.run(scratch.file(device.name(0)))
        #expect(alone.isSame && alone.unproved.isEmpty)
    }

    @Test("The very last event is compared as well")
    func changedClosing() throws {
        let device = busyDevice()
        device.finish()
        try device.write(to: scratch) { segments in
            let end = segments[0].count - 1
            segments[0][end] = Data(
                #"{"end":\#(device.seq),"h":"0123456789abcdef"}\#n"#.utf8)
        }
        let difference = try #require(try replay().difference)
        #expect(difference.seq == device.seq && difference.expected.contains("0123456789abcdef"))
    }

    @Test("Payloads that were kept are found with their events")
    func payloads() throws {
        let device = busyDevice()
        try device.write(to: scratch)
        #expect(try replay().payloads.isEmpty)
        let push = try #require(device.segments[0].firstIndex { $0.contains(#"{"push":"#) })
        try device.write(to: scratch) { segments in
            let rest = segments[0][push].dropFirst()
            segments[0][push] = Data(#"{"payload":"{\"a\":1}","#.utf8) + rest
        }
        let found = try replay()
        #expect(found.isSame)
        #expect(found.payloads.map(\.seq) == [UInt64(push)])
        #expect(found.payloads.map(\.body) == [#"{"a":1}"#] && found.payloads[0].app == app)
    }

    @Test("A core that decides otherwise is found at the first event where it does")
    func changedRule() throws {
        let device = busyDevice()
        let fetch = try #require(device.segments[0].firstIndex { $0.contains(#"{"fetch":"#) })
        // Recorded under one rule, and played under another.
        var header = try RecordedDevice.Header.read(Array(device.segments[0][0]))
        var profile = header.state.profile
        profile.backgroundModes = []
        header.state.adopt(profile: profile)
        try device.write(to: scratch) { $0[0][0] = RecordedDevice.line(header) }
        let difference = try #require(try replay().difference)
        #expect(difference.seq == UInt64(fetch))
        #expect(difference.event?.hasPrefix(#"{"fetch":"#) == true)
        #expect(difference.got.contains("refuse modeUnknownToProfile (O4)"))
    }

    @Test("One recorded fingerprint that differs is found, with its event")
    func changedFingerprint() throws {
        let device = busyDevice()
        try device.write(to: scratch) { segments in
            let line = String(decoding: segments[0][6], as: UTF8.self)
            let digits = line.components(separatedBy: #""h":""#)[1].prefix(16)
            segments[0][6] = replacing(segments[0][6], String(digits), "0123456789abcdef")
        }
        let replay = try replay()
        let difference = try #require(replay.difference)
        #expect(!replay.isSame && difference.seq == 5)
        #expect(difference.expected.contains("0123456789abcdef"))
        #expect(difference.event?.hasPrefix(#"{"handled":"#) == true)
    }

    @Test("A segment that begins with another state than the one before leads to is found")
    func changedState() throws {
        let device = busyDevice()
        device.startSegment()
        live(device)
        try device.write(to: scratch) { segments in
            segments[1][0] = replacing(segments[1][0], #""isLocked":false"#, #""isLocked":true"#)
        }
        let difference = try #require(try replay().difference)
        #expect(difference.event == nil && difference.seq > 5)
        #expect(["device.isLocked is true", "device.isLocked is 1"].contains(difference.expected))
        #expect(["device.isLocked is false", "device.isLocked is 0"].contains(difference.got))
    }

    @Test("Events that stand in two segments, as a rotation leaves them, count once")
    func overlap() throws {
        let device = busyDevice()
        device.startSegment()
        live(device)
        try device.write(to: scratch)
        let whole = try replay()
        try device.write(to: scratch) { segments in
            segments[0] += segments[1].dropFirst().prefix(5)
        }
        let overlapping = try replay()
        #expect(overlapping.isSame && overlapping.comparedStates == 1)
        #expect(overlapping.events == whole.events && overlapping.hash == whole.hash)
    }

    @Test("A daemon's restart goes on from the state, also with another profile")
    func restart() throws {
        let device = busyDevice()
        device.restart()
        live(device)
        device.restart(.ios4)
        live(device)
        try device.write(to: scratch)
        let replay = try replay()
        #expect(replay.isSame, "\(String(describing: replay.difference))")
        #expect(replay.restarts == 2 && replay.comparedStates == 2)
    }

    @Test("Nobody but a new daemon may change the profile")
    func profileWithoutRestart() throws {
        let device = busyDevice()
        device.machine.adopt(profile: .ios4)
        device.startSegment()
        live(device)
        try device.write(to: scratch)
        let difference = try #require(try replay().difference)
        #expect(difference.event == nil && difference.expected.hasPrefix("device.profile."))
    }

    @Test("A torn last line is no damage", .behaviour("reliability D7"))
    func tornTail() throws {
        let device = busyDevice()
        try device.write(to: scratch) { segments in
            segments[0][segments[0].count - 1].removeLast(9)
        }
        let replay = try replay()
        #expect(replay.isSame && replay.events == Int(device.seq) - 1)
    }

    @Test(
        "A line that can't be read is named with its file and line", .behaviour("reliability D7"))
    func damage() throws {
        let device = busyDevice()
        try device.write(to: scratch) { $0[0][4] = Data("{\"seq\":\n".utf8) }
        let line = try replay()
        #expect(!line.isSame && line.difference == nil && line.events == 3)
        #expect(line.damage == ["00000001.jsonl:5: not an event"])
        device.startSegment()
        live(device)
        try device.write(to: scratch) { $0[0][0] = Data("nonsense\n".utf8) }
        let header = try replay()
        #expect(!header.isSame && header.difference == nil && header.segments == 2)
        #expect(header.damage.count == 1 && header.damage[0].contains("00000001.jsonl:1:"))
        #expect(header.events > 5)
    }

    @Test("Missing events are told, and the replay goes on behind them")
    func gap() throws {
        let device = busyDevice()
        device.startSegment()
        live(device)
        try device.write(to: scratch) { $0[0].removeLast(3) }
        let replay = try replay()
        #expect(replay.isSame && replay.gaps.count == 1 && replay.comparedStates == 0)
    }

    @Test("What isn't a journal is an error")
    func noJournal() throws {
        #expect(throws: JournalError.self) { try replay() }
        #expect(throws: JournalError.self) { try Replay.run(scratch.file("nothing")) }
    }

    // MARK: Helpers

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
    }

    func replacing(_ line: Data, _ old: String, _ new: String) -> Data {
        Data(String(decoding: line, as: UTF8.self).replacing(old, with: new).utf8)
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
