import Foundation
import Glibc
import QuiesceCore
import QuiesceJournal
import Synchronization
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A core in little: it adds up what it is told.
struct SumState: Sendable, Hashable {
    var sum = 0
    var ballast = ""
}

extension SumState: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("sum", sum)
        sink.field("ballast", ballast)
    }

    init(fields: JSONObject) throws(JSONError) {
        sum = try fields.read("sum")
        ballast = try fields.read("ballast")
    }
}

struct AddEvent: Sendable, Hashable {
    var add: Int
    var note = "a/b \"c\"\n"
}

extension AddEvent: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("add", add)
        sink.field("note", note)
    }

    init(fields: JSONObject) throws(JSONError) {
        add = try fields.read("add")
        note = try fields.read("note")
    }
}

typealias SumJournal = Journal<SumState, AddEvent>
typealias SumReader = JournalReader<SumState, AddEvent>

@Suite("The journal")
struct JournalTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    func append(_ numbers: ClosedRange<Int>, to journal: SumJournal) throws {
        for number in numbers {
            try journal.append(
                seq: UInt64(number), moment: Moment.zero.advanced(by: .seconds(Int64(number))),
                event: AddEvent(add: number))
        }
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
    }

    func write(_ bytes: Data, _ name: String) throws {
        try bytes.write(to: URL(fileURLWithPath: scratch.file(name)))
    }

    func load() throws -> JournalContents<SumState, AddEvent>? {
        try SumReader().load(scratch.path)
    }

    @Test("The state and the events after it come back, in order")
    func roundTrip() throws {
        #expect(try load()?.seq == nil)
        let journal = try SumJournal(directory: scratch.path)
        #expect(throws: JournalError.self) { try append(1...1, to: journal) }
        try journal.start(seq: 10, moment: .zero, state: SumState(sum: 55))
        try append(11...13, to: journal)
        try journal.sync()
        let contents = try #require(try load())
        #expect(contents.seq == 10 && contents.state == SumState(sum: 55))
        #expect(contents.entries.map(\.seq) == [11, 12, 13])
        #expect(contents.entries.map(\.event) == (11...13).map { AddEvent(add: $0) })
        #expect(contents.entries[2].moment == Moment.zero.advanced(by: .seconds(13)))
        #expect(contents.lastSeq == 13 && contents.damage.isEmpty)
        let line = try #require(
            try bytes("00000001.jsonl").split(separator: UInt8(ascii: "\n")).last)
        #expect(String(decoding: line, as: UTF8.self).contains("\"moment\":{"))
        #expect(line.count < 130, "a line should be short")
        let alone = try SumReader().loadSegment(scratch.file("00000001.jsonl"))
        #expect(alone.entries.count == 3)
    }

    @Test("Cut at any byte, a segment gives a prefix of its events", .behaviour("reliability D7"))
    func truncatedAnywhere() throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...4, to: journal)
        let whole = try bytes("00000001.jsonl")
        for size in 0...whole.count {
            try write(whole.prefix(size), "00000001.jsonl")
            let lines = whole.prefix(size).count { $0 == UInt8(ascii: "\n") }
            let contents = try load()
            #expect((contents != nil) == (lines > 0), "\(size)")
            guard let contents else { continue }
            #expect(contents.entries.map(\.event.add) == Array(1..<lines), "\(size)")
            #expect(contents.damage.isEmpty, "\(size)")

            // The next daemon goes on right behind.
            let next = try SumJournal(directory: scratch.path)
            #expect(try next.resume(contents))
            try append(lines...lines, to: next)
            let after = try #require(try load())
            #expect(after.entries.map(\.event.add) == Array(1...lines), "\(size)")
            #expect(after.damage.isEmpty, "\(size)")
        }
    }

    @Test("No flipped bit crashes the reader, or makes up events", .behaviour("reliability D7"))
    func flippedBits() throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...3, to: journal)
        let whole = try bytes("00000001.jsonl")
        for index in whole.indices {
            for bit in 0..<8 {
                var flipped = whole
                flipped[index] ^= 1 << bit
                try write(flipped, "00000001.jsonl")
                let contents = try load()
                #expect((contents?.entries.count ?? 0) <= 3, "\(index) \(bit)")
            }
        }
    }

    @Test("A line that can't be read ends the replay, and the next daemon starts a new segment")
    func corruptMiddle() throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...3, to: journal)
        var lines = try bytes("00000001.jsonl").split(separator: UInt8(ascii: "\n")).map {
            Data($0)
        }
        lines[2] = text("{\"seq\":2")
        try write(
            Data(lines.joined(separator: [UInt8(ascii: "\n")])) + text("\n"), "00000001.jsonl")
        let contents = try #require(try load())
        #expect(contents.entries.map(\.seq) == [1])
        #expect(contents.damage.count == 1)
        let next = try SumJournal(directory: scratch.path)
        #expect(try !next.resume(contents))
        try next.start(seq: 1, moment: .zero, state: SumState(sum: 1))
        #expect(
            try SumReader.segments(scratch.path).map(\.name) == [
                "00000001.jsonl", "00000002.jsonl",
            ])
        #expect(try load()?.damage == [])
    }

    @Test("An event that is missing ends the replay, and is reported")
    func gap() throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...1, to: journal)
        try append(3...3, to: journal)
        let contents = try #require(try load())
        #expect(contents.entries.map(\.seq) == [1] && contents.damage.count == 1)
    }

    @Test("Without the newest segment's state, the one before leads through its events")
    func unreadableHeader() async throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...3, to: journal)
        try journal.start(seq: 3, moment: .zero, state: SumState(sum: 6))
        try append(4...5, to: journal)
        let good = try bytes("00000002.jsonl")
        let end = try #require(good.firstIndex(of: UInt8(ascii: "\n")))
        let whole = String(decoding: good[..<end], as: UTF8.self)
        let version = "\"version\":\(SystemMachine.stateVersion)"
        #expect(whole.contains(version))
        let older = whole.replacingOccurrences(
            of: version, with: "\"version\":\(SystemMachine.stateVersion - 1)")
        for header in ["", "garbage", older, "{\(version),\"seq\":-1}"] {
            try write(text(header) + good[end...], "00000002.jsonl")
            let contents = try #require(try load())
            #expect(contents.state == SumState())
            #expect(contents.entries.map(\.event.add) == [1, 2, 3, 4, 5], "\(header)")
            #expect(contents.damage.count == 1, "\(header)")
            #expect(throws: JournalError.self) {
                try SumReader().loadSegment(scratch.file("00000002.jsonl"))
            }
        }
    }

    @Test("A rotation loses no event that comes while the state is written")
    func rotation() async throws {
        let journal = try SumJournal(directory: scratch.path, segmentBytes: 20_000)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        var state = SumState(ballast: String(repeating: "x", count: 20_000))
        var rotations = 0
        let failures = Mutex(0)
        let finished = DispatchSemaphore(value: 0)
        for number in 1...2_000 {
            try append(number...number, to: journal)
            state.sum += number
            if journal.needsRotation {
                let started = journal.rotate(seq: UInt64(number), moment: .zero, state: state) {
                    if case .failure = $0 { failures.withLock { $0 += 1 } }
                    finished.signal()
                }
                if started { rotations += 1 }
            }
        }
        for _ in 0..<rotations { await wait(for: finished) }
        #expect(rotations > 0 && failures.withLock { $0 } == 0)
        let segments = try SumReader.segments(scratch.path)
        #expect(segments.count == rotations + 1)
        #expect(try scratch.names().allSatisfy { $0.hasSuffix(".jsonl") })
        for segment in segments {
            let contents = try SumReader().loadSegment(scratch.file(segment.name))
            let sum = contents.entries.reduce(contents.state.sum) { $0 + $1.event.add }
            let last = Int(contents.lastSeq)
            #expect(sum == last * (last + 1) / 2 && contents.damage.isEmpty)
        }
        #expect(try load()?.lastSeq == 2_000)
    }

    @Test("A state larger than a segment isn't written again before as much of events has come")
    func largeState() async throws {
        let journal = try SumJournal(directory: scratch.path, segmentBytes: 1_000)
        let state = SumState(ballast: String(repeating: "x", count: 20_000))
        try journal.start(seq: 0, moment: .zero, state: state)
        var events = 0
        while !journal.needsRotation {
            events += 1
            try append(events...events, to: journal)
        }
        let whole = try #require(SumReader.segments(scratch.path).last?.bytes)
        #expect(whole >= 40_000 && whole < 40_500)
        // The next daemon goes on counting.
        let next = try SumJournal(directory: scratch.path, segmentBytes: 1_000)
        #expect(try next.resume(#require(try load())))
        #expect(next.needsRotation)
        let finished = DispatchSemaphore(value: 0)
        next.rotate(seq: UInt64(events), moment: .zero, state: state) { _ in finished.signal() }
        await wait(for: finished)
        #expect(!next.needsRotation)
    }

    @Test("The oldest segments go when the folder is full")
    func totalBytes() throws {
        let journal = try SumJournal(directory: scratch.path, totalBytes: 5_000)
        for number in 0..<20 {
            let state = SumState(sum: number, ballast: String(repeating: "x", count: 1_000))
            try journal.start(seq: UInt64(number), moment: .zero, state: state)
        }
        let segments = try SumReader.segments(scratch.path)
        #expect(segments.last?.number == 20)
        #expect(segments.reduce(0) { $0 + $1.bytes } <= 5_000)
        #expect(try load()?.state.sum == 19)
    }

    /// A fingerprint for each event, as the core makes one.
    func mark(_ number: Int) -> Fingerprint { Fingerprint(value: UInt64(number)) }

    func appendMarked(_ numbers: ClosedRange<Int>, to journal: SumJournal) throws {
        for number in numbers {
            try journal.append(
                seq: UInt64(number), moment: .zero, event: AddEvent(add: number),
                previous: number == 1 ? nil : mark(number - 1))
        }
    }

    func closing(_ segment: Int) throws -> Fingerprint? {
        try SumReader().loadSegment(scratch.file("0000000\(segment).jsonl")).closing
    }

    @Test("A segment that is ended in order tells what came of its last event")
    func closing() async throws {
        let journal = try SumJournal(directory: scratch.path, segmentBytes: 1)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try appendMarked(1...3, to: journal)
        #expect(try closing(1) == nil)
        let finished = DispatchSemaphore(value: 0)
        journal.rotate(seq: 3, moment: .zero, state: SumState(sum: 6)) { _ in finished.signal() }
        await wait(for: finished)
        #expect(try closing(1) == nil, "nobody has told yet")
        try appendMarked(4...4, to: journal)
        #expect(try closing(1) == mark(3))
        try journal.finish(mark(4))
        #expect(try closing(2) == mark(4))
        try journal.finish(mark(4))
        let contents = try #require(try load())
        #expect(contents.lastSeq == 4 && contents.damage.isEmpty)

        // The next daemon may go on in its place.
        let next = try SumJournal(directory: scratch.path)
        #expect(try next.resume(contents))
        try appendMarked(5...5, to: next)
        let after = try #require(try load())
        #expect(after.lastSeq == 5 && after.damage.isEmpty && after.closing == nil)
        try next.finish(mark(5))
        #expect(try closing(2) == mark(5))
    }

    @Test("A rotation that nothing came after is ended as the segment before it")
    func closingWithoutEvents() async throws {
        let journal = try SumJournal(directory: scratch.path, segmentBytes: 1)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try appendMarked(1...2, to: journal)
        let finished = DispatchSemaphore(value: 0)
        journal.rotate(seq: 2, moment: .zero, state: SumState(sum: 3)) { _ in finished.signal() }
        await wait(for: finished)
        try journal.finish(mark(2))
        #expect(try closing(1) == mark(2))
        #expect(try closing(2) == mark(2))
    }

    @Test(
        "An end that isn't the last event's, or has more after it, is damage",
        arguments: [
            (#"{"end":9,"h":"0000000000000003"}"#, "event 9 is the last, after 3"),
            (#"{"end":3,"h":"0000000000000003"}"# + "\n{}", "more after the end"),
            (#"{"end":3,"h":"3"}"#, "not an event"),
        ])
    func wrongClosing(line: String, problem: String) throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try appendMarked(1...3, to: journal)
        try write(try bytes("00000001.jsonl") + text(line + "\n"), "00000001.jsonl")
        let contents = try #require(try load())
        #expect(contents.lastSeq == 3 && contents.damage.count == 1)
        #expect(contents.damage[0].hasSuffix(": " + problem))
    }

    @Test("A journal's files are their owner's alone", .behaviour("reliability D9"))
    func mode() throws {
        let journal = try SumJournal(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try journal.append(
            seq: 1, moment: .zero, event: AddEvent(add: 1), payload: #"{"secret":"ü\n"}"#)
        #expect(try load()?.entries.first?.payload == #"{"secret":"ü\n"}"#)
        for name in try scratch.names() {
            var status = stat()
            #expect(stat(scratch.file(name), &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }

    @Test("A rotation that fails leaves the old segment going", .behaviour("reliability D6"))
    func failedRotation() async throws {
        let journal = try SumJournal(directory: scratch.path, segmentBytes: 1)
        try journal.start(seq: 0, moment: .zero, state: SumState())
        try append(1...9, to: journal)
        #expect(mkdir(scratch.file("00000002.jsonl.tmp"), 0o700) == 0)
        let finished = DispatchSemaphore(value: 0)
        #expect(journal.needsRotation)
        journal.rotate(seq: 9, moment: .zero, state: SumState(sum: 45)) { result in
            if case .failure = result { finished.signal() }
        }
        await wait(for: finished)
        #expect(!journal.needsRotation, "not again for every event")
        try append(10...11, to: journal)
        #expect(try load()?.lastSeq == 11)
        #expect(rmdir(scratch.file("00000002.jsonl.tmp")) == 0)
    }

    @Test(
        "A gap that couldn't be closed is tried again some events later, not some thousand",
        .behaviour("reliability D5"))
    func repairs() async throws {
        let journal = try SumJournal(directory: scratch.path)
        #expect(throws: JournalError.self) { try append(1...1, to: journal) }
        #expect(journal.needsRotation && journal.hasGap)
        #expect(mkdir(scratch.file("00000001.jsonl.tmp"), 0o700) == 0)
        let finished = DispatchSemaphore(value: 0)
        journal.rotate(seq: 1, moment: .zero, state: SumState(sum: 1)) { _ in finished.signal() }
        await wait(for: finished)
        #expect(rmdir(scratch.file("00000001.jsonl.tmp")) == 0)
        var events = 1
        while !journal.needsRotation, events < 100 {
            events += 1
            #expect(throws: JournalError.self) { try append(events...events, to: journal) }
        }
        #expect((3...10).contains(events))
        let state = SumState(sum: events * (events + 1) / 2)
        journal.rotate(seq: UInt64(events), moment: .zero, state: state) { _ in finished.signal() }
        await wait(for: finished)
        try append((events + 1)...(events + 1), to: journal)
        let contents = try #require(try load())
        #expect(contents.state == state && contents.entries.count == 1 && contents.damage.isEmpty)
        #expect(!journal.needsRotation && !journal.hasGap)
    }

    @Test(
        "On a full disk an append fails whole, and the journal heals", .behaviour("reliability D5"))
    func fullDisk() throws {
        // A file that can't grow is the disk that is full, for one process: in a child, as the
        // limit is the process's.
        let scratch = try ScratchDirectory()
        let run = try ProbeRun.run(
            wrapper: ["sh", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"],
            ["journal", scratch.path, "200"])
        let failed = run.failures.count
        #expect(run.status == 0 && failed > 0 && run.acks.count + failed == 200, "\(run)")
        let contents = try #require(try JournalReader<Int, String>().load(scratch.path))
        #expect(contents.entries.map { Int($0.seq) } == Array(1...run.acks.count))
        #expect(contents.damage.isEmpty, "\(contents.damage)")
    }

    /// Waits off the cooperative pool.
    func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
