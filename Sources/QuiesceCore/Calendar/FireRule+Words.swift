extension FireRule: CustomStringConvertible {
    /// As in `2026-03-29 02:30:00 Europe/Berlin, every day`.
    public var description: String {
        let place =
            switch zone {
            case .absolute: "UTC"
            case .device: "in the device's time zone"
            case .named(let name): name.name
            }
        return "\(first) \(place)" + (every.map { ", every \($0.rawValue)" } ?? "")
    }
}
