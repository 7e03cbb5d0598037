import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("Savings of frozen programs in a table") struct SavingsTextTests {
    private func row(
        _ app: String, taken: Double, saved: Double?, wakeUps: Int?, swapped: Int? = nil
    ) -> SavingsRow {
        SavingsRow(
            app: app, since: "1970-01-01T00:00:00.000Z", outOfSightSeconds: 3_600,
            frozenSeconds: 3_599.9, cpuTakenSeconds: taken, wakeUpsTaken: 5,
            cpuSavedSeconds: saved, wakeUpsSaved: wakeUps,
            awakeCPUSecondsPerSecond: saved.map { _ in 0.005 },
            awakeWakeUpsPerSecond: saved.map { _ in 31 }, measuredSeconds: saved == nil ? 0 : 6.2,
            measuredStretches: saved == nil ? 0 : 1, swappedBytes: swapped)
    }

    private func lines(_ rows: [SavingsRow]) -> [String] {
        SavingsText.lines(rows, now: Date(timeIntervalSince1970: 7_200), coloured: false)
    }

    @Test("Each has its times, what it took and saved, and where its rate is from; then the total")
    func table() {
        let found = lines([
            row("org.example.Chat", taken: 0.25, saved: 17.75, wakeUps: 111_000, swapped: 10_240),
            row("org.example.New", taken: 0, saved: nil, wakeUps: nil),
        ])
        #expect(
            found == [
                "APP               OUT OF SIGHT  FROZEN  CPU TAKEN  CPU SAVED  WAKE-UPS SAVED  RATE AWAKE",
                "org.example.Chat           1 h  99.9 %     250 ms     17.8 s          111000  0.50 %, 31.0 wake-ups/s, measured for 6.2 s",
                "org.example.New            1 h  99.9 %       0 ms    unknown         unknown  not measured yet: leave it once more",
                "TOTAL                      2 h  99.9 %     250 ms     17.8 s          111000",
                "", "Counted for 2 h, with the kernel's counters.",
                "10.0 KiB of them are in swap now.",
            ])
    }

    @Test("One that costs more than awake is below zero, which is said in words")
    func costsMore() {
        let found = lines([row("org.example.Mail", taken: 18, saved: -0.012, wakeUps: -3)])
        #expect(found[1].contains("  -12 ms              -3  "))
        #expect(found.last == "By its rate, org.example.Mail costs more in thaws than awake.")
        #expect(!found.contains { $0.hasPrefix("TOTAL") })
        var early = row("org.example.New", taken: 0, saved: 1, wakeUps: 1)
        early.measuredAtStart = true
        #expect(lines([early])[1].hasSuffix("measured for 6.2 s, as it started"))
    }

    @Test("Where nothing was frozen, it says what to do")
    func none() {
        #expect(
            lines([]) == [
                "No program was frozen out of sight in that time; start one with `quiesce run -- PROGRAM`, and leave it."
            ])
        #expect(SavingsText.lines([], of: "org.example.a")[0].hasPrefix("org.example.a wasn't"))
    }

    @Test("A time that isn't kept is wrong usage, before a daemon is asked")
    func usage() {
        for time in ["10x", "30s", "25h", "yesterday", ""] {
            #expect(throws: (any Error).self) { try ShowSavings.parse(["--since", time]) }
        }
        #expect(throws: Never.self) { try ShowSavings.parse(["Mail", "--since", "1m"]) }
        #expect(throws: Never.self) { try ShowSavings.parse(["--since", "24h"]) }
    }
}
