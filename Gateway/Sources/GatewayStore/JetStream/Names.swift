import Crypto
import Foundation
import GatewayRules

/// The names of streams and subjects of a NATS server. Devices' ids and tokens are hex digits, and
/// name themselves; all that others choose is hashed.
enum Names {
    static let pushes = "QUIESCE_PUSHES"
    static let fates = "QUIESCE_FATES"
    static let connections = "QUIESCE_CONNECTIONS"

    /// A stream as key-value tools know it, for `$KV.NAME.KEY`.
    static func bucket(_ name: String) -> String { "KV_" + name }
    static let devices = "quiesce_devices"
    static let tokens = "quiesce_tokens"
    /// The token of each device's topic.
    static let topics = "quiesce_topics"
    /// The counts of each gateway.
    static let counts = "quiesce_counts"
    /// By what pushes are numbered.
    static let epochs = "quiesce_epochs"

    static func key(_ bucket: String, _ parts: String...) -> String {
        (["$KV", bucket] + parts).joined(separator: ".")
    }

    static var allEpochs: String { key(epochs, "all") }

    static let allPushes = "quiesce.push.>"

    /// Where a push is stored: those with one collapse id have one subject, all others one of their
    /// own.
    static func subject(of push: Push, on device: DeviceID) -> String {
        let last = push.collapseID.map { "c" + hash($0) } ?? single(push.id)
        return "quiesce.push.\(device.rawValue).\(hash(push.topic)).\(last)"
    }

    /// The end of a push's subject, if it has no collapse id.
    static func single(_ id: String) -> String { "i" + hash(id) }

    static func pushes(of device: DeviceID) -> String { "quiesce.push.\(device.rawValue).>" }

    static func pushes(of device: DeviceID, topic: String) -> String {
        "quiesce.push.\(device.rawValue).\(hash(topic)).*"
    }

    /// The device that a push on this subject is for.
    static func device(ofPush subject: String) -> DeviceID? {
        let words = subject.split(separator: ".")
        return words.count > 2 ? DeviceID(rawValue: String(words[2])) : nil
    }

    static func singles(with id: String) -> String { "quiesce.push.*.*." + single(id) }

    /// Where the gateway listens that has the device's connection: what is stored for it, and, with
    /// one word instead of a push's two, what gateways tell each other.
    static func live(_ device: DeviceID) -> String { "quiesce.live.\(device.rawValue)" }
    static let allLive = "quiesce.live.>"
    static let here = "here"
    static let newer = "newer"

    static let allDevices = "quiesce.device.>"

    static func connection(of device: DeviceID) -> String {
        "quiesce.device.\(device.rawValue).connection"
    }

    /// Below which number nothing waits for the device.
    static func begin(of device: DeviceID) -> String {
        "quiesce.device.\(device.rawValue).begin"
    }

    static func fate(of id: String, _ token: DeviceToken) -> String {
        "quiesce.fate.\(hash(id)).\(hash(token.rawValue))"
    }

    static func fates(of id: String) -> String { "quiesce.fate.\(hash(id)).*" }

    /// 32 hex digits for any text: none that two texts share can be found.
    static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(16).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
