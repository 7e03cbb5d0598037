import QuiesceBus
import QuiesceCore

/// NetworkManager's word on the network that the default route leads through.
struct NetworkAdvice: Sendable, Hashable {
    /// `NM_METERED_YES` or `NM_METERED_GUESS_YES`.
    var isMetered = false
    /// `NM_CONNECTIVITY_NONE` or `NM_CONNECTIVITY_PORTAL`: nobody is reached until the user has
    /// logged in.
    var leadsNowhere = false

    init() {}

    /// - Parameter properties: those of `org.freedesktop.NetworkManager`; nil: there is none.
    init(_ properties: [String: BusTree]?) {
        isMetered = [1, 3].contains(properties?["Metered"]?.number)
        leadsNowhere = [1, 2].contains(properties?["Connectivity"]?.number)
    }

    /// The network that apps have, where the kernel says that it is of that kind (X4, X9).
    func applied(to kind: DeviceConditions.Network) -> DeviceConditions.Network {
        if kind == .none || leadsNowhere { return .none }
        return isMetered ? .cellular : kind
    }
}

/// NetworkManager on the system bus, which knows what the kernel doesn't: the cost of a network,
/// and whether it leads anywhere.
final class NetworkManager {
    private static let name = "org.freedesktop.NetworkManager"

    private(set) var services: [WatchedService] = []
    private let report: (NetworkAdvice) -> Void
    private var last = NetworkAdvice()

    init(report: @escaping (NetworkAdvice) -> Void) {
        self.report = report
        services = [
            WatchedService(
                name: Self.name, path: "/org/freedesktop/NetworkManager", interface: Self.name
            ) { [weak self] in self?.changed() }
        ]
    }

    var source: String? {
        guard services.first?.properties != nil else { return nil }
        let cost = last.isMetered ? "metered" : "not metered"
        return
            "the network is \(cost)\(last.leadsNowhere ? ", and leads nowhere" : ""), by \(Self.name)"
    }

    private func changed() {
        let advice = NetworkAdvice(services.first?.properties)
        guard advice != last else { return }
        last = advice
        report(advice)
    }
}
