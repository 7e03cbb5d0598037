import CQuiesceLinux
import Glibc
import QuiesceCore

/// Copies a bundle to where the device keeps it.
public enum BundleInstaller {
    /// Copies the bundle open as `source` into a new folder `name` of `parent`, makes it durable,
    /// and checks the *copy*: what was checked is what is installed, whoever changes the source
    /// meanwhile (B3).
    ///
    /// Only files and folders are copied; they get the modes 0644 or 0755. On any error nothing is
    /// left of the copy. The caller chooses a temporary name, and renames when it has recorded
    /// the installation.
    ///
    /// - Throws: the first thing wrong with the bundle, or what the system refused.
    public static func copy(
        from source: Int32, to parent: Int32, as name: String
    ) throws(BundleError) -> AppManifest {
        // Told apart first, so that a wrong bundle costs no copying.
        _ = try admitted(source)
        do {
            try check(mkdirat(parent, name, 0o700))
        } catch {
            throw .system(error.code, "create the folder \"\(name.printable)\"")
        }
        do {
            let manifest = try fill(name, in: parent, from: source)
            return manifest
        } catch {
            // The news is why the copy failed, not that its remains couldn't be removed.
            try? TreeRemover.remove(name, in: parent)
            throw error
        }
    }

    /// The bundle's manifest, if its id may be installed. An app that is installed already stays.
    private static func admitted(_ bundle: Int32) throws(BundleError) -> AppManifest {
        let manifest = try BundleReader.manifest(of: bundle)
        let first = manifest.id.name.utf8.prefix { $0 != UInt8(ascii: ".") }
        // Beside the bundles, older daemons take such a name for an update of the app that follows.
        guard first.contains(where: { !(0x30...0x39).contains($0) }) else {
            throw BundleError(
                .wrongValue,
                "CFBundleIdentifier \"\(manifest.id)\" begins with a number; use a name such as "
                    + "org.example.Clock")
        }
        return manifest
    }

    private static func fill(
        _ name: String, in parent: Int32, from source: Int32
    ) throws(BundleError) -> AppManifest {
        let target: Descriptor
        do {
            target = try Descriptor.open(name, in: parent, O_RDONLY | O_DIRECTORY)
        } catch {
            throw .system(error.code, "open the folder \"\(name.printable)\"")
        }
        let owner: uid_t
        do throws(Errno) {
            var status = stat()
            try check(fstat(source, &status))
            owner = status.st_uid
        } catch {
            throw .system(error.code, "examine the bundle's folder")
        }
        var copy = TreeCopy(owner: owner)
        try copy.folder(source, to: target.raw, at: "", depth: 1)
        let manifest = try admitted(target.raw)
        // Once for all: fsync of each made copying 10,000 folders take 19 s rather than 8.
        let saved = ql_sync_file_system(target.raw)
        if saved < 0 { throw .system(-saved, "save the bundle to the disk") }
        return manifest
    }
}

/// One copy under way, with what it has used of its limits.
private struct TreeCopy {
    /// The owner of the bundle's folder.
    let owner: uid_t
    var files = 0
    var bytes: Int64 = 0

    private static let tooManyBytes = BundleError(
        .tooLarge,
        "the bundle has more than \(BundleLimits.bytes >> 20) MiB; make it smaller")

    /// Copies what is in the folder `source` into the folder `target`. `path`: for messages.
    mutating func folder(
        _ source: Int32, to target: Int32, at path: String, depth: Int
    ) throws(BundleError) {
        guard depth <= BundleLimits.depth else {
            throw BundleError(
                .tooLarge,
                "\"\(path.printable)\" lies more than \(BundleLimits.depth) folders deep; "
                    + "flatten the bundle")
        }
        do {
            let from = try Descriptor.open(".", in: source, O_RDONLY | O_DIRECTORY)
            let names = try from.names()
            files += names.count
            guard files <= BundleLimits.files else {
                throw BundleError(
                    .tooLarge,
                    "the bundle has more than \(BundleLimits.files) files; remove some")
            }
            // Sorted, so that the same bundle gives the same message.
            for name in try names.map({ try Self.text(of: $0, in: path) }).sorted() {
                try entry(name, of: from.raw, to: target, at: path + name, depth: depth)
            }
            try check(fchmod(target, 0o755))
        } catch let error as BundleError {
            throw error
        } catch let error as Errno {
            throw .system(error.code, "copy the folder \"\(path.printable)\"")
        } catch {
            throw .system(EIO, "copy the folder \"\(path.printable)\"")
        }
    }

