import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAnswers
import QuiesceCore
import QuiesceLinux

/// The images that an app's scene names, from its bundle or else its container, and from nowhere
/// else: no link leads out, and nothing but a plain file is opened. Not on the loop.
struct AppImages {
    private let app: AppID
    private let folders: [CInt]
    /// Bytes that the images of one picture may still have together.
    private var left = Limits.pictureImageBytes

    /// - Parameter directory: kept open for as long as this is used.
    init(of app: AppID, _ directory: StateDirectory) {
        self.app = app
        folders = [directory.descriptor(of: .bundles), directory.descriptor(of: .containers)]
    }

    /// - Returns: nil for what isn't there, isn't an image or is too large.
    mutating func image(_ path: String) -> SceneDrawing.Image? {
        for folder in folders {
            // Without O_NONBLOCK a FIFO that an app put there would hold up everything.
            let file = ql_open_beneath(
                folder, "\(app)/\(path)", O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
            guard file >= 0 else { continue }
            defer { close(file) }
            return read(file)
        }
        return nil
    }

    private mutating func read(_ file: CInt) -> SceneDrawing.Image? {
        // A second name of a file may be that of somebody else's.
        guard let status = try? Files.status(file), status.st_mode & S_IFMT == S_IFREG,
            status.st_nlink == 1, status.st_size <= left,
            let bytes = try? Files.read(file, limit: left),
            let image = SceneDrawing.Image(bytes)
        else { return nil }
        left -= bytes.count
        return image
    }
}
