import Foundation
import QuiesceCore
import QuiesceWire
import Testing

extension LiveDevice {
    func whyKilled(_ app: String? = nil) throws -> [EndingRow] {
        try perform(.whyKilled(app: app)).items.map {
            try EndingRow.read(Array($0.utf8))
        }
    }

    func whyDevice() throws -> DeviceWhyAnswer {
        guard let item = try perform(.whyDevice).items.first else {
            throw Failure(description: "no answer")
        }
        return try DeviceWhyAnswer.read(Array(item.utf8))
    }

    /// Whatever was killed or refused on this device, `why` tells the reason; what a test does to
    /// its device is asked about at its end, unless its daemon doesn't answer.
    func checkAnswers() {
        guard let rows = try? log() else { return }
        let asked = rows.filter { $0.kind == "kill" || $0.kind == "refuse" }
        for (app, rows) in Dictionary(grouping: asked, by: \.app) {
            do {
                guard let app else {
                    check(rows, refusals: try whyDevice().refusals, killed: [])
                    continue
                }
                check(rows, refusals: try why(app).refusals, killed: try whyKilled(app))
            } catch {
                // A daemon that is to die at its nth call of the kernel may do so at this one.
                guard wrapper.isEmpty else { return }
                Issue.record("why says nothing about \(app ?? "the device"): \(error)")
            }
        }
    }

    private func check(_ rows: [LogRow], refusals: [LogRow], killed: [EndingRow]) {
        for row in rows {
            let told: (sentence: String?, change: String?)
            // A row that is older than every remembered one was pushed out by newer ones.
            if row.kind == "kill" {
                if killed.count >= Limits.endingsPerApp, killed[0].seq ?? 0 > row.seq { continue }
                let found = killed.first { $0.seq == row.seq }
                // The daemon explains only the last attempt of a kill that is tried again and
                // again.
                if found == nil, row.reason == "killRetried" { continue }
                told = (found?.sentence, found?.change)
            } else {
                if refusals.count >= Limits.refusalsPerApp, refusals[0].seq > row.seq { continue }
                let found = refusals.first { $0.seq == row.seq }
                told = (found?.sentence, found?.change)
            }
            for words in [told.sentence, told.change] {
                #expect(
                    words?.contains(" ") == true && words?.contains("?") == false,
                    "nothing tells why of \(row): \(words ?? "nil")")
            }
        }
    }
}
