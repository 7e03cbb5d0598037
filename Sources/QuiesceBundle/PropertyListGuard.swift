import Foundation

/// Refuses the property lists that Foundation's decoder doesn't survive, before it sees them.
///
/// Measured with Swift 6.3.1: `PropertyListSerialization` never returns from a binary list of 60
/// arrays that each hold the next one twice; `PropertyListDecoder`, which reads binary lists
/// lazily, does, but it overflows the stack on XML nested 20,000 levels deep. So the decoder is
/// used, and XML is bounded here. Entities that a document declares itself are no part of a
/// property list.
package enum PropertyListGuard {
    /// - Throws: `malformedInfoPlist`
    static func check(_ data: Data) throws(BundleError) {
        if data.starts(with: Array("bplist".utf8)) {
            try checkBinary([UInt8](data))
        } else {
            try checkXML([UInt8](data))
        }
    }

    static func refusal(_ what: String) -> BundleError {
        BundleError(.malformedInfoPlist, "Info.plist \(what)")
    }

    /// As above, for a list that must be XML, whichever file it is in.
    package static func checkXML(_ bytes: [UInt8]) throws(BundleError) {
        if bytes.isEmpty {
            throw refusal("is empty; it must be a property list in XML or binary form")
        }
        // With no NUL, no other encoding can hide a `<` from the count below.
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), !bytes.contains(0),
            bytes[first] == UInt8(ascii: "<")
                || bytes[first...].starts(with: [0xef, 0xbb, 0xbf, UInt8(ascii: "<")])
        else { throw refusal("is neither XML in UTF-8 nor a binary property list; check the file") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw refusal("is not UTF-8; save it as UTF-8")
        }
        if let declaration = text.firstRange(of: "<?xml"),
            let end = text[declaration.upperBound...].firstRange(of: "?>")
        {
            let encoding = text[declaration.upperBound..<end.lowerBound].firstRange(of: "encoding")
            if let encoding {
                let value = text[encoding.upperBound..<end.lowerBound].lowercased()
                    .drop { " =\"'\t\n\r".contains($0) }
                guard value.hasPrefix("utf-8") || value.hasPrefix("us-ascii") else {
                    throw refusal("declares an encoding other than UTF-8; save it as UTF-8")
                }
            }
        }
        if text.contains("<!ENTITY") || hasInternalSubset(text) {
            throw refusal("declares entities, which a property list may not; remove them")
        }
        // Whatever stands in comments, the depth is at most the number of opening tags.
        let collections =
            count("<dict", in: bytes) + count("<array", in: bytes)
            + count("<plist", in: bytes)
        if collections > BundleLimits.infoPlistCollections {
            throw refusal(
                "has \(collections) dictionaries and arrays, more than \(BundleLimits.infoPlistCollections)"
            )
        }
    }

    /// Whether the document type has a `[…]` part, where entities are declared.
    private static func hasInternalSubset(_ text: String) -> Bool {
        guard let type = text.firstRange(of: "<!DOCTYPE") else { return false }
        return text[type.upperBound...].prefix { $0 != ">" }.contains("[")
    }

    private static func count(_ tag: String, in bytes: [UInt8]) -> Int {
        let tag = Array(tag.utf8)
        var count = 0
        for start in bytes.indices where bytes[start] == tag[0] && bytes[start...].starts(with: tag)
        {
            count += 1
        }
        return count
    }
}
