import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAnswers

/// Files of apps, from their bundles or else their containers, and from nowhere else: no link leads
/// out, and nothing but a plain file is opened.
final class AppFiles {
    /// Bytes of one file, and of all images of one picture.
    private static let fileBytes = 1_048_576
    private static let pictureBytes = 8_388_608
    /// Pixels of an image on each side: more would take the memory of a large program.
    private static let mostPixels: UInt32 = 4_096

    private let bundles: CInt
    private let containers: CInt
    private var left = pictureBytes

    /// - Parameter home: the device's. A folder that isn't to be opened by this user has no files.
    init(_ home: String) {
        bundles = open(home + "/bundles", O_DIRECTORY | O_CLOEXEC)
        containers = open(home + "/containers", O_DIRECTORY | O_CLOEXEC)
    }

    deinit {
        for folder in [bundles, containers] where folder >= 0 { close(folder) }
    }

    /// - Parameter path: `APP/PATH`.
    func image(_ path: String) -> SceneDrawing.Image? {
        guard let bytes = read(path, folders: [bundles, containers], limit: left) else {
            return nil
        }
        left -= bytes.count
        return SceneDrawing.Image(bytes)
    }

    /// A PNG of a size that can be painted.
    func png(_ path: String) -> Data? {
        guard let bytes = read(path, folders: [bundles, containers], limit: left),
            bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
            bytes.count > 24
        else { return nil }
        left -= bytes.count
        func number(_ at: Int) -> UInt32 {
            bytes.dropFirst(at).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
        let sides = 1...Self.mostPixels
        return sides.contains(number(16)) && sides.contains(number(20)) ? bytes : nil
    }

    /// A file of an app's bundle.
    func bundled(_ path: String) -> Data? {
        read(path, folders: [bundles], limit: Self.fileBytes)
    }

    func isBundled(_ path: String) -> Bool {
        guard let file = opened(path, in: bundles) else { return false }
        close(file)
        return true
    }

    private func read(_ path: String, folders: [CInt], limit: Int) -> Data? {
        for folder in folders {
            guard let file = opened(path, in: folder) else { continue }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            // One byte over the limit tells that it is too large.
            let bytes = try? handle.read(upToCount: limit + 1)
            return bytes.flatMap { $0.count <= limit ? $0 : nil }
        }
        return nil
    }

    private func opened(_ path: String, in folder: CInt) -> CInt? {
        guard folder >= 0 else { return nil }
        // Without O_NONBLOCK a FIFO that an app put there would hold up everything.
        let file = ql_open_beneath(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        guard file >= 0 else { return nil }
        var status = stat()
        // A second name of a file may be that of somebody else's.
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 {
            return file
        }
        close(file)
        return nil
    }
}
