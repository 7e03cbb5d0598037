import GatewayRules
import Synchronization

/// The streams of this process's connected devices, one of each at most.
final class LiveStreams: Sendable {
    private let streams = Mutex<[DeviceID: SQLiteDeviceStream]>([:])

    func isConnected(_ device: DeviceID) -> Bool { streams.withLock { $0[device] != nil } }

    var count: Int { streams.withLock { $0.count } }

    /// Puts `stream` in the place of the device's earlier one, which it ends.
    func add(_ stream: SQLiteDeviceStream) {
        streams.withLock { $0.updateValue(stream, forKey: stream.device) }?.stop()
    }

    func remove(_ stream: SQLiteDeviceStream) {
        streams.withLock { streams in
            if streams[stream.device] === stream { streams[stream.device] = nil }
        }
    }

    /// The device's stream looks at what is stored.
    func signal(_ device: DeviceID) { streams.withLock { $0[device] }?.signal() }

    func stop(_ device: DeviceID) { streams.withLock { $0.removeValue(forKey: device) }?.stop() }
}
