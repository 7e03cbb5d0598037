import GatewayStore
import Synchronization

/// How many devices take their pushes from this gateway now.
final class ConnectedDevices: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func counting(_ stream: any DeviceStream) -> any DeviceStream {
        number.add(1, ordering: .relaxed)
        return Counted(stream: stream, devices: self)
    }

    private struct Counted: DeviceStream {
        let stream: any DeviceStream
        let devices: ConnectedDevices

        func next() async throws -> [StoredPush]? { try await stream.next() }

        /// Whoever reads a stream ends it once.
        func end() async {
            devices.number.subtract(1, ordering: .relaxed)
            await stream.end()
        }
    }
}
