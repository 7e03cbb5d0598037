import Foundation

/// The saved state of an app: its delegate's state and that of its view controllers, and the bytes
/// that this becomes.
///
/// The bytes are a header of 24 and a property list. All numbers are little-endian: `QSST`, the
/// version (4), the list's length (8), its FNV-1a checksum (8).
struct SavedState: Codable, Equatable {
    struct Controller: Codable, Equatable {
        /// The restoration identifiers of its window's root controller, of what that presented, and
        /// so on, to its own.
        var path: [String]
        var state: Data
    }

    /// Why bytes aren't a saved state.
    enum Problem: Error, Equatable, CustomStringConvertible {
        case damaged
        case unknownVersion(UInt32)
        case tooLarge(bytes: Int)

        var description: String {
            switch self {
            case .damaged: "it was cut or changed since it was written"
            case .unknownVersion(let version): "version \(version) isn't known here"
            case .tooLarge(let bytes):
                "it has \(bytes) bytes, and \(SavedState.mostBytes) are the most; keep documents in "
                    + "files of their own"
            }
        }
    }

    /// It is made and synced to the disk in the five seconds that an app has to leave (W1), and
    /// read before it can be launched: what is larger is a document, not a state.
    static let mostBytes = 1 << 20

    private static let magic = Data("QSST".utf8)
    private static let version: UInt32 = 1
    private static let headerBytes = 24

    var application: Data
    var controllers: [Controller] = []

    init(application: Data) { self.application = application }

    init(bytes: Data) throws(Problem) {
        let bytes = Data(bytes)  // Its first index is 0.
        guard bytes.count <= Self.mostBytes else { throw .tooLarge(bytes: bytes.count) }
        guard bytes.count >= Self.headerBytes, bytes.prefix(4) == Self.magic else {
            throw .damaged
        }
        let version = UInt32(truncatingIfNeeded: Self.number(bytes[4..<8]))
        guard version == Self.version else { throw .unknownVersion(version) }
        let list = bytes[Self.headerBytes...]
        guard Self.number(bytes[8..<16]) == UInt64(list.count),
            Self.number(bytes[16..<24]) == Self.checksum(list),
            let state = try? PropertyListDecoder().decode(Self.self, from: Data(list))
        else { throw .damaged }
        self = state
    }

    func bytes() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let list = try encoder.encode(self)
        let bytes =
            Self.magic + Self.littleEndian(Self.version) + Self.littleEndian(UInt64(list.count))
            + Self.littleEndian(Self.checksum(list)) + list
        guard bytes.count <= Self.mostBytes else { throw Problem.tooLarge(bytes: bytes.count) }
        return bytes
    }

    private static func checksum(_ data: Data) -> UInt64 {
        data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private static func littleEndian(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    private static func number(_ bytes: Data) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
