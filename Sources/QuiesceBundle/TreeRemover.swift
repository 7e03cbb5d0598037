import CQuiesceLinux
import Glibc

/// Removes a tree that an app may have shaped: links are removed, never followed, and its depth
/// costs neither descriptors nor stack.
public enum TreeRemover {
    /// Removes `name` from the folder `parent`, with all that is in it. It may be gone already.
    /// Nobody may be changing the tree meanwhile.
    public static func remove(_ name: String, in parent: Int32) throws(BundleError) {
        do {
            try remove(entry: Array(name.utf8CString), in: parent)
        } catch {
            throw .system(error.code, "remove \"\(name.printable)\"")
        }
    }

    private static func remove(entry name: [CChar], in parent: Int32) throws(Errno) {
        if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw Errno(code: errno) }
        let top = try folder(name, in: parent)
        // Each pass moves every folder's folders up to the top, so the tree gets one level
        // flatter, and empties the rest; two folders are open at a time, however deep it is.
        var moved = 0
        while true {
            let names = try top.names()
            if names.isEmpty { break }
            for name in names where try !removeSimple(name, in: top.raw) {
                let inner = try folder(name, in: top.raw)
                for child in try inner.names() where try !removeSimple(child, in: inner.raw) {
                    _ = try folder(child, in: inner.raw)  // So that it may be moved.
                    repeat {
                        moved += 1
                    } while try !move(
                        child, from: inner.raw, to: top.raw, as: ".removed-\(moved)")
                }
                try check(unlinkat(top.raw, name, AT_REMOVEDIR))
            }
        }
        try check(unlinkat(parent, name, AT_REMOVEDIR))
    }

    /// Opens a folder, made accessible to its owner first if it isn't.
    private static func folder(_ name: [CChar], in parent: Int32) throws(Errno) -> Descriptor {
        let item = try Descriptor.open(name, in: parent, QL_O_PATH | O_DIRECTORY)
        if try item.status().st_mode & 0o700 != 0o700 {
            try check(chmod("/proc/self/fd/\(item.raw)", 0o700))
        }
        return try item.reopened(O_RDONLY | O_DIRECTORY)
    }

    /// - Returns: false for a folder with something in it.
    private static func removeSimple(_ name: [CChar], in parent: Int32) throws(Errno) -> Bool {
        if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return true }
        guard errno == EISDIR || errno == EPERM else { throw Errno(code: errno) }
        if unlinkat(parent, name, AT_REMOVEDIR) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw Errno(code: errno) }
        return false
    }

    /// - Returns: false when the app has something of that name there.
    private static func move(
        _ name: [CChar], from: Int32, to: Int32, as newName: String
    ) throws(Errno) -> Bool {
        if renameat(from, name, to, newName) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
            throw Errno(code: errno)
        }
        return false
    }
}
