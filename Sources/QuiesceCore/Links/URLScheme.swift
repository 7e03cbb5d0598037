/// The word before a URL's first colon (RFC 3986, 3.1). Upper case and lower case are the same.
public enum URLScheme {
    /// In lower case.
    ///
    /// - Returns: nil: the text is no URL with a scheme.
    public static func of(url: String) -> String? {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
        else { return nil }
        return normalized(String(url[..<colon]))
    }

    /// In lower case.
    ///
    /// - Returns: nil: it is none: a letter, and then letters, digits, `+`, `-` and `.`.
    public static func normalized(_ scheme: String) -> String? {
        guard (1...Limits.urlSchemeBytes).contains(scheme.utf8.count) else { return nil }
        var lower: [UInt8] = []
        for byte in scheme.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): lower.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): lower.append(byte | 0x20)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                guard !lower.isEmpty else { return nil }
                lower.append(byte)
            case _: return nil
            }
        }
        return String(decoding: lower, as: UTF8.self)
    }
}
