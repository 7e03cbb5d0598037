/// The name of a zone in the time zone database, such as `Europe/Berlin`. Whether the database has
/// it is the shell's to say.
public struct ZoneName: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let name: String

    /// - Returns: nil unless `name` is 1…64 bytes of ASCII letters, digits, `_`, `+`, `-` and `/`
    ///   that can also serve as a path below the database's folder: it stays there, and no part is
    ///   empty.
    public init?(_ name: String) {
        guard (1...Limits.deviceValueBytes).contains(name.utf8.count) else { return nil }
        var previous = UInt8(ascii: "/")
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "-"):
                break
            case UInt8(ascii: "/"):
                if previous == byte { return nil }
            case _:
                return nil
            }
            previous = byte
        }
        if previous == UInt8(ascii: "/") { return nil }
        self.name = name
    }

    public var description: String { name }
    public static func < (a: ZoneName, b: ZoneName) -> Bool { a.name < b.name }
}

extension ZoneName: WrittenAs {
    public var written: String { name }
    public init?(written: String) { self.init(written) }
}
