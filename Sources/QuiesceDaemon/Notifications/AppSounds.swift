import CQuiesceLinux
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux
import QuiesceVocabulary

/// The sounds and icons in apps' bundles, and pictures in their containers: no link is followed,
/// and nothing but a plain file is opened. Not on the loop.
struct AppSounds: Sendable {
    private let bundles: CInt
    private let path: String
    private let containers: (descriptor: CInt, path: String)?

    /// - Parameters:
    ///   - bundles: the folder of all bundles, kept open for as long as this is used.
    ///   - containers: the folder of all containers, likewise; nil: no pictures of them are shown.
    init(bundles: CInt, path: String, containers: (descriptor: CInt, path: String)? = nil) {
        self.bundles = bundles
        self.path = path
        self.containers = containers
    }

    init(_ directory: StateDirectory) {
        self.init(
            bundles: directory.descriptor(of: .bundles), path: directory.path(of: .bundles),
            containers: (
                directory.descriptor(of: .containers), directory.path(of: .containers)
            ))
    }

    /// A sound by its path inside the app's bundle (N6).
    func sound(_ name: String, of app: AppID) throws(SoundProblem) -> SoundFile {
        guard let file = open(name, of: app, in: bundles) else { throw .missing }
        guard file.size <= SoundLimits.bytes else { throw .tooLarge }
        guard let bytes = try? Files.read(file.descriptor.number, limit: SoundLimits.bytes) else {
            throw .unreadable
        }
        return try SoundFile([UInt8](bytes))
    }

    /// The absolute path of the app's icon, `Icon.png`; nil: it has none.
    func icon(of app: AppID) -> String? {
        guard open("Icon.png", of: app, in: bundles) != nil else { return nil }
        return place("Icon.png", of: app)
    }

    /// The absolute path of a picture in the app's container; nil: there is none that desktops
    /// show.
    func picture(_ attachment: NotificationAttachment, of app: AppID) -> String? {
        guard let containers, Self.pictures.contains(attachment.type),
            let file = open(attachment.path, of: app, in: containers.descriptor),
            file.size <= Self.pictureBytes
        else { return nil }
        return "\(containers.path)/\(app)/\(attachment.path)"
    }

    /// Kinds of pictures that every desktop decodes.
    private static let pictures: Set<String> = ["public.png", "public.jpeg", "com.compuserve.gif"]
    /// As iOS has it for pictures.
    private static let pictureBytes = 10 << 20

    /// The absolute path of what is called so in the app's bundle.
    func place(_ name: String, of app: AppID) -> String { "\(path)/\(app)/\(name)" }

    private struct Opened: ~Copyable {
        let descriptor: OwnedDescriptor
        let size: Int
    }

    private func open(_ name: String, of app: AppID, in all: CInt) -> Opened? {
        // A name with NUL is another one to the kernel.
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        // "Name.app/../Other.app/x" stays beneath all bundles, but not beneath this one.
        let folder = ql_open_beneath(all, "\(app)", O_RDONLY | O_DIRECTORY, 0)
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
