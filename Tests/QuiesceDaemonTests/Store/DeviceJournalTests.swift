import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon
@testable import QuiesceJournal

/// A device's journal, with any events and any damage.
@Suite struct DeviceJournalTests {
    typealias Reader = JournalReader<SystemMachine, Event>
    typealias Contents = JournalContents<SystemMachine, Event>

    let scratch: ScratchDirectory
    var path: String { scratch.file("00000001.jsonl") }

    init() throws { scratch = try ScratchDirectory() }

    /// Any event, the hot ones more often than others, with any numbers.
    private func event(_ random: inout SeededGenerator) -> Event {
        let apps = ["a", "org.quiesce.Test-1", String(repeating: "x", count: 155)]
        let app = AppID(apps[random.below(3)])!
        let launch = Launch(number: number(&random))
        let results: [WakeResult] = [.newData, .noData, .failed]
        switch random.below(10) {
        case 0: return .fetch(app, Ticket(number(&random)))
        case 1:
            return .push(
                app, contentAvailable: random.below(2) == 0, PayloadHandle(number(&random)),
                Ticket(number(&random)))
        case 2: return .frozen(app, launch, freeze: number(&random))
        case 3: return .handled(app, launch, seq: number(&random))
        case 4: return .endTask(app, launch, request: number(&random), TaskID(number(&random)))
        case 5:
            return .completeWake(
                app, launch, request: number(&random), WakeID(number(&random)),
                results[random.below(3)])
        case 6: return .timer
        case 7: return .open(app, arguments: ["-x", "a \"b\" ü\n"], Ticket(number(&random)))
        case 8: return .home(Ticket(number(&random)))
        default:
            return .beginTask(app, launch, request: number(&random), TaskID(1), name: "fetch\":{")
        }
    }

    private func number(_ random: inout SeededGenerator) -> UInt64 {
        let edges: [UInt64] = [0, 9, 10, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
        return random.below(2) == 0 ? edges[random.below(6)] : UInt64(random.below(1_000_000))
    }

    private func time(_ random: inout SeededGenerator) -> Int64 {
        let edges: [Int64] = [0, -1, .min, .max, 1_780_272_000_000_000_000]
        return random.below(2) == 0 ? edges[random.below(5)] : Int64(random.below(1_000_000)) - 500
    }

    /// A segment as the daemon writes it.
    private func write(_ count: Int, seed: UInt64) throws -> [Event] {
        var random = SeededGenerator(seed: seed)
        let journal = try Journal.ofDevice(directory: scratch.path)
        try journal.start(seq: 0, moment: .zero, state: SystemMachine(profile: .ios8))
        var events: [Event] = []
        for seq in 1...UInt64(count) {
            let moment = Moment(
                instant: Instant(nanoseconds: time(&random)),
                awake: AwakeInstant(nanoseconds: time(&random)),
                wall: WallTime(nanoseconds: time(&random)))
            let event = event(&random)
            events.append(event)
            try journal.append(
                seq: seq, moment: moment, event: event,
                previous: random.below(3) == 0 ? nil : Fingerprint(value: number(&random)),
                payload: random.below(9) == 0 ? #"{"a":"\"h\""}"# : nil)
        }
        try journal.finish(Fingerprint(value: number(&random)))
        return events
    }

    @Test(
        "Whatever a daemon writes is read as it was", .behaviour("reliability D2"),
        arguments: 1...4 as ClosedRange<UInt64>)
    func everyEvent(seed: UInt64) throws {
        let events = try write(500, seed: seed)
        let contents = try Reader().loadSegment(path)
        #expect(contents.entries.map(\.event) == events && contents.damage.isEmpty)
        #expect(contents.closing != nil)
        #expect(contents.entries.contains { $0.payload != nil })
    }

    @Test(
        "A damaged line is refused, unless it is an event to Foundation, too",
        .behaviour("reliability D7"),
        arguments: 1...3 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        _ = try write(12, seed: seed)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let header = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
        let bytes = Array(whole[header...])
        var random = SeededGenerator(seed: seed)
        let pieces = [" ", "0", "-", "e1", ".0", ",", "\"", "}", "\\u0031", "\n", "\u{FC}"].map {
            Array($0.utf8)
        }
        for _ in 0..<600 {
            var changed = bytes
            let place = random.below(changed.count)
            switch random.below(4) {
            case 0: changed[place] ^= 1 << random.below(8)
            case 1: changed.remove(at: place)
            case 2: changed.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
            default: changed.insert(contentsOf: changed[place...].prefix(20), at: place)
            }
            try (whole[..<header] + changed).write(to: URL(fileURLWithPath: path))
            let contents = try Reader().loadSegment(path)
            let lines = changed.split(separator: UInt8(ascii: "\n")).prefix(contents.entries.count)
            for line in lines {
                let isJSON = (try? JSONSerialization.jsonObject(with: Data(line))) != nil
                #expect(isJSON, "\(String(decoding: line, as: UTF8.self))")
            }
            for entry in contents.entries {
                #expect(try Event.read(entry.event.json) == entry.event)
            }
        }
    }
}
