import Foundation
import QuiesceCore
import QuiesceWire

/// The time zone in which a page shows times: a browser may stand in another.
package struct PageZone: Sendable, Hashable {
    /// Seconds that local time is ahead of UTC, from a moment of UTC in milliseconds on.
    package struct Offset: Sendable, Hashable {
        package var from: Int64
        package var seconds: Int
    }

    package var name: String
    package var offsets: [Offset]

    package static let utc = PageZone(name: "UTC", offsets: [Offset(from: .min / 2, seconds: 0)])

    private init(name: String, offsets: [Offset]) {
        self.name = name
        self.offsets = offsets
    }

    /// The zone's offsets over a stretch of time.
    ///
    /// - Parameters:
    ///   - zone: such as the machine's own.
    ///   - range: in seconds since 1970.
    package init(_ zone: TimeZone, over range: ClosedRange<Double>) {
        var time = Date(timeIntervalSince1970: range.lowerBound)
        offsets = [Offset(from: .min / 2, seconds: zone.secondsFromGMT(for: time))]
        name = zone.identifier == "GMT" ? "UTC" : zone.identifier
        while let next = zone.nextDaylightSavingTimeTransition(after: time),
            next.timeIntervalSince1970 < range.upperBound, next > time,
            offsets.count < 200
        {
            offsets.append(
                Offset(
                    from: Int64(next.timeIntervalSince1970 * 1_000),
                    seconds: zone.secondsFromGMT(for: next)))
            time = next
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.key("zone")
        writer.put(name)
        writer.key("offsets")
        writer.beginList(count: offsets.count * 2)
        for offset in offsets {
            // Numbers in a browser are exact up to 2⁵³.
            writer.put(max(offset.from, -(1 << 52)))
            writer.put(Int64(offset.seconds))
        }
        writer.endList()
    }
}

extension Timeline {
    /// In seconds since 1970, up to the last that is foreseen.
    package var seconds: ClosedRange<Double> {
        let first = Double(start) / 1e6
        let last = Double(start + (plans.map(\.time) + [now]).reduce(0, max)) / 1e6
        return first...max(first, last)
    }
}
