import Foundation
import QuiesceCrypto

/// The key of one app's protected files (P3). It belongs to one installation of the app: what
/// another app, or another device, has is another key.
package struct AppKey: Sendable {
    /// Names the key in each file that it protects. Tells nothing of the key itself.
    package struct ID: Sendable, Hashable, CustomStringConvertible {
        package static let byteCount = 8
        package let bytes: Data

        package init?(bytes: Data) {
            guard bytes.count == Self.byteCount else { return nil }
            self.bytes = Data(bytes)
        }

        package init?(hexadecimal: String) {
            guard let bytes = Data(hexadecimal: hexadecimal) else { return nil }
            self.init(bytes: bytes)
        }

        package static func random() -> ID {
            // The bytes have the right size.
            ID(bytes: SymmetricKey(bitCount: 8 * byteCount).data)!
        }

        package var description: String { bytes.hexadecimal }
    }

    package let app: String
    package let id: ID
    /// 256 bits; overwritten when the last copy goes.
    package let key: SymmetricKey

    package init(app: String, id: ID, key: SymmetricKey) {
        self.app = app
        self.id = id
        self.key = key
    }
}

extension Data {
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: nil unless it is pairs of hexadecimal digits.
    package init?(hexadecimal text: String) {
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case _: nil
            }
        }
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes = Data(capacity: digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[place]), let low = value(digits[place + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self = bytes
    }
}
