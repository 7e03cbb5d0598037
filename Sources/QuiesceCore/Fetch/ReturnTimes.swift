/// How long an app's owner stays away from it, in bins that widen with the time: two to a doubling.
///
/// People come back at any scale: of all returns to all apps about as many fall into each bin, from
/// minutes to days. An app's own counts say more once there are some.
enum ReturnTimes {
    /// Where each bin begins, in seconds, and where the last one ends.
    private static let edges: [Double] = (0...FetchModel.returnBins).map { index in
        if index == 0 { return 0 }
        let doubling = Double(sign: .plus, exponent: index / 2, significand: 1)
        return Double(FetchModel.sameVisit) * doubling * (index % 2 == 0 ? 1 : 1.5)
    }

    /// - Parameter away: seconds.
    static func bin(of away: Int64) -> Int {
        let later = edges.firstIndex { $0 > Double(away) } ?? edges.count
        return min(max(later - 1, 0), FetchModel.returnBins - 1)
    }

    /// The chance that an app which was left `away` seconds ago is opened again in from `lead` to
    /// `window` seconds from now.
    static func chance(
        _ counts: [UInt16], away: Int64, lead: Int64, window: Int64
    ) -> Double {
        let away = Double(away)
        let first = away + Double(lead)
        let last = away + Double(window)
        let known = FetchModel.opensBelieved / Double(FetchModel.returnBins)
        var still = 0.0
        var soon = 0.0
        for bin in 0..<FetchModel.returnBins {
            let (begin, end) = (edges[bin], edges[bin + 1])
            if end <= away { continue }
            let density = (known + Double(counts[bin]) / 256) / (end - begin)
            still += density * (end - max(begin, away))
            let overlap = min(end, last) - max(begin, first)
            if overlap > 0 { soon += density * overlap }
        }
        return still > 0 ? soon / still : 0
    }
}
