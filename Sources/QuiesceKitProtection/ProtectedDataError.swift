/// Why a file with complete protection could not be read or written (P3).
public struct ProtectedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A kind of failure. Later versions may have more of them.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The device is locked: wait for `applicationProtectedDataDidBecomeAvailable`.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The daemon didn't answer, or the process was not started by Quiesce.
        public static let noDevice = Code(rawValue: "noDevice")
        /// The file has no protection: read it with `Data(contentsOf:)`.
        public static let notProtected = Code(rawValue: "notProtected")
        /// Written by a later version of Quiesce.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// It is another app's, or of an earlier installation of this one.
        public static let anotherKey = Code(rawValue: "anotherKey")
        /// Cut or changed since it was written.
        public static let damaged = Code(rawValue: "damaged")
        /// Longer than 64 MiB.
        public static let tooLarge = Code(rawValue: "tooLarge")
    }

    /// The kind of failure.
    public var code: Code
    /// The file's path.
    public var path: String
    /// The failure in plain words.
    public var reason: String

    /// An error about a file; `reason` in plain words.
    public init(_ code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
}
