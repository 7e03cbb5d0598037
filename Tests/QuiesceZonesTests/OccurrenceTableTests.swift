import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceZones

/// The database's reader and the core's calendar against Python's `zoneinfo`, on the machine's own
/// database: every zone of it, and for those that change their offset between 2010 and 2040 every
/// repeat unit. `Tests/Python/occurrences.py` says what is expected, by other means.
@Suite("When notifications are due, in all zones") struct OccurrenceTableTests {
    @Test(
        "Each zone's offsets and each occurrence are as Python has them",
        .behaviour("N1", "N5", "N7", "reliability T4"))
    func table() async throws {
        let lines = try await Self.expected()
        // Either side reads these files, whose version they say; so no two versions are compared.
        print("tz database \(try #require(lines.first).dropFirst("version ".count))")
        let zones = lines.indices.filter { lines[$0].hasPrefix("zone ") }
        #expect(zones.count > 300)
        let totals = try await withThrowingTaskGroup(of: Totals.self) { group in
            for (number, start) in zones.enumerated() {
                let end = number + 1 < zones.count ? zones[number + 1] : lines.count
                group.addTask { try ZoneTable(lines[start..<end]).check() }
            }
            return try await group.reduce(into: Totals()) { $0.add($1) }
        }
        #expect(totals.changing > 100)
        #expect(Set(totals.units.keys) == Set(RepeatInterval.units.map(\.rawValue) + ["once"]))
        #expect(totals.units.values.allSatisfy { $0 > 1_000 }, "\(totals.units)")
    }

    private static func expected() async throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = BuiltProducts.package.appendingPathComponent("Tests/Python/occurrences.py")
        process.arguments = ["python3", "-B", script.path, "/usr/share/zoneinfo"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PYTHONTZPATH": "/usr/share/zoneinfo"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 \(script.path) failed")
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}

private struct Totals: Sendable {
    var changing = 0
    var units: [String: Int] = [:]

    mutating func add(_ other: Totals) {
        changing += other.changing
        units.merge(other.units, uniquingKeysWith: +)
    }
}

/// The table of expected values for a zone.
private struct ZoneTable {
    private let lines: ArraySlice<Substring>

    init(_ lines: ArraySlice<Substring>) { self.lines = lines }

    func check() throws -> Totals {
        var totals = Totals()
        var zone: Zone?
        var rule: Case?
        for line in lines {
            let words = line.split(separator: " ")
            switch words[0] {
            case "zone":
                let zones = words.dropFirst().map {
                    ZoneName(String($0)).flatMap(ZoneDatabase().zone)
                }
                let first: Zone = try #require(zones[0], "\(line): can't be read")
                zone = first
                #expect(zones.allSatisfy { $0 == first }, "\(line): not all are the same")
            case "offsets":
                let offsets = try #require(zone).offsets(from: Self.begin, to: Self.end)
                #expect(
                    Self.words(offsets) == words.dropFirst().map(String.init),
                    "\(lines[lines.startIndex])")
                totals.changing += words.count > 2 ? 1 : 0
            case "case":
                let expected = Case(words, in: try #require(zone))
                #expect(
                    expected.found == expected.occurrences, "\(lines[lines.startIndex]): \(line)")
                totals.units[String(words[1]), default: 0] += 1
                rule = expected
            case _:
                let wrong = try #require(rule).wrong(due: words)
                #expect(wrong == nil, "\(lines[lines.startIndex]): \(line)")
            }
        }
        return totals
    }

    /// 2010 to 2040, in seconds since 1970.
    private static let begin: Int64 = 1_262_304_000
    private static let end: Int64 = 2_240_524_800

    private static func words(_ offsets: UTCOffsets) -> [String] {
        [String(offsets.seconds)]
            + offsets.changes.flatMap {
                [String($0.at.nanoseconds / 1_000_000_000), String($0.seconds)]
            }
    }
}

/// A rule and its first occurrences.
private struct Case {
    let rule: FireRule
    let offsets: UTCOffsets
    let occurrences: [Occurrence]

    init(_ words: [Substring], in zone: Zone) {
        let numbers = words.dropFirst(2).map { (Int64($0) ?? .min) &* 1_000_000_000 }
        rule = FireRule(
            first: WallDate(nanoseconds: numbers[0]), isLaterPass: numbers[1] != 0, zone: .device,
            every: RepeatInterval(rawValue: String(words[1])))
        occurrences = stride(from: 2, to: numbers.count, by: 2).map {
            Occurrence(
                at: WallTime(nanoseconds: numbers[$0 + 1]),
                mark: WallDate(nanoseconds: numbers[$0]))
        }
        // As the core is given them when the first is scheduled.
        offsets = zone.offsets(around: WallTime(nanoseconds: numbers[0]))
    }

    /// As many as are expected.
    var found: [Occurrence] {
        var found: [Occurrence] = []
        while found.count < occurrences.count,
            let next = rule.next(after: found.last?.mark, in: offsets)
        {
            found.append(next)
        }
        return found
    }

    /// The due occurrence, if the core's answer differs from the expected one; nil: the answer is
    /// right.
    func wrong(due words: [Substring]) -> DueOccurrence? {
        let numbers = words.dropFirst().map { Int64($0) ?? .min }
        let due = rule.due(
            at: WallTime(nanoseconds: numbers[0] * 1_000_000_000), after: nil, in: offsets)
        let isRight =
            due?.newest.mark.nanoseconds == numbers[1] * 1_000_000_000
            && due?.newest.at.nanoseconds == numbers[2] * 1_000_000_000
            && due?.skipped == numbers[3]
        return isRight ? nil : due
    }
}
