import Foundation
import Glibc

/// Files of the home folder: each is 0600, and is there whole or not at all.
struct HomeFiles: Sendable {
    let folder: String

    func path(_ name: String) -> String { folder + "/" + name }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func read(_ name: String) throws -> String {
        do { return try String(contentsOfFile: path(name), encoding: .utf8) } catch {
            throw HomeFailure("can't read \(path(name)): \(reason(error))")
        }
    }

    /// Makes the folder, open to its owner alone.
    func makeFolder(_ name: String = "") throws {
        let path = name.isEmpty ? folder : path(name)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw HomeFailure("can't make \(path): \(reason(error))") }
    }

    /// Writes `text` beside the file, and puts it in its place once it is on disk.
    func write(_ text: String, _ name: String) throws {
        let path = path(name)
        let beside = path + ".new"
        unlink(beside)
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw HomeFailure("can't write \(path): \(systemError())") }
        defer { close(file) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw HomeFailure("can't write \(path): \(systemError())") }
            bytes = bytes.dropFirst(count)
        }
        let parent = open(
            URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard parent >= 0 else { throw HomeFailure("can't write \(path): \(systemError())") }
        defer { close(parent) }
        // The folder, too: a key that was revoked may not be back after a power cut.
        guard fsync(file) == 0, rename(beside, path) == 0, fsync(parent) == 0 else {
            throw HomeFailure("can't write \(path): \(systemError())")
        }
    }
}

/// The home folder isn't as it must be. One line for the operator.
public struct HomeFailure: Error, Sendable, CustomStringConvertible {
    public var description: String
    init(_ description: String) { self.description = description }
}

func systemError() -> String { String(cString: strerror(errno)) }

private func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    guard let underlying, underlying.domain == NSPOSIXErrorDomain else {
        return error.localizedDescription
    }
    return String(cString: strerror(Int32(underlying.code)))
}
