import Foundation
import QuiesceCore

extension UTCOffsets {
    /// How far ahead the table goes. Whoever keeps it renews it sooner.
    package static let days = 400

    /// The offsets of `zone` from `time` on, found by looking at each day: Foundation's own search for
    /// transitions tells only those of summer time.
    ///
    /// Takes some milliseconds.
    package init(of zone: TimeZone, from time: WallTime) {
        func offset(_ second: Int64) -> Int32 {
            Int32(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
        }
        let start = time.nanoseconds / 1_000_000_000
        var changes: [Change] = []
        for day in 0..<Int64(Self.days) {
            var (before, after) = (start + day * 86_400, start + (day + 1) * 86_400)
            let old = offset(before)
            let new = offset(after)
            guard new != old else { continue }
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if offset(middle) == old { before = middle } else { after = middle }
            }
            changes.append(
                Change(at: WallTime(nanoseconds: after * 1_000_000_000), seconds: new))
        }
        self.init(seconds: offset(start), changes: changes)
    }
}
