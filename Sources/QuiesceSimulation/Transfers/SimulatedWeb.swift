import QuiesceCore

/// The servers that the device can reach, and the link that it reaches them by.
struct SimulatedWeb {
    /// The origins of the scripted world; more come as tests name them.
    static let origins = ["https://a.example", "https://b.example", "http://localhost:8080"]

    var servers = origins.map(SimulatedServer.init(origin:))
    var link = DeviceConditions.Network.wifi
    /// Bytes a second.
    var rate: UInt64 = 5_000_000
    /// The next connection is cut after so many bytes.
    var cutsNextAfter: UInt64?

    func reaches(_ server: SimulatedServer) -> Bool { link != .none || server.isOnDevice }

    func place(of address: WebAddress) -> Int? {
        servers.firstIndex { server in
            (try? WebAddress(server.origin)).map(address.hasOrigin(of:)) ?? false
        }
    }
}

extension Scenario {
    /// The names of the servers that there are, by their places.
    public static let hosts = ["a.example", "b.example", "localhost"]
}

/// How the network is from now on.
// derive: cases
public enum NetworkChange: Sendable, Hashable {
    /// The machine's own connection; every one that is open breaks.
    case link(DeviceConditions.Network)
    /// Bytes a second.
    case rate(UInt64)
    /// The next connection is cut after so many bytes.
    case cut(afterBytes: UInt64)
}

/// Faults of the transfer agent's process.
// derive: cases
public enum AgentFault: Sendable, Hashable {
    case kill
    /// It dies whenever it has started, so many times.
    case crashLoop(times: Int)
}
