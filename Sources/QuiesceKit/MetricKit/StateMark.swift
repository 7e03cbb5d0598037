import Foundation
import Glibc

/// Whether the app is in front, in a file of one byte in its container: the kernel keeps the byte
/// whatever ends the app, and a transition costs no system call.
@MainActor final class StateMark {
    private static let length = 1

    private let byte: UnsafeMutablePointer<UInt8>

    /// - Returns: nil where there can be no such file.
    init?(container: URL) {
        let folder = container.appendingPathComponent("Library/Saved Application State")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let file = open(
            folder.appendingPathComponent("front").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard ftruncate(file, off_t(Self.length)) == 0,
            let memory = mmap(nil, Self.length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            memory != MAP_FAILED
        else { return nil }
        byte = memory.assumingMemoryBound(to: UInt8.self)
    }

    isolated deinit { munmap(byte, Self.length) }

    var isInFront: Bool {
        get { byte.pointee == 1 }
        set { byte.pointee = newValue ? 1 : 0 }
    }
}
