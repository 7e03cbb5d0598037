import Foundation
import QuiesceProtection

// Files that can't be read while the device is locked with a passcode (P3). Foundation's own
// option, `.completeFileProtection`, exists on Linux and protects nothing.
extension Data {
    /// Writes the bytes to `url`, as a whole or not at all.
    ///
    /// With `.complete` they are encrypted with the app's key, which the daemon hands out while the
    /// device is unlocked, and for a moment after it was locked. A file has at most 64 MiB. From
    /// any thread; it waits for the daemon, usually for less than a millisecond.
    ///
    /// - Parameter protection: `.complete`, or `.none` for a plain file. Linux has no key between
    ///   these two, so any other protection is complete, too.
    /// - Throws: `ProtectedDataError` while the device is locked, and where there is none; what
    ///   Foundation throws where the file can't be written.
    public func write(to url: URL, protection: FileProtectionType) throws {
        guard protection != .none else { return try write(to: url, options: .atomic) }
        let sealed: Data
        let key = try AppKeys.key(for: url.path)
        do {
            sealed = try ProtectedFile.seal(self, with: key)
        } catch {
            throw ProtectedDataError(error, path: url.path)
        }
        try sealed.write(to: url, options: .atomic)
    }

    /// Reads a file that was written with protection. From any thread, as above.
    ///
    /// - Throws: `ProtectedDataError` while the device is locked, for a file that isn't protected,
    ///   is another app's, or was changed; what Foundation throws where there is no such file.
    public init(contentsOfProtected url: URL) throws {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        let most = ProtectedFile.largestContents + ProtectedFile.overhead
        let bytes = try file.read(upToCount: most + 1) ?? Data()
        do {
            // Before the daemon is asked: it can't help with any other file.
            _ = try ProtectedFile.keyID(of: bytes)
            self = try ProtectedFile.open(bytes, with: AppKeys.key(for: url.path))
        } catch let failure as ProtectedFile.Failure {
            throw ProtectedDataError(failure, path: url.path)
        }
    }
}

extension ProtectedDataError {
    init(_ failure: ProtectedFile.Failure, path: String) {
        switch failure {
        case .notProtected: self.init(.notProtected, path: path, reason: "it has no protection")
        case .unknownVersion:
            self.init(
                .unknownVersion, path: path, reason: "a later version of Quiesce protected it")
        case .anotherKey:
            self.init(
                .anotherKey, path: path,
                reason: "another app protected it, or an earlier installation of this one")
        case .damaged:
            self.init(.damaged, path: path, reason: "it was cut or changed since it was written")
        case .tooLarge:
            self.init(
                .tooLarge, path: path,
                reason: "a protected file has at most \(ProtectedFile.largestContents >> 20) MiB")
        }
    }
}
