import Foundation
import Glibc

/// `Library/Saved Application State` in the app's container: the state that was saved last, and
/// those that were set aside.
///
/// - `state`: restored by the next launch
/// - `state.restoring`: being restored by a launch that has not yet come through
/// - `state.crashed`: the launch that restored it did not come through
/// - `state.damaged`: could not be read
struct StateFolder {
    private let folder: URL

    init(container: URL) {
        folder = container.appendingPathComponent("Library/Saved Application State")
    }

    private var state: String { path("state") }
    private var restoring: String { path("state.restoring") }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Replaces the state in one step: a crash or a power cut leaves the old or the new one.
    ///
    /// - Throws: `CocoaError` or `POSIXError`; the old one is still there then.
    func save(_ bytes: Data) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let new = path("state.new")
        do {
            try write(bytes, to: new)
            try rename(new, to: state)
            try sync(folder)
        } catch {
            unlink(new)
            throw error
        }
    }

    /// Nothing is restored by the next launch.
    func discard() {
        unlink(state)
        unlink(restoring)
    }

    /// Takes the state, for this launch to be restored from: until `keep()` it is on trial. What is
    /// left of a launch that didn't come through, or can't be read, is set aside, with a note.
    ///
    /// - Parameter blameless: the launch before ended by no fault of its own.
    /// - Returns: nil where there is none.
    func take(blameless: Bool) -> SavedState? {
        if blameless { keep() }
        if access(restoring, F_OK) == 0 {
            setAside("crashed", because: "the launch that restored it did not come through")
            return nil
        }
        guard Glibc.rename(state, restoring) == 0 else { return nil }
        do {
            return try SavedState(bytes: read())
        } catch {
            setAside("damaged", because: "\(error)")
            return nil
        }
    }

    /// The launch that took the state has come through: the next one may restore it again.
    func keep() { Glibc.rename(restoring, state) }

    private func setAside(_ what: String, because reason: String) {
        Glibc.rename(restoring, path("state.\(what)"))
        note("the app starts afresh, its saved state is set aside as state.\(what): \(reason)")
    }

    /// At most one byte more than a state may have.
    private func read() throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: restoring))
        defer { try? file.close() }
        return try file.read(upToCount: SavedState.mostBytes + 1) ?? Data()
    }

    private func write(_ bytes: Data, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.lastError }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw Self.lastError
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw Self.lastError }
    }

    /// Until its folder is on the disk, a power cut may bring back what a file was before.
    private func sync(_ folder: URL) throws {
        let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.lastError }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Self.lastError }
    }

    private func rename(_ old: String, to new: String) throws {
        guard Glibc.rename(old, new) == 0 else { throw Self.lastError }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
