/// Numbers one transfer on a device. Never used again, as files are named by it.
public struct TransferID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value }

    public var description: String { String(value) }
    public static func < (a: TransferID, b: TransferID) -> Bool { a.value < b.value }

    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(UInt64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
