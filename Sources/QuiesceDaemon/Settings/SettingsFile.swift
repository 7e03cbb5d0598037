import CQuiesceLinux
import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux
import QuiesceWire

/// Why an app's settings can't be read or written.
struct SettingsError: Error, Sendable {
    /// A stable word.
    var reason: String
    /// A sentence for the user: the failure, its cause, and how to mend it.
    var message: String

    init(_ reason: String, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The system's refusal to do `what`.
    init(errno: CInt, _ what: String) {
        self.init(
            errno == ENOSPC || errno == EDQUOT ? Reason.noSpace.rawValue : "inputOutput",
            "could not \(what): \(describe(errno: errno))")
    }
}

/// An app's settings: the file that
/// `UserDefaults.standard` of the app keeps (`docs/decisions/0020-settings-and-permissions.md`).
/// The app may write it at any time, and whatever it likes: nothing in it is trusted, and no link
/// is followed. For a worker's thread.
struct SettingsFile: Sendable {
    /// The folder of all containers.
    let containers: CInt
    let app: AppID

    private static let path = "Library/Preferences"
    private var name: String { "\(app).plist" }

    /// Every setting, by key.
    func rows() throws(SettingsError) -> [SettingRow] {
        guard let folder = try folder() else { return [] }
        return try read(folder.number).sorted { $0.key < $1.key }.map {
            SettingRow(key: $0.key, value: SettingValue(propertyList: $0.value))
        }
    }

    /// Gives `key` a value, or none. It is on disk when this returns.
    ///
    /// - Returns: two numbers that stand for all settings, before and after.
    func set(_ key: String, to value: SettingValue?) throws(SettingsError) -> (
        from: UInt64, to: UInt64
    ) {
        let owner = try makeFolder()
        guard let folder = try folder() else {
            throw SettingsError(errno: ENOENT, "open \(Self.path) of \(app)")
        }
        var settings = try read(folder.number)
        let before = Fingerprint(ofSettings: settings).value
        settings[key] = value?.propertyList
        let after = Fingerprint(ofSettings: settings).value
        if before != after { try write(settings, folder.number, owner) }
        return (before, after)
    }

    // MARK: The folder

    /// nil: the app has none yet.
    private func folder() throws(SettingsError) -> OwnedDescriptor? {
        let folder = ql_open_beneath(
            containers, "\(app)/\(Self.path)", O_RDONLY | O_DIRECTORY, 0)
        if folder == -ENOENT { return nil }
        guard folder >= 0 else {
            throw SettingsError(errno: -folder, "open \(Self.path) of \(app)")
        }
        return OwnedDescriptor(folder)
    }

    /// Makes what is missing; all of it belongs to whom the container does.
    private func makeFolder() throws(SettingsError) -> (uid: uid_t, gid: gid_t) {
        let opened = ql_open_beneath(containers, app.name, O_RDONLY | O_DIRECTORY, 0)
        guard opened >= 0 else {
            throw SettingsError(errno: -opened, "open the container of \(app)")
        }
        let container = OwnedDescriptor(opened)
        var status = stat()
        fstat(container.number, &status)
        var parent = container
        for name in Self.path.split(separator: "/").map(String.init) {
            let isNew = mkdirat(parent.number, name, 0o700) == 0
            let inner = ql_open_beneath(parent.number, name, O_RDONLY | O_DIRECTORY, 0)
            guard inner >= 0 else { throw SettingsError(errno: -inner, "make \(name) of \(app)") }
            if isNew { fchown(inner, status.st_uid, status.st_gid) }
            parent = OwnedDescriptor(inner)
        }
        return (status.st_uid, status.st_gid)
    }

    // MARK: The file

    private func read(_ folder: CInt) throws(SettingsError) -> [String: Any] {
        // An app that saves its settings truncates the file first; a moment later it is whole
        // again.
        for _ in 1..<Limits.settingsAttempts {
            if let settings = try? parse(bytes(folder)) { return settings }
            usleep(Limits.settingsRetryMicroseconds)
        }
        return try parse(bytes(folder))
    }

    private func bytes(_ folder: CInt) throws(SettingsError) -> [UInt8]? {
        let opened = ql_open_beneath(folder, name, O_RDONLY | O_NONBLOCK, 0)
        if opened == -ENOENT { return nil }
        guard opened >= 0 else { throw SettingsError(errno: -opened, "open \(name)") }
        let file = OwnedDescriptor(opened)
        var status = stat()
        fstat(file.number, &status)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Limits.settingsBytes else {
            throw SettingsError(
                "settingsUnreadable",
                "\(name) is not a file, or has more than \(Limits.settingsBytes) bytes; remove it from the app's \(Self.path)"
            )
        }
        var bytes = [UInt8](repeating: 0, count: Limits.settingsBytes)
        var count = 0
        while count < bytes.count {
            let more = bytes[count...].withUnsafeMutableBytes {
                Glibc.read(file.number, $0.baseAddress, $0.count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw SettingsError(errno: errno, "read \(name)") }
            if more == 0 { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    private func parse(_ bytes: [UInt8]?) throws(SettingsError) -> [String: Any] {
        guard let bytes else { return [:] }
        do throws(BundleError) {
            try PropertyListGuard.checkXML(bytes)
        } catch {
            throw unreadable(error.message.replacingOccurrences(of: "Info.plist ", with: ""))
        }
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        guard let settings = list as? [String: Any] else {
            throw unreadable("is not a dictionary in XML")
        }
        return settings
    }

    private func unreadable(_ what: String) -> SettingsError {
        SettingsError(
            "settingsUnreadable",
            "\(name) \(what); try again, or remove it from the app's \(Self.path)")
    }

    /// Takes the old file's place at once, and for good.
    private func write(
        _ settings: [String: Any], _ folder: CInt, _ owner: (uid: uid_t, gid: gid_t)
    ) throws(SettingsError) {
        guard
            let data = try? PropertyListSerialization.data(
                fromPropertyList: settings, format: .xml, options: 0),
            data.count <= Limits.settingsBytes
        else {
            throw SettingsError(
                "settingsTooLarge",
                "\(app): its settings would take more than \(Limits.settingsBytes) bytes; delete some"
            )
        }
        let temporary = ".\(name).new"
        unlinkat(folder, temporary, 0)
        let opened = ql_open_beneath(folder, temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard opened >= 0 else { throw SettingsError(errno: -opened, "write \(name)") }
        let file = OwnedDescriptor(opened)
        let written = data.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        guard written == data.count, fchown(file.number, owner.uid, owner.gid) == 0,
            fsync(file.number) == 0, renameat(folder, temporary, folder, name) == 0,
            fsync(folder) == 0
        else {
            let code = written >= 0 && written < data.count ? ENOSPC : errno
            unlinkat(folder, temporary, 0)
            throw SettingsError(errno: code, "write \(name)")
        }
    }
}
