import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Opens what apps hand over for upload: plain files of their own, that are still what they were
/// (B4).
struct UploadFiles {
    /// The folder of all containers.
    let containers: CInt
    let containersPath: String
    /// The app's own user, under a root daemon.
    var owner: (AppID) -> uid_t?

    /// A file's present description; nil: the file can't be uploaded.
    func look(_ app: AppID, _ path: String) -> UploadFile? {
        guard let (file, status) = try? open(app, path) else { return nil }
        close(file)
        return Self.describe(status, app, relative(path, app))
    }

    /// - Throws: `fileMissing`, `fileRefused` or `fileChanged`.
    func open(_ upload: UploadFile) throws(TransferFailure) -> OwnedDescriptor {
        guard let app = upload.app else { throw TransferFailure(.fileRefused) }
        let (number, status) = try open(app, upload.path)
        let file = OwnedDescriptor(number)
        guard Self.describe(status, app, upload.path) == upload else {
            throw TransferFailure(.fileChanged)
        }
        return file
    }

    private func open(
        _ app: AppID, _ path: String
    ) throws(TransferFailure) -> (file: CInt, status: stat) {
        let container = ql_open_beneath(containers, app.name, O_RDONLY | O_DIRECTORY, 0)
        guard container >= 0 else { throw TransferFailure(.fileMissing, code: Int(-container)) }
        defer { close(container) }
        // A FIFO or a device must neither block nor be set going.
        let file = ql_open_beneath(
            container, relative(path, app), O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        guard file >= 0 else {
            throw TransferFailure(file == -ENOENT ? .fileMissing : .fileRefused, code: Int(-file))
        }
        var status = stat()
        let isPlain =
            fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & (S_ISUID | S_ISGID) == 0
            && status.st_uid == owner(app) ?? geteuid()
        guard isPlain else {
            close(file)
            throw TransferFailure(.fileRefused)
        }
        return (file, status)
    }

    /// The container's own path may stand before it.
    private func relative(_ path: String, _ app: AppID) -> String {
        let container = "\(containersPath)/\(app)/"
        return path.hasPrefix(container) ? String(path.dropFirst(container.count)) : path
    }

    private static func describe(_ status: stat, _ app: AppID, _ path: String) -> UploadFile {
        UploadFile(
            app: app, path: path, size: UInt64(clamping: status.st_size),
            inode: UInt64(status.st_ino),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000
                + Int64(status.st_mtim.tv_nsec))
    }
}
