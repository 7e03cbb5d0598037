import Foundation
import TestSupport
import Testing

@testable import QuiesceCore

/// The record of the occurrences that have fired (N7).
@Suite struct FiredRunsTests {
    private func mark(_ number: Int64) -> WallDate { WallDate(nanoseconds: number) }
    private func next(_ mark: WallDate) -> WallDate? { WallDate(nanoseconds: mark.nanoseconds + 1) }

    @Test("What fires one after the other is one run, in whatever order", .behaviour("N7"))
    func joined() {
        var runs = FiredRuns()
        for number in [3, 4, 6, 5, 1, 2] as [Int64] { runs.insert(mark(number), next: next) }
        #expect(runs.runs == [.init(first: mark(1), last: mark(6))])
        runs.insert(mark(4), next: next)
        #expect(runs.runs.count == 1)
    }

    @Test("A year ahead and back leaves the days between to come")
    func aYearAhead() {
        var runs = FiredRuns()
        for number in 0...9 as ClosedRange<Int64> { runs.insert(mark(number), next: next) }
        runs.insert(mark(375), next: next)
        #expect(!runs.contains(mark(10)) && !runs.contains(mark(374)) && runs.contains(mark(375)))
        for number in 10...374 as ClosedRange<Int64> { runs.insert(mark(number), next: next) }
        #expect(runs.runs.count == 1)
    }

    @Test(
        "Of too many gaps the smallest is given up, and never the one that is to come",
        .behaviour("N7"))
    func fewGaps() {
        var runs = FiredRuns()
        for number in [0, 1_000, 1_050, 1_060, 1_100] as [Int64] {
            runs.insert(mark(number), next: next)
        }
        #expect(runs.contains(mark(1_055)))
        for number in [500, 1_020, 1_080] as [Int64] { #expect(!runs.contains(mark(number))) }
        // The clock was set back: what comes next is right behind.
        runs.insert(mark(1_070), next: next)
        #expect(!runs.contains(mark(1_071)) && runs.contains(mark(1_065)))
        #expect(runs.runs.count <= Limits.firedRuns)
    }

    @Test("However it goes, they are in order, few, and forget nothing", .behaviour("N7"))
    func random() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var runs = FiredRuns()
            var fired: Set<Int64> = []
            for _ in 0..<60 {
                let number = Int64.random(in: 0..<80, using: &random)
                runs.insert(mark(number), next: next)
                fired.insert(number)
                #expect(runs.runs.count <= Limits.firedRuns)
                #expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.last < $1.first })
                #expect(fired.allSatisfy { runs.contains(mark($0)) })
            }
        }
    }

    @Test("A stored row survives as it is; a damaged one is brought into order", .behaviour("N7"))
    func stored() throws {
        var runs = FiredRuns()
        for number in [1, 2, 9] as [Int64] { runs.insert(mark(number), next: next) }
        #expect(runs.jsonText == "[1,2,9,9]")
        #expect(try FiredRuns.read(runs.json) == runs)
        for damaged in [
            "[5]", "[9,1,2,3]", "[1,2,2,5]", "[1,1,3,3,5,5,7,7,9,9]", "[\(Int64.max),\(Int64.min)]",
        ] {
            let runs = try FiredRuns.read(Array(damaged.utf8))
            #expect(runs.runs.count <= Limits.firedRuns)
            #expect(runs.runs.allSatisfy { $0.first <= $0.last })
            #expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.last < $1.first })
        }
    }
}
