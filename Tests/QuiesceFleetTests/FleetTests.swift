import Foundation
import QuiesceCore
import QuiesceJournal
import TestSupport
import Testing

@testable import QuiesceFleet

@Suite("Fleets of devices under two policies")
struct FleetTests {
    private static let owners = Fleet.Devices.owners(5, days: 2, seed: 7)

    @Test("The same owners have the same measures, however many are played at once")
    func order() throws {
        let fleet = Fleet(Self.owners, profile: .ios8, against: .ios26)
        let one = try fleet.run(jobs: 1)
        let many = try fleet.run(jobs: 4)
        #expect(one.problems.isEmpty)
        #expect(one.record.devices.map(\.name) == (0..<5).map { "owner-\($0)" })
        #expect(one.record.lines == many.record.lines)
    }

    @Test("Another seed makes other owners")
    func seed() throws {
        func devices(_ seed: UInt64) throws -> [FleetDevice] {
            try Fleet(.owners(2, days: 1, seed: seed), profile: .ios8, against: .ios26)
                .run(jobs: 1).record.devices
        }
        #expect(try devices(1) != devices(2))
        #expect(try devices(1) == devices(1))
    }

    @Test("The owner does the same under every policy")
    func sameOwner() throws {
        let device = try Fleet(.owners(1, days: 3, seed: 3), profile: .ios4, against: .ios26)
            .play("owner-0")
        #expect(device.profile.opens == device.against.opens)
        #expect(device.profile.pushes == device.against.pushes)
        #expect(device.profile.opens > 10)
    }

    @Test("Under one policy nothing changes, and nothing is shown to")
    func nothing() throws {
        let (record, _) = try Fleet(Self.owners, profile: .ios8, against: .ios8).run(jobs: 2)
        for row in Comparison(record.devices).rows {
            #expect(row.change.mean == 0 && !row.change.isShown && row.change.worstDevice == nil)
        }
        let parting = try Fleet(Self.owners, profile: .ios8, against: .ios8).parting(
            of: "owner-1")
        #expect(parting.profile == nil && parting.against == nil)
    }

    @Test("A policy that allows fewer fetches a day has fewer wake-ups and fewer fresh opens")
    func budget() throws {
        var frugal = PolicyProfile.ios8
        frugal.name = "frugal"
        frugal.fetchesPerAppDay = 1
        let (record, _) = try Fleet(
            .owners(12, days: 6, seed: 5), profile: .ios8, against: frugal
        ).run(jobs: 2)
        let rows = Comparison(record.devices).rows
        let wakeUps = try #require(rows.first { $0.measure == "wakeUps" })
        let fresh = try #require(rows.first { $0.measure == "fresh" })
        #expect(wakeUps.change.mean < 0 && wakeUps.change.isShown)
        #expect(fresh.change.mean < 0)
        #expect(wakeUps.change.better > wakeUps.change.worse)
    }

    @Test("A policy's shorter background time cuts more tasks")
    func tasks() throws {
        let (record, _) = try Fleet(
            .owners(6, days: 2, seed: 9), profile: .ios8, against: .ios26
        ).run(jobs: 2)
        let row = try #require(Comparison(record.devices).rows.first { $0.measure == "cutTasks" })
        #expect(row.profile.mean == 0 && row.against.mean > 0)
    }

    // MARK: Journals

    @Test("A made-up device's journal replays to the same decisions, and has the same measures")
    func journal() throws {
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.path
        let owners = Fleet(.owners(1, days: 2, seed: 11), profile: .ios8, against: .ios26)
        let days = try owners.parting(of: "owner-0").profileDays
        try FileManager.default.createDirectory(
            atPath: "\(folder)/Alice/journal", withIntermediateDirectories: true)
        try Data(days.journal).write(
            to: URL(fileURLWithPath: "\(folder)/Alice/journal/00000001.jsonl"))
        let journals = Fleet(.journals(folder: folder), profile: nil, against: .ios26)
        let (record, problems) = try journals.run(jobs: 2)
        #expect(problems.isEmpty)
        let device = try #require(record.devices.first)
        #expect(device.name == "Alice")
        #expect(try device.profile == owners.play("owner-0").profile)
        #expect(device.against != device.profile)
    }

