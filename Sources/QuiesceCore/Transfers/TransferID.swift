/// Numbers one transfer on a device. Never used again, as files are named by it.
public struct TransferID: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value }

    public var description: String { String(value) }
    public static func < (a: TransferID, b: TransferID) -> Bool { a.value < b.value }
}

extension TransferID: WrittenAs, DescribedKey {
    public var keyText: String { String(value) }
    public init?(keyText: String) {
        guard let value = UInt64(keyText) else { return nil }
        self.init(value)
    }

    public var written: UInt64 { value }
    public init(written: UInt64) { self.init(written) }
}
