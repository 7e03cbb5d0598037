import GatewayRules
import Synchronization

/// A device's stream, as its store knows it.
protocol LiveStream: AnyObject, Sendable {
    var device: DeviceID { get }
    /// Looks at what is stored.
    func signal()
    func stop()
}

/// The streams of this process's connected devices, one of each at most.
final class LiveStreams<Stream: LiveStream>: Sendable {
    private let streams = Mutex<[DeviceID: Stream]>([:])

    func isConnected(_ device: DeviceID) -> Bool { streams.withLock { $0[device] != nil } }

    /// Puts `stream` in the place of the device's earlier one, which it ends.
    func add(_ stream: Stream) {
        streams.withLock { $0.updateValue(stream, forKey: stream.device) }?.stop()
    }

    func remove(_ stream: Stream) {
        streams.withLock { streams in
            if streams[stream.device] === stream { streams[stream.device] = nil }
        }
    }

    /// The device's stream looks at what is stored.
    func signal(_ device: DeviceID) { streams.withLock { $0[device] }?.signal() }

    /// All of them do.
    func signalAll() {
        for stream in streams.withLock({ Array($0.values) }) { stream.signal() }
    }

    func stop(_ device: DeviceID) { streams.withLock { $0.removeValue(forKey: device) }?.stop() }
}