    private static func text(of name: [CChar], in path: String) throws(BundleError) -> String {
        let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BundleError(
                .forbiddenFile,
                "\"\((path + String(decoding: bytes, as: UTF8.self)).printable)\" has a name that is "
                    + "not UTF-8; rename it")
        }
        return text
    }

    private mutating func entry(
        _ name: String, of source: Int32, to target: Int32, at path: String, depth: Int
    ) throws {
        let item: Descriptor
        do {
            item = try Descriptor.open(name, in: source, QL_O_PATH | O_NOFOLLOW)
        } catch {
            throw BundleError.system(error.code, "open \"\(path.printable)\"")
        }
        let status = try item.status()
        switch FileKind(mode: status.st_mode) {
        case .regular:
            try checkFile(status, at: path)
            try file(item, executable: status.st_mode & 0o111 != 0, to: target, name, at: path)
        case .folder:
            try check(mkdirat(target, name, 0o700))
            let made = try Descriptor.open(name, in: target, O_RDONLY | O_DIRECTORY)
            try folder(item.raw, to: made.raw, at: path + "/", depth: depth + 1)
        case let other:
            throw BundleError(
                .forbiddenFile,
                "\"\(path.printable)\" is \(other.noun), which a bundle may not contain; remove it")
        }
    }

    /// The daemon may be root: it must not copy for somebody what they couldn't read or change.
    /// The size is looked at here to refuse before copying, and again while copying.
    private func checkFile(_ status: stat, at path: String) throws(BundleError) {
        func forbidden(_ what: String) -> BundleError {
            BundleError(.forbiddenFile, "\"\(path.printable)\" \(what)")
        }
        if status.st_mode & (S_ISUID | S_ISGID) != 0 {
            throw forbidden("is setuid or setgid; remove that with chmod ug-s")
        }
        if status.st_mode & S_IWOTH != 0 {
            throw forbidden("can be written by everybody; change that with chmod o-w")
        }
        let readable = status.st_mode & S_IROTH != 0
        guard status.st_size <= BundleLimits.bytes - bytes else { throw Self.tooManyBytes }
        guard status.st_uid == owner || (status.st_uid == 0 && readable) else {
            throw forbidden(
                "belongs to another user than the bundle's folder; change it with chown")
        }
    }

    private mutating func file(
        _ item: borrowing Descriptor, executable: Bool, to target: Int32, _ name: String,
        at path: String
    ) throws(BundleError) {
        do {
            let from = try item.reopened(O_RDONLY)
            let to = try Descriptor.open(
                name, in: target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            // Until its end, wherever that is by now: a file that grows or shrinks is copied as
            // read.
            while true {
                let left = BundleLimits.bytes - bytes
                let count = ql_copy_range(from.raw, to.raw, Int(min(left + 1, 1 << 24)))
                if count < 0 { throw Errno(code: Int32(-count)) }
                if count == 0 { break }
                bytes += Int64(count)
                guard bytes <= BundleLimits.bytes else {
                    throw Self.tooManyBytes
                }
            }
            try check(fchmod(to.raw, executable ? 0o755 : 0o644))
        } catch let error as BundleError {
            throw error
        } catch let error as Errno {
            throw .system(error.code, "copy \"\(path.printable)\"")
        } catch {
            throw .system(EIO, "copy \"\(path.printable)\"")
        }
    }
}
