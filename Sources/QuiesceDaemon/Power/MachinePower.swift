import Logging
import QuiesceCore
import QuiesceLinux

/// The machine's power profile, warmth and NetworkManager: each may be missing. Belongs to the
/// loop's thread.
final class MachinePower: DaemonService {
    private let profiles: PowerProfiles
    private let network: NetworkManager
    private let services: WatchedServices
    private let warmth: ThermalWatch
    private var hasBegun = false

    /// - Parameters:
    ///   - address: the system bus's.
    ///   - sys: `/sys`, or a tree like it.
    init(
        address: String, sys: String, loop: EventLoop, worker: Worker, logger: Logger,
        report: @escaping (DeviceChange) -> Void, advise: @escaping (NetworkAdvice) -> Void
    ) {
        profiles = PowerProfiles(report: report)
        network = NetworkManager(report: advise)
        services = WatchedServices(
            address: address, loop: loop, logger: logger, profiles.services + network.services)
        warmth = ThermalWatch(root: sys, loop: loop, worker: worker) { report(.thermalState($0)) }
    }

    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        services.open()
        warmth.start()
    }

    var notes: [String] {
        [profiles.source, network.source, warmth.source].compactMap(\.self)
    }

    func shutdown() { services.close() }
}
