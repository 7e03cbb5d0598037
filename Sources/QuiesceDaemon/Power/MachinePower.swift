import QuiesceCore
import QuiesceLinux

/// The machine's power profile, warmth and NetworkManager: each may be missing. Belongs to the
/// loop's thread.
final class MachinePower: DaemonService {
    private let profiles: PowerProfiles
    private let network: NetworkManager
    private let bus: SystemBus
    private let warmth: ThermalWatch
    private var hasBegun = false

    /// - Parameters:
    ///   - sys: `/sys`, or a tree like it.
    init(
        _ bus: SystemBus, sys: String, loop: EventLoop, worker: Worker,
        report: @escaping (DeviceChange) -> Void, advise: @escaping (NetworkAdvice) -> Void
    ) {
        profiles = PowerProfiles(report: report)
        network = NetworkManager(report: advise)
        self.bus = bus
        warmth = ThermalWatch(root: sys, loop: loop, worker: worker) { report(.thermalState($0)) }
    }

    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        for service in profiles.services + network.services { bus.join(service) }
        warmth.start()
    }

    var notes: [String] {
        [profiles.source, network.source, warmth.source].compactMap(\.self)
    }
}
