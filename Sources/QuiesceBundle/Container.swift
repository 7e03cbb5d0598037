import Glibc

/// The folder that an app may write to.
public enum Container {
    /// The folders that every container holds.
    public static let folders = ["Documents", "Library", "tmp"]

    /// Makes the container `name` in the folder `parent`, or what is missing of it; each folder has
    /// the mode 0700 and belongs to `owner`, where given. What is there stays: an update keeps it.
    ///
    /// - Throws: also when a link or a file is in a folder's place (B3).
    public static func create(
        in parent: Int32, name: String, owner: (uid: uid_t, gid: gid_t)? = nil
    ) throws(BundleError) {
        let container = try folder(name, in: parent, owner)
        for inner in folders { _ = try folder(inner, in: container.raw, owner) }
    }

    private static func folder(
        _ name: String, in parent: Int32, _ owner: (uid: uid_t, gid: gid_t)?
    ) throws(BundleError) -> Descriptor {
        do throws(Errno) {
            if mkdirat(parent, name, 0o700) != 0 && errno != EEXIST { throw Errno(code: errno) }
            let folder = try Descriptor.open(name, in: parent, O_RDONLY | O_DIRECTORY)
            try check(fchmod(folder.raw, 0o700))
            if let owner { try check(fchown(folder.raw, owner.uid, owner.gid)) }
            return folder
        } catch {
            if error.code == ELOOP || error.code == ENOTDIR {
                throw BundleError(
                    .forbiddenFile,
                    "\"\(name.printable)\" in the container is not a folder; uninstall the app to "
                        + "start afresh")
            }
            throw .system(error.code, "make the container's folder \"\(name.printable)\"")
        }
    }
}
