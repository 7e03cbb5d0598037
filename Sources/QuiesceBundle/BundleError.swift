import Glibc

/// Why a bundle was refused, or couldn't be copied.
public struct BundleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable word, for scripts.
    public var reason: Reason
    /// One line: which key or file, what is wrong with it, what to do.
    public var message: String

    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    public var description: String { message }

    public struct Reason: RawRepresentable, Sendable, Hashable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no Info.plist.
        public static let noInfoPlist = Reason(rawValue: "noInfoPlist")
        /// Info.plist is no property list, or one built to exhaust its reader.
        public static let malformedInfoPlist = Reason(rawValue: "malformedInfoPlist")
        /// A key that must be there isn't.
        public static let missingKey = Reason(rawValue: "missingKey")
        /// A key has a value of the wrong type, or one that isn't allowed.
        public static let wrongValue = Reason(rawValue: "wrongValue")
        /// The executable is missing, or is no file that may be run.
        public static let badExecutable = Reason(rawValue: "badExecutable")
        /// The bundle contains what no bundle may: a symbolic link, a device, a setuid file …
        public static let forbiddenFile = Reason(rawValue: "forbiddenFile")
        /// Too many files, too many bytes, or folders too deep.
        public static let tooLarge = Reason(rawValue: "tooLarge")
        /// The disk is full.
        public static let noSpace = Reason(rawValue: "noSpace")
        /// The system refused to read or write a file.
        public static let inputOutput = Reason(rawValue: "inputOutput")
    }

    /// The system's refusal `code` (an errno) to do `what`, for example "read Info.plist".
    static func system(_ code: Int32, _ what: String) -> BundleError {
        let why = String(cString: strerror(code))
        if code == ENOSPC || code == EDQUOT {
            return BundleError(.noSpace, "could not \(what): \(why); free some space")
        }
        return BundleError(.inputOutput, "could not \(what): \(why)")
    }
}
