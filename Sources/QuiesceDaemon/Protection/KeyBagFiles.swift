import Foundation
import Glibc
import QuiesceCore
import QuiesceCrypto
import QuiesceLinux
import QuiesceProtection

/// `$QUIESCE_HOME/protection`: `keys.json`, and `device.key` where no passcode is set.
///
/// At every moment what is on disk opens with what the user was last told: `keys.json` is replaced
/// as a whole, after the device's key that it needs is there, and before one that it doesn't need
/// is destroyed. Not thread-safe.
struct KeyBagFiles {
    static let bagName = "keys.json"
    static let deviceKeyName = "device.key"

    let directory: CInt
    /// Called before each change of the disk; what it throws, ends the work there: where a test has
    /// the daemon die.
    var beforeStep: () throws -> Void = {}

    init(directory: CInt) { self.directory = directory }

    /// Reads the bag on disk.
    ///
    /// - Returns: nil where there is no bag yet, or one that can't be read; that one is set aside.
    func load() throws -> (contents: KeyBagContents, deviceKey: SymmetricKey?)? {
        guard let bytes = try read(Self.bagName) else { return nil }
        guard let contents = try? JSONDecoder().decode(KeyBagContents.self, from: bytes),
            contents.version == 1
        else {
            try setAside()
            return nil
        }
        if contents.hasPasscode {
            // The daemon died before it had destroyed it.
            try destroyDeviceKey()
            return (contents, nil)
        }
        guard let bytes = try read(Self.deviceKeyName), bytes.count == 32 else {
            try setAside()
            return nil
        }
        let key = SymmetricKey(data: bytes)
        guard contents.classKey(deviceKey: key) != nil else {
            try setAside()
            return nil
        }
        return (contents, key)
    }

    /// A bag that nobody can open is kept for whoever wants to look at it.
    func setAside() throws {
        try beforeStep()
        guard renameat(directory, Self.bagName, directory, Self.bagName + ".damaged") == 0 else {
            throw SystemCallError("rename \(Self.bagName)")
        }
    }

    func store(_ contents: KeyBagContents) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try replace(Self.bagName, with: try encoder.encode(contents))
    }

    func storeDeviceKey(_ key: SymmetricKey) throws {
        try replace(Self.deviceKeyName, with: key.data)
    }

    /// Overwrites it where it lies, then removes it. What the disk itself keeps of it is the
    /// disk's.
    func destroyDeviceKey() throws {
        let fd = openat(directory, Self.deviceKeyName, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard fd >= 0 else {
            if errno == ENOENT { return }
            throw SystemCallError("open \(Self.deviceKeyName)")
        }
        defer { close(fd) }
        try beforeStep()
        try Files.write(Data(count: 32), to: fd)
        guard fsync(fd) == 0 else { throw SystemCallError("fsync \(Self.deviceKeyName)") }
        try beforeStep()
        guard unlinkat(directory, Self.deviceKeyName, 0) == 0, fsync(directory) == 0 else {
            throw SystemCallError("remove \(Self.deviceKeyName)")
        }
    }

    private func replace(_ name: String, with bytes: Data) throws {
        let temporary = name + ".tmp"
        try beforeStep()
        let fd = try Files.open(temporary, in: directory, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(fd) }
        try beforeStep()
        try Files.write(bytes, to: fd)
        try beforeStep()
        guard fsync(fd) == 0 else { throw SystemCallError("fsync \(temporary)") }
        try beforeStep()
        guard renameat(directory, temporary, directory, name) == 0 else {
            throw SystemCallError("rename \(temporary)")
        }
        try beforeStep()
        guard fsync(directory) == 0 else { throw SystemCallError("fsync of the directory") }
        try beforeStep()
    }

    private func read(_ name: String) throws -> Data? {
        let fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard fd >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemCallError("open \(name)")
        }
        defer { close(fd) }
        return try Files.read(fd, limit: Limits.keyBagBytes)
    }
}
