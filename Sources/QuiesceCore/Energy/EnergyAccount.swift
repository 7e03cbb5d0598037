/// The stored fact about the energy that an app's fetches have cost, where there was any (F7).
// derive: json
public struct EnergyAccount: Sendable, Hashable {
    public let app: AppID
    /// When the first of them was charged.
    public var since: WallTime
    public var fetches = 0
    /// All of them together.
    public var total = EnergyCharge(cpu: .zero, received: 0, radio: .zero, microjoules: 0)

    init(_ app: AppID, since: WallTime) {
        self.app = app
        self.since = since
    }

    /// Sums stay at the largest that there can be.
    mutating func add(_ charge: EnergyCharge) {
        fetches = min(fetches, .max - 1) + 1
        total.cpu = total.cpu.adding(charge.cpu)
        total.radio = total.radio.adding(charge.radio)
        total.received = total.received.adding(charge.received)
        total.microjoules = total.microjoules.adding(charge.microjoules)
    }
}

extension Interval {
    fileprivate func adding(_ other: Interval) -> Interval {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
        return Interval(nanoseconds: overflow ? .max : sum)
    }
}

extension UInt64 {
    fileprivate func adding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
