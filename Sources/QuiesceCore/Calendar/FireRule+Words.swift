extension FireRule: CustomStringConvertible {
    /// As in `2026-03-29 02:30:00 Europe/Berlin, every day`.
    public var description: String {
        let place =
            switch zone {
            case .absolute: "UTC"
            case .device: "where the device is"
            case .named(let name): name.name
            }
        return "\(first) \(place)" + (every.map { ", every \($0.rawValue)" } ?? "")
    }
}

extension Fingerprint {
    package mutating func add(_ rule: FireRule) {
        add(rule.first)
        add(rule.isLaterPass)
        switch rule.zone {
        case .absolute: add(1 as UInt64)
        case .device: add(2 as UInt64)
        case .named(let zone):
            add(3 as UInt64)
            add(zone.name)
        }
        add(rule.every) { $0.add($1.rawValue) }
    }

    package mutating func add(_ occurrence: Occurrence) {
        add(occurrence.at.nanoseconds)
        add(occurrence.mark)
    }

    package mutating func add(_ date: WallDate) { add(date.nanoseconds) }
}
