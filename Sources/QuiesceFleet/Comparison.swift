import Foundation

/// A measure over all devices, under one policy.
// derive: json sorted written
public struct Distribution: Sendable, Hashable {
    public var mean, p5, median, p95: Double

    /// - Parameter values: at least one.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        func quantile(_ part: Double) -> Double {
            let place = part * Double(sorted.count - 1)
            let below = Int(place)
            let above = min(below + 1, sorted.count - 1)
            return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
        }
        mean = values.reduce(0, +) / Double(values.count)
        p5 = quantile(0.05)
        median = quantile(0.5)
        p95 = quantile(0.95)
    }
}

/// The change of a measure, device by device, under the other policy.
// derive: json sorted written
public struct PairedChange: Sendable, Hashable {
    /// The mean of each device's difference.
    public var mean: Double
    /// Where the mean of all such devices lies, with a confidence of 95 %; nil for one device.
    public var low, high: Double?
    /// Devices that are better off, and worse.
    public var better, worse: Int
    /// The device that it is worst for, and by how much; nil: nobody is worse off.
    public var worstDevice: String?
    public var worstBy: Double?

    /// - Parameter pairs: each device under both policies; at least one.
    init(_ pairs: [(device: String, profile: Double, against: Double)], lessIsBetter: Bool) {
        let differences = pairs.map { $0.against - $0.profile }
        let mean = differences.reduce(0, +) / Double(pairs.count)
        self.mean = mean
        if pairs.count > 1 {
            let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let error = (squares / Double(pairs.count - 1) / Double(pairs.count)).squareRoot()
            let reach = Self.student(pairs.count - 1) * error
            low = mean - reach
            high = mean + reach
        }
        let harms = differences.map { lessIsBetter ? $0 : -$0 }
        better = harms.count { $0 < 0 }
        worse = harms.count { $0 > 0 }
        guard let worst = harms.indices.max(by: { harms[$0] < harms[$1] }), harms[worst] > 0 else {
            return
        }
        worstDevice = pairs[worst].device
        worstBy = differences[worst]
    }

    /// Nothing is shown where no change may be meant, too.
    public var isShown: Bool {
        guard let low, let high else { return mean != 0 }
        return low > 0 || high < 0
    }

    /// Student's t at 97.5 %, by its expansion about the normal quantile (Abramowitz and Stegun,
    /// 26.7.5); exact for one and two degrees of freedom.
    static func student(_ degrees: Int) -> Double {
        if degrees == 1 { return 12.706 }
        if degrees == 2 { return 4.303 }
        let z = 1.959_964
        let n = Double(degrees)
        let z3 = z * z * z
        let z5 = z3 * z * z
        let z7 = z5 * z * z
        return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
            + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n)
    }
}

/// All devices under two policies.
public struct Comparison: Sendable {
    // derive: json sorted written
    public struct Row: Sendable, Hashable {
        public var measure: String
        public var title: String
        /// Devices that say something about it.
        public var devices: Int
        public var profile, against: Distribution
        public var change: PairedChange
    }

    public let rows: [Row]
    public let devices: Int
    public let days: Double

    public init(_ devices: [FleetDevice]) {
        self.devices = devices.count
        days = devices.reduce(0) { $0 + $1.profile.days }
        rows = Measure.allCases.compactMap { measure in
            let pairs = devices.compactMap { device -> (String, Double, Double)? in
                guard let profile = measure.value(of: device.profile),
                    let against = measure.value(of: device.against)
                else { return nil }
                return (device.name, profile, against)
            }
            guard !pairs.isEmpty else { return nil }
            return Row(
                measure: measure.rawValue, title: measure.title, devices: pairs.count,
                profile: Distribution(pairs.map(\.1)), against: Distribution(pairs.map(\.2)),
                change: PairedChange(pairs, lessIsBetter: measure.lessIsBetter))
        }
    }
}
