/// An app's id as portals have it: that of its desktop entry, or of its Flatpak.
package struct PortalID: Hashable, Sendable {
    package let text: String

    /// - Returns: nil: this is no id. One is the name of a file, too, so it has letters, digits,
    ///   `-`, `_` and single dots, which it doesn't begin with.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            case _: false
            }
        }
        guard isPlain, (1...PortalLimits.idBytes).contains(text.utf8.count),
            text.first != ".", text.first != "-", text.last != ".", !text.contains("..")
        else { return nil }
        self.text = text
    }
}
