import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    public func register(publicKey: String, name: String, at now: Moment) async throws -> Device {
        // The key gives the id, so that two gateways give one.
        let device = Device(
            id: DeviceID(rawValue: Names.hash(publicKey)), name: name, publicKey: publicKey,
            registered: now, revoked: nil)
        return try await attempt {
            let key = Names.key(Names.devices, device.id.rawValue)
            let stored = try await deviceBucket.store(
                key, Array(try JSONEncoder().encode(device)), after: 0)
            if case .new = stored { return device }
            return try await deviceBucket.last(key)?.decoded() ?? device
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        // Any text may come in a command.
        guard Self.isID(id) else { return nil }
        return try await attempt {
            try await deviceBucket.last(Names.key(Names.devices, id.rawValue))?.decoded()
        }
    }

    public func devices() async throws -> [Device] {
        try await attempt {
            var devices: [Device] = []
            try await each(Names.key(Names.devices, "*"), in: deviceBucket) {
                devices.append(try $0.decoded())
            }
            return devices.sorted {
                ($0.registered, $0.id.rawValue) < ($1.registered, $1.id.rawValue)
            }
        }
    }

    public func revoke(_ id: DeviceID, at now: Moment) async throws -> Bool {
        guard Self.isID(id) else { return false }
        return try await attempt {
            let key = Names.key(Names.devices, id.rawValue)
            guard let message = try await deviceBucket.last(key) else { return false }
            var device: Device = try message.decoded()
            let isFirst = device.revoked == nil
            if isFirst {
                device.revoked = now
                let stored = try await deviceBucket.store(
                    key, Array(try JSONEncoder().encode(device)), after: message.sequence)
                guard case .new = stored else { return false }
            }
            // Also if it was: a gateway that ended meanwhile may have left something.
            try await each(Names.key(Names.topics, id.rawValue, "*"), in: topicBucket) {
                try await retire($0, at: now)
            }
            counters.add(try await pushes.purge(Names.pushes(of: id)), to: \.dropped)
            // As if it had connected once more, and from nowhere.
            try announce(try await number(of: id), of: id)
            return isFirst
        }
    }

    private static func isID(_ id: DeviceID) -> Bool {
        id.rawValue.utf8.count == 32 && id.rawValue.allSatisfy(\.isHexDigit)
    }

    /// A number for a new connection of the device, above those of all before.
    func number(of device: DeviceID) async throws -> Int64 {
        switch try await connections.store(Names.connection(of: device), []) {
        case .new(let number): return number
        case .repeated, .changed: throw StoreFailure("\(connections.name) gave no number")
        }
    }

    /// Tells all gateways that a device's connections before this one are over.
    func announce(_ number: Int64, of device: DeviceID) throws {
        try connection.publish(
            Names.live(device) + "." + Names.newer, Array(String(number).utf8))
    }
}
