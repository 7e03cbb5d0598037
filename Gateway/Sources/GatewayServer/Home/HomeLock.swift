import Glibc

/// Keeps a second gateway from the same home while the first has it.
final class HomeLock: Sendable {
    private let file: Int32

    init(_ home: Home) throws {
        let path = home.files.path("gateway.lock")
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw HomeFailure("can't open \(path): \(systemError())") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw HomeFailure("another gateway runs on \(home.folder)")
        }
    }

    deinit { close(file) }
}
