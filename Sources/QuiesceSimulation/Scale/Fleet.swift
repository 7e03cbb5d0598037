/// What gateways and a stream must carry for so many devices, by arithmetic.
public struct Fleet: Sendable {
    public var devices = 1_000_000
    /// Bytes of memory that a connection takes while nothing happens on it.
    public var bytesPerConnection = 62 * 1_024
    /// Bytes that a gateway has for connections.
    public var gatewayBytes = 12 << 30
    /// Pushes that a device gets in a day, and how many times the mean the busiest second has.
    public var pushesPerDay = 50.0
    public var peakFactor = 5.0
    /// What one gateway, and one stream, carries in a second.
    public var gatewayPushesPerSecond = 1_900.0
    public var streamPushesPerSecond = 4_000.0
    /// Devices that are away at any time, and what a stored push takes.
    public var awayShare = 0.1
    public var awayHours = 12.0
    public var bytesPerStoredPush = 2_048

    public init() {}

    public struct Needs: Sendable, Hashable, Codable {
        public var pushesPerSecond: Double
        public var gatewaysForMemory: Int
        public var gatewaysForPushes: Int
        /// The larger, and one more so that one may fail.
        public var gateways: Int
        public var devicesPerGateway: Int
        public var streams: Int
        /// Pushes that wait for devices that are away, and what they take.
        public var stored: Int
        public var storedBytes: Int
        /// Questions of TCP's keepalive that reach all gateways in a second, one per device in ten minutes.
        public var keepalivesPerSecond: Double
    }

    public var needs: Needs {
        let pushes = Double(devices) * pushesPerDay / 86_400 * peakFactor
        let forMemory = Self.parts(
            Double(devices) * Double(bytesPerConnection), of: Double(gatewayBytes))
        let forPushes = Self.parts(pushes, of: gatewayPushesPerSecond)
        let needed = max(forMemory, forPushes)
        let stored = Int(Double(devices) * awayShare * pushesPerDay * awayHours / 24)
        return Needs(
            pushesPerSecond: pushes, gatewaysForMemory: forMemory, gatewaysForPushes: forPushes,
            gateways: needed + 1, devicesPerGateway: (devices + needed) / (needed + 1),
            streams: Self.parts(pushes, of: streamPushesPerSecond), stored: stored,
            storedBytes: stored * bytesPerStoredPush, keepalivesPerSecond: Double(devices) / 600)
    }

    private static func parts(_ whole: Double, of part: Double) -> Int {
        max(1, Int((whole / part).rounded(.up)))
    }
}
