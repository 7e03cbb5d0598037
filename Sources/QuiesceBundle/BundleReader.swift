import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore

/// Reads and checks a `Name.app` folder.
///
/// Everything is opened relative to the folder's descriptor and through no symbolic link, and what
/// is judged is the open file, not its name: a name may lead elsewhere a moment later.
public enum BundleReader {
    /// The manifest of the bundle open as `directory`.
    ///
    /// - Parameter directory: a descriptor of `Name.app`, from which the caller may go on reading.
    /// - Throws: the first mistake in the bundle.
    public static func manifest(of directory: Int32) throws(BundleError) -> AppManifest {
        let info = try InfoPlist.parse(try read("Info.plist", in: directory))
        _ = try executable(info.executable, in: directory)
        return info.manifest
    }

    /// The manifest from an Info.plist with these contents; nothing is known of the rest of the
    /// bundle.
    ///
    /// - Throws: the first mistake in the Info.plist.
    package static func manifest(infoPlist data: Data) throws(BundleError) -> AppManifest {
        try InfoPlist.parse(data).manifest
    }

    /// Opens the bundle's executable, once it is known to be a file that may be run (B3, B4).
    ///
    /// - Returns: an O_PATH descriptor, good for `execveat` and `ql_reopen`: the file that was
    ///   checked, whatever its name leads to by now.
    public static func executable(
        _ name: String, in directory: Int32
    ) throws(BundleError) -> Descriptor {
        func refused(_ what: String) -> BundleError {
            BundleError(.badExecutable, "the executable \"\(name.printable)\" \(what)")
        }
        let file: Descriptor
        do {
            file = try Descriptor.open(name, in: directory, QL_O_PATH)
        } catch {
            switch error.code {
            case ENOENT: throw refused("(CFBundleExecutable) is not in the bundle; add it")
            case ELOOP: throw refused("is a symbolic link; put the file itself into the bundle")
            case EXDEV: throw refused("lies outside the bundle; put it inside")
            case _: throw .system(error.code, "open the executable \"\(name.printable)\"")
            }
        }
        let status = try file.status(of: "the executable \"\(name.printable)\"")
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else { throw refused("is \(kind.noun), not a file") }
        if status.st_mode & (S_ISUID | S_ISGID) != 0 {
            throw refused("is setuid or setgid; remove it with chmod ug-s")
        }
        if status.st_mode & S_IWOTH != 0 {
            throw refused("can be written by everybody; change that with chmod o-w")
        }
        if status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) == 0 {
            throw refused("is not executable; make it so with chmod +x")
        }
        return file
    }

    private static func read(_ name: String, in directory: Int32) throws(BundleError) -> Data {
        do {
            // Opening a FIFO or a device would already do something; O_PATH does nothing.
            let file = try Descriptor.open(name, in: directory, QL_O_PATH)
            let status = try file.status()
            let kind = FileKind(mode: status.st_mode)
            guard kind == .regular else {
                throw BundleError(.noInfoPlist, "\(name) is \(kind.noun), not a file")
            }
            let limit = BundleLimits.infoPlistBytes
            // A file may grow while it is read: one byte more than allowed tells.
            let data = try file.reopened(O_RDONLY).read(upTo: limit + 1)
            guard data.count <= limit else {
                throw BundleError(
                    .malformedInfoPlist, "\(name) is over \(limit) bytes; make it smaller")
            }
            return data
        } catch let error as BundleError {
            throw error
        } catch let error as Errno {
            switch error.code {
            case ENOENT:
                throw BundleError(
                    .noInfoPlist, "the bundle has no \(name); is this an app's folder?")
            case ELOOP:
                throw BundleError(
                    .noInfoPlist,
                    "\(name) is a symbolic link; put the file itself into the bundle")
            case ENOTDIR:
                throw BundleError(.noInfoPlist, "this is not a folder; name an app's folder")
            case _: throw .system(error.code, "read \(name)")
            }
        } catch {
            throw .system(EIO, "read \(name)")
        }
    }
}

extension AppID {
    /// The last part, by which tools name the app, too.
    package var end: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension Descriptor {
    /// Up to `limit` bytes from the current position.
    func read(upTo limit: Int) throws(Errno) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while data.count < limit {
            let count = Glibc.read(raw, &buffer, min(buffer.count, limit - data.count))
            if count < 0 {
                if errno == EINTR { continue }
                throw Errno(code: errno)
            }
            if count == 0 { break }
            data.append(contentsOf: buffer[..<count])
        }
        return data
    }
}
