import QuiesceBus
import QuiesceCore

/// The machine's power profile: `power-saver` is Low Power Mode. power-profiles-daemon and TuneD
/// say it by the new name, older ones by the old one.
final class PowerProfiles {
    private static let names = [
        ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"),
        ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"),
    ]

    private(set) var services: [WatchedService] = []
    private let report: (DeviceChange) -> Void
    private var last: Bool?

    init(report: @escaping (DeviceChange) -> Void) {
        self.report = report
        services = Self.names.map { name, path in
            WatchedService(name: name, path: path, interface: name) { [weak self] in
                self?.changed()
            }
        }
    }

    /// The profile, and the service that says it: a daemon that has both names says the same by
    /// both.
    private var profile: (name: String, service: String)? {
        for service in services {
            if let name = service.properties?["ActiveProfile"]?.text { return (name, service.name) }
        }
        return nil
    }

    var source: String? {
        profile.map {
            "Low Power Mode follows the power profile: \($0.name.printable(atMost: 40)), by \($0.service)"
        }
    }

    private func changed() {
        let isOn = profile?.name == "power-saver"
        guard isOn != last else { return }
        last = isOn
        report(.lowPowerMode(isOn))
    }
}
