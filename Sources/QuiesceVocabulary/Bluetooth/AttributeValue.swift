/// The bytes of an attribute, as words: in base64 between programs, in hexadecimal digits for
/// people.
public enum AttributeValue {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    public static func base64(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let three = rest.prefix(3)
            rest = rest.dropFirst(3)
            let bits =
                three.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - three.count))
            for digit in 0..<4 {
                text.append(
                    digit <= three.count
                        ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: nil: it is no base64.
    public static func bytes(base64: String) -> [UInt8]? {
        let text = Array(base64.utf8)
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        for (at, character) in text.dropLast(padding).enumerated() {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(digit)
            if at % 4 == 3 {
                bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
                bits = 0
            }
        }
        switch padding {
        case 1: bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        case 2: bytes.append(UInt8(bits >> 4 & 255))
        case _: break
        }
        return bytes
    }

    /// - Returns: nil: it isn't pairs of hexadecimal digits.
    public static func bytes(hex: String) -> [UInt8]? {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }

    public static func hex(_ bytes: some Collection<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
