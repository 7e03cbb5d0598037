import CQuiesceLinux
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux

/// The sounds and icons in apps' bundles: no link is followed, and nothing but a plain file is opened.
/// Not on the loop.
struct AppSounds: Sendable {
    private let bundles: CInt
    private let path: String

    /// - Parameter bundles: the folder of all bundles, kept open for as long as this is used.
    init(bundles: CInt, path: String) {
        self.bundles = bundles
        self.path = path
    }

    init(_ directory: StateDirectory) {
        self.init(
            bundles: directory.descriptor(of: .bundles), path: directory.path(of: .bundles))
    }

    /// A sound by its path inside the app's bundle (N6).
    func sound(_ name: String, of app: AppID) throws(SoundProblem) -> SoundFile {
        guard let file = open(name, of: app) else { throw .missing }
        guard file.size <= SoundLimits.bytes else { throw .tooLarge }
        guard let bytes = try? Files.read(file.descriptor.number, limit: SoundLimits.bytes) else {
            throw .unreadable
        }
        return try SoundFile([UInt8](bytes))
    }

    /// The absolute path of the app's icon, `Icon.png`; nil: it has none.
    func icon(of app: AppID) -> String? {
        guard open("Icon.png", of: app) != nil else { return nil }
        return place("Icon.png", of: app)
    }

    /// The absolute path of what is called so in the app's bundle.
    func place(_ name: String, of app: AppID) -> String { "\(path)/\(app)/\(name)" }

    private struct Opened: ~Copyable {
        let descriptor: OwnedDescriptor
        let size: Int
    }

    private func open(_ name: String, of app: AppID) -> Opened? {
        // A name with NUL is another one to the kernel.
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        // "Name.app/../Other.app/x" stays beneath all bundles, but not beneath this one.
        let folder = ql_open_beneath(bundles, "\(app)", O_RDONLY | O_DIRECTORY, 0)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        // Without O_NONBLOCK a FIFO would hold up everything.
        let number = ql_open_beneath(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        guard number >= 0 else { return nil }
        guard let status = try? Files.status(number), status.st_mode & S_IFMT == S_IFREG else {
            close(number)
            return nil
        }
        return Opened(descriptor: OwnedDescriptor(number), size: Int(status.st_size))
    }
}
