import Foundation
import QuiesceCrypto

/// The topic of a registration at a gateway. It says itself who may send: the gateway lets only
/// holders of the key post to one that ends in that key's hash.
enum WebPushTopic {
    static func new(vapid: String?) -> String {
        var generator = SystemRandomNumberGenerator()
        let name =
            "unifiedpush." + hex((0..<16).map { _ in .random(in: 0...255, using: &generator) })
        guard let key = vapid.flatMap({ key($0) }) else { return name }
        return name + ".vapid-" + hex(key.withUnsafeBytes { SHA256.hash($0) })
    }

    /// The 65 bytes of a P-256 key in base64url.
    ///
    /// - Returns: nil: it is none.
    static func key(_ text: String) -> Data? {
        guard text.utf8.count == 87, !text.contains("+"), !text.contains("/") else { return nil }
        let usual = text.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        guard let key = Data(base64Encoded: usual + "="), key.count == 65, key.first == 4 else {
            return nil
        }
        return key
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
