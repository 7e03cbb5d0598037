import Foundation
import QuiesceCrypto

/// The protocol of `keys.sock` (`docs/protocol.md`): one request per connection, one answer.
package enum KeyProtocol {
    /// Beside the app socket.
    package static func socket(beside appSocket: String) -> String {
        guard let slash = appSocket.lastIndex(of: "/") else { return "keys.sock" }
        return appSocket[...slash] + "keys.sock"
    }

    package static let request = Data(#"{"type":"key"}"#.utf8)
    /// Bytes of a request or an answer: an app's id, two numbers, a sentence.
    package static let datagramBytes = 4_096

    private struct Message: Codable {
        var type: String
        var app: String?
        var id: String?
        var key: String?
        var code: String?
        var message: String?
    }

    package enum Answer: Sendable {
        case key(AppKey)
        /// `code`: `protectedDataUnavailable` while the device is locked; `notAnApp` …
        case refused(code: String, message: String)
    }

    package static func isRequest(_ datagram: Data) -> Bool {
        (try? JSONDecoder().decode(Message.self, from: datagram))?.type == "key"
    }

    package static func encode(_ answer: Answer) -> Data {
        switch answer {
        case .key(let key):
            // By hand, so that no copy of the key is left in an encoder's memory. An id has no
            // character that JSON escapes.
            var text = Data(#"{"type":"key","app":"\#(key.app)","id":"\#(key.id)","key":""#.utf8)
            let digits = Array("0123456789abcdef".utf8)
            key.key.withUnsafeBytes { bytes in
                for byte in bytes {
                    text.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
                }
            }
            text.append(contentsOf: Data(#""}"#.utf8))
            return text
        case .refused(let code, let message):
            let message = Message(type: "error", code: code, message: message)
            // Strings are always encoded.
            return (try? JSONEncoder().encode(message)) ?? Data()
        }
    }

    /// - Returns: nil for what isn't an answer.
    package static func answer(_ datagram: Data) -> Answer? {
        guard let message = try? JSONDecoder().decode(Message.self, from: datagram) else {
            return nil
        }
        switch message.type {
        case "key":
            guard let app = message.app, let id = message.id.flatMap(AppKey.ID.init(hexadecimal:)),
                let key = message.key.flatMap({ Data(hexadecimal: $0) }), key.count == 32
            else { return nil }
            return .key(AppKey(app: app, id: id, key: SymmetricKey(data: key)))
        case "error":
            return .refused(code: message.code ?? "", message: message.message ?? "")
        case _:
            return nil
        }
    }
}