    @Test("A fleet's device decides, event by event, as a replay of its journal alone")
    func sameAsReplay() throws {
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.path
        let days = try Fleet(.owners(1, days: 1, seed: 2), profile: .ios8, against: .ios26)
            .parting(of: "owner-0").profileDays
        try Data(days.journal).write(to: URL(fileURLWithPath: "\(folder)/00000001.jsonl"))
        let alone = try Replay.run(folder, profile: .ios26)
        let listened = try Replay.run(folder, profile: .ios26, listener: MeasuringListener())
        #expect(alone.hash == listened.hash)
        #expect(alone.isSame && listened.isSame)
    }

    @Test("A device that can't be played is named with the reason, and the others are played")
    func damaged() throws {
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.path
        let days = try Fleet(.owners(1, days: 1, seed: 2), profile: .ios8, against: .ios26)
            .parting(of: "owner-0").profileDays
        for name in ["good", "torn"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try Data(days.journal).write(to: URL(fileURLWithPath: "\(folder)/good/00000001.jsonl"))
        try Data("{}\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/torn/00000001.jsonl"))
        let (record, problems) = try Fleet(
            .journals(folder: folder), profile: nil, against: .ios26
        ).run(jobs: 2)
        #expect(record.devices.map(\.name) == ["good"])
        #expect(problems.count == 1 && problems[0].hasPrefix("torn: "))
    }

    @Test("A folder without a journal is refused, in a sentence that says what it is to hold")
    func empty() throws {
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.path
        let fleet = Fleet(.journals(folder: folder), profile: nil, against: .ios26)
        #expect(throws: FleetError.self) { try fleet.run(jobs: 1) }
        let nowhere = Fleet(.journals(folder: folder + "/no"), profile: nil, against: .ios26)
        #expect(throws: FleetError.self) { try nowhere.run(jobs: 1) }
    }

    // MARK: Parts

    @Test("The parts of a fleet make the same whole, in whatever order they come")
    func parts() throws {
        let whole = try Fleet(Self.owners, profile: .ios8, against: .ios26).run(jobs: 1).record
        let parts = try (1...3).map { number in
            (
                "part-\(number)",
                try Fleet(
                    Self.owners, profile: .ios8, against: .ios26, part: (number, 3)
                ).run(jobs: 1).record
            )
        }
        for (name, record) in parts {
            let read = try FleetRecord(record.lines, named: name)
            #expect(read.manifest == record.manifest && read.devices == record.devices)
        }
        let merged = try FleetRecord.merge(parts.reversed())
        #expect(merged.lines == whole.lines)
    }

    @Test("A part that lacks, comes twice or is of another run is refused by name")
    func wrongParts() throws {
        func part(_ number: Int, against: PolicyProfile = .ios26) throws -> FleetRecord {
            try Fleet(
                .owners(2, days: 1, seed: 1), profile: .ios8, against: against, part: (number, 2)
            ).run(jobs: 1).record
        }
        let first = try part(1)
        #expect(throws: FleetError("parts are missing: 2 of 2")) {
            try FleetRecord.merge([("a", first)])
        }
        #expect(throws: FleetError("b and a are the same part, 1")) {
            try FleetRecord.merge([("a", first), ("b", first)])
        }
        let other = try part(2, against: .ios4)
        #expect(throws: FleetError.self) { try FleetRecord.merge([("a", first), ("b", other)]) }
        #expect(throws: FleetError("x is empty")) { try FleetRecord([], named: "x") }
        #expect(throws: FleetError.self) { try FleetRecord(Array("{}\n".utf8), named: "x") }
    }
}
