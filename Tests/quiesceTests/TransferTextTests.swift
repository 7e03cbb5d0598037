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
        row.sentence = "waiting to be tried again"
        row.until = "2026-11-21T13:00:30.000Z"
        row.attempts = 3
        #expect(
            TransferText.state(row, now: now, zone: zone)
                == "waiting to be tried again until 13:00:30 (attempt 3)")
    }

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
