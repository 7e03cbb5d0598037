import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("Transfers as a person reads them") struct TransferTextTests {
    private func row(_ change: (inout TransferRow) -> Void = { _ in }) -> TransferRow {
        var row = TransferRow(
            transfer: 12, app: "org.example.PodcastBox", session: "s", kind: "download",
            url: "https://h/a/episode.mp3", state: "running", sentence: "running",
            discretionary: false, attempts: 1)
        change(&row)
        return row
    }

    @Test("A running one shows how far it is, how fast, and how long it takes")
    func running() {
        let row = row {
            $0.received = 52 << 20
            $0.expected = 100 << 20
            $0.rate = Double(8 << 20)
        }
        #expect(TransferText.bar(row) == "█████░░░░░  52 %")
        #expect(TransferText.size(row) == "52.0 MiB of 100.0 MiB")
        #expect(TransferText.rate(row) == "8.0 MiB/s")
        #expect(TransferText.left(row) == "6 s")
        #expect(TransferText.name(row) == "episode.mp3")
    }

    @Test("What waits says for what, since when or until when, and how often it was tried")
    func waiting() throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        let now = try #require(HumanText.date("2026-11-21T13:00:00.000Z"))
        var row = row {
            $0.state = "waiting"
            $0.sentence = "discretionary: waiting for Wi-Fi"
            $0.since = "2026-11-21T12:04:11.250Z"
        }
        #expect(
            TransferText.state(row, now: now, zone: zone)
                == "discretionary: waiting for Wi-Fi since 12:04:11")
        row.sentence = "connection refused; to be tried again"
        row.wait = "retry"
        row.until = "2026-11-21T13:00:30.000Z"
        row.attempts = 3
        #expect(
            TransferText.state(row, now: now, zone: zone)
                == "connection refused; to be tried again at 13:00:30 (attempt 3)")
        // The line that is drawn again and again says why before all else.
        row.received = 52 << 20
        row.expected = 100 << 20
        #expect(
            TransferText.progress(row).hasPrefix(
                "█████░░░░░  52 %  connection refused; to be tried again at "))
    }

    @Test("In a pipe each reason is a line once, and again after something has come")
    func reasons() throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        let now = try #require(HumanText.date("2026-11-21T13:00:00.000Z"))
        var reasons = WaitingReasons()
        func news(_ change: (inout TransferRow) -> Void) -> String? {
            reasons.news(row(change), now: now, zone: zone)
        }
        func refused(_ row: inout TransferRow) {
            row.state = "waiting"
            row.wait = "retry"
            row.sentence = "connection refused; to be tried again"
            row.until = "2026-11-21T13:00:30.000Z"
        }
        let agent = news {
            $0.state = "waiting"
            $0.wait = "agent"
            $0.sentence = "waiting for the transfer agent to start"
        }
        #expect(agent == nil && reasons.lastFailure == nil)
        let line = "transfer 12: connection refused; to be tried again at 13:00:30"
        #expect(news(refused) == line)
        #expect(news { $0.state = "running" } == nil)
        #expect(news(refused) == nil)
        let other = news {
            refused(&$0)
            $0.sentence = "can't resolve host; to be tried again"
        }
        #expect(other == "transfer 12: can't resolve host; to be tried again at 13:00:30")
        #expect(news(refused) == line)
        #expect(news { $0.received = 5 } == nil)
        #expect(
            news {
                refused(&$0)
                $0.received = 5
            } == line)
        #expect(reasons.lastFailure == "connection refused")
    }

    @Test(
        "A length of time has a unit, or is in seconds",
        arguments: [
            ("90", 90), ("90s", 90), ("5m", 300), ("2h", 7_200), ("1d", 86_400), ("1.5h", 5_400),
            ("0.5", 0.5),
        ])
    func durations(text: String, seconds: Double) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test(
        "What is no length of time isn't taken for one",
        arguments: ["", "s", "-1", "0", "1w", "1e5", "0x10", "inf", "nan", "1 s", "1.2.3", "٣"])
    func noDurations(text: String) { #expect(DurationText.seconds(text) == nil) }

    @Test("Without a known length there is no bar, and absurd numbers do no harm")
    func unknown() {
        let row = row {
            $0.received = .max
            $0.rate = .infinity
        }
        #expect(TransferText.bar(row) == "")
        #expect(TransferText.rate(row) == "")
        #expect(TransferText.left(row) == "")
        #expect(!TransferText.line(row).isEmpty)
    }

    @Test(
        "A file's name is the URL's last part, and leads nowhere", .behaviour("reliability B6"),
        arguments: [
            ("https://h/a/b.iso", "b.iso"), ("https://h/", "index.html"),
            ("https://h", "index.html"),
            ("https://h/..", "index.html"), ("https://h/.bashrc", "bashrc"),
            ("https://h/%2e%2e%2fetc%2fpasswd", "etc_passwd"), ("https://h/x%1b%5b31m", "x·[31m"),
        ])
    func names(url: String, name: String) {
        let found = Get.name(of: url)
        #expect(!found.contains("/"))
        #expect(found == name || name == "etc_passwd")
    }

    @Test(
        "A rate has a unit or none",
        arguments: [("500K", 512_000), ("2m", 2 << 20), ("1024", 1_024), ("1G", 1 << 30)]
            as [(String, UInt64)])
    func rates(text: String, rate: UInt64) { #expect(Get.rate(text) == rate) }

    @Test(
        "What is no rate isn't taken for one",
        arguments: ["", "K", "-1", "0", "1.5M", "99999999999999999999", "18446744073709551615K"])
    func noRates(text: String) { #expect(Get.rate(text) == nil) }
}
