import CQuiesceLinux
import Foundation
import Glibc
import QuiesceTerminal

/// The folder of a new package. It is there whole, or as it was before.
struct PackageFolder {
    /// In full.
    let path: String

    init(_ path: String) { self.path = URL(fileURLWithPath: path).standardizedFileURL.path }

    /// - Throws: exit code 1 where something is in the way or can't be written; nothing is left of
    ///   it then.
    func write(_ files: [PackageFile]) throws(Failure) {
        let isThere = try isEmptyFolder()
        // In a folder that is there already, its owner may have no right to its parent.
        let above = isThere ? path : (path as NSString).deletingLastPathComponent
        let temporary = "\(above)/.quiesce-new.\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        try make(temporary, above)
        for file in files { try write(file, below: temporary) }
        if isThere {
            try move(files, from: temporary)
        } else if case let error = -ql_rename_new(AT_FDCWD, temporary, AT_FDCWD, path), error > 0 {
            throw error == EEXIST ? inTheWay("is there by now") : .unwritten(path, error)
        }
    }

    /// Whether the folder is there.
    private func isEmptyFolder() throws(Failure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .unwritten(path, errno) }
            return false
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw status.st_mode & S_IFMT == S_IFDIR
                ? .unwritten(path, EACCES) : inTheWay("is there, and is no folder")
        }
        guard let name = names.min() else { return true }
        throw inTheWay("is there, and not empty: it has \(oneLine(name))")
    }

    private func inTheWay(_ what: String) -> Failure {
        .refused("\(oneLine(path)) \(what); name another folder with --path")
    }

    private func make(_ temporary: String, _ above: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: above, withIntermediateDirectories: true)
        } catch {
            throw .unwritten(above, Self.code(error))
        }
        guard mkdir(temporary, 0o777) == 0 else { throw .unwritten(above, errno) }
    }

    private func write(_ file: PackageFile, below folder: String) throws(Failure) {
        let target = "\(folder)/\(file.path)"
        do {
            try FileManager.default.createDirectory(
                atPath: (target as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: URL(fileURLWithPath: target))
        } catch {
            throw .unwritten("\(path)/\(file.path)", Self.code(error))
        }
    }

    /// Into a folder that was empty, and is again if one can't be moved.
    private func move(_ files: [PackageFile], from temporary: String) throws(Failure) {
        var moved: [String] = []
        for name in Set(files.compactMap { $0.path.split(separator: "/").first }).sorted() {
            let target = "\(path)/\(name)"
            let error = -ql_rename_new(AT_FDCWD, "\(temporary)/\(name)", AT_FDCWD, target)
            guard error > 0 else {
                moved.append(target)
                continue
            }
            for path in moved { try? FileManager.default.removeItem(atPath: path) }
            throw error == EEXIST ? inTheWay("isn't empty any more") : .unwritten(target, error)
        }
    }

    /// errno of a failure of Foundation's.
    private static func code(_ error: any Error) -> Int32 {
        let error = error as NSError
        if let below = error.userInfo[NSUnderlyingErrorKey] as? NSError,
            below.domain == NSPOSIXErrorDomain
        {
            return Int32(truncatingIfNeeded: below.code)
        }
        return switch CocoaError.Code(rawValue: error.code) {
        case .fileWriteNoPermission: EACCES
        case .fileWriteOutOfSpace: ENOSPC
        case .fileWriteVolumeReadOnly: EROFS
        case .fileWriteFileExists: EEXIST
        case _: EIO
        }
    }
}
