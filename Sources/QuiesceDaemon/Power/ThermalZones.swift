import QuiesceCore
import QuiesceLinux

/// How warm the machine's zones are by their own trip points: from its passive one on a zone is
/// fair, from its hot one on serious, from its critical one on critical. A zone is cooler again
/// once it is below the point by the point's hysteresis.
struct ThermalZones: Sendable, Hashable {
    /// By the zone's folder; those that have one of the three points.
    private(set) var states: [String: DeviceConditions.ThermalState] = [:]

    /// The warmest zone's.
    var state: DeviceConditions.ThermalState {
        states.values.max { $0.rank < $1.rank } ?? .nominal
    }

    /// - Parameters:
    ///   - root: `/sys`, or a tree like it.
    ///   - before: as they were read last.
    init(root: String, before: ThermalZones = ThermalZones()) {
        let folder = root + "/class/thermal"
        for zone in ProcFile.names(in: folder) where zone.hasPrefix("thermal_zone") {
            let files = Files(folder: "\(folder)/\(zone)")
            // A zone that is switched off has an old temperature, if any.
            guard files.word("mode") != "disabled", let temperature = files.number("temp")
            else { continue }
            let last = before.states[zone] ?? .nominal
            for point in files.tripPoints {
                guard let state = DeviceConditions.ThermalState(tripPoint: point.type) else {
                    continue
                }
                let needed = last.rank >= state.rank ? point.from - point.hysteresis : point.from
                let isReached = temperature >= needed
                let known = states[zone] ?? .nominal
                states[zone] = isReached && state.rank > known.rank ? state : known
            }
        }
    }

    init() {}
}

/// The files of one zone.
private struct Files {
    var folder: String

    func word(_ name: String) -> String? {
        ProcFile.read("\(folder)/\(name)").map { String($0.prefix { $0 != "\n" }) }
    }

    /// Thousandths of a degree Celsius.
    func number(_ name: String) -> Int? { word(name).flatMap { Int($0) } }

    /// `trip_point_0_type`, `trip_point_0_temp`, `trip_point_0_hyst`, and so on without a gap.
    var tripPoints: [(type: String, from: Int, hysteresis: Int)] {
        var points: [(type: String, from: Int, hysteresis: Int)] = []
        for number in 0..<Limits.tripPoints {
            guard let type = word("trip_point_\(number)_type") else { break }
            // A point that the firmware has switched off is at or below zero.
            guard let from = self.number("trip_point_\(number)_temp"), from > 0 else { continue }
            points.append((type, from, max(0, self.number("trip_point_\(number)_hyst") ?? 0)))
        }
        return points
    }
}

extension Limits {
    /// Trip points of one zone: a zone's driver has a dozen at most.
    fileprivate static let tripPoints = 32
}

extension DeviceConditions.ThermalState {
    /// nil: one at which a fan begins, or of a kind that isn't known.
    fileprivate init?(tripPoint type: String) {
        switch type {
        case "passive": self = .fair
        case "hot": self = .serious
        case "critical": self = .critical
        case _: return nil
        }
    }

    fileprivate var rank: Int {
        switch self {
        case .nominal: 0
        case .fair: 1
        case .serious: 2
        case .critical: 3
        }
    }
}
