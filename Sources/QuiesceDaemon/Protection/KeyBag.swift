import Foundation
import Glibc
import QuiesceCore
import QuiesceCrypto
import QuiesceProtection

/// The device's key bag: what is on disk of it, and, while protected data is available, the class
/// key that opens it. Every method may take some milliseconds, those with a passcode some tenths of
/// a second. Not thread-safe: it belongs to the thread of `DataProtection`'s worker.
final class KeyBag {
    private var files: KeyBagFiles
    private var contents: KeyBagContents
    /// The class key. Its memory is overwritten when it goes.
    private var classKey: SymmetricKey?
    /// News for the owner, a line each.
    let notes: [String]

    /// Opens the bag in `directory`, or makes one.
    init(_ files: KeyBagFiles) throws {
        self.files = files
        let isNew = faccessat(files.directory, KeyBagFiles.bagName, F_OK, 0) != 0
        if let (contents, deviceKey) = try files.load() {
            self.contents = contents
            classKey = deviceKey.flatMap { contents.classKey(deviceKey: $0) }
            notes = []
            return
        }
        let (classKey, deviceKey) = (SymmetricKey(bitCount: 256), SymmetricKey(bitCount: 256))
        try files.storeDeviceKey(deviceKey)
        contents = try KeyBagContents(classKey, deviceKey: deviceKey)
        try files.store(contents)
        self.classKey = classKey
        notes =
            isNew
            ? []
            : [
                "the keys of protected files were damaged and are now \(KeyBagFiles.bagName).damaged; "
                    + "files that apps protected before can't be read any more"
            ]
    }

    var hasPasscode: Bool { contents.hasPasscode }
    /// Whether keys can be had.
    var isOpen: Bool { classKey != nil }

    // MARK: The passcode

    /// - Returns: what opens the bag with it; nil if it is the wrong one.
    func open(with passcode: String) -> SymmetricKey? { contents.classKey(passcode: passcode) }

    func hold(_ key: SymmetricKey) { classKey = key }

    /// Overwrites the class key; without a passcode there is nothing to keep it from.
    func forget() { if hasPasscode { classKey = nil } }

    /// Sets the passcode, or another one. `classKey`: as the old one opened it.
    func set(_ passcode: String, classKey: SymmetricKey) throws {
        var changed = contents
        try changed.wrap(classKey, withPasscode: passcode)
        try files.store(changed)
        contents = changed
        try? files.destroyDeviceKey()  // Or at the next start.
    }

    func clear(classKey: SymmetricKey) throws {
        let deviceKey = SymmetricKey(bitCount: 256)
        var changed = contents
        try changed.wrap(classKey, withDeviceKey: deviceKey)
        try files.storeDeviceKey(deviceKey)
        try files.store(changed)
        contents = changed
        self.classKey = classKey
    }

    /// The class key, as long as the bag is open.
    var openKey: SymmetricKey? { classKey }

    // MARK: Apps

    /// The app's key, which is on disk before anything is protected with it.
    /// - Returns: nil while the bag is closed.
    func key(of app: AppID) throws -> AppKey? {
        guard let classKey else { return nil }
        if let key = contents.key(of: app, classKey: classKey) { return key }
        var changed = contents
        let key = try changed.makeKey(of: app, classKey: classKey)
        try files.store(changed)
        contents = changed
        return key
    }

    /// Destroys an app's key: from now on nobody can read the app's protected files.
    func remove(_ app: AppID) throws {
        guard contents.apps[app.name] != nil else { return }
        var changed = contents
        changed.apps[app.name] = nil
        try files.store(changed)
        contents = changed
    }

    /// Apps that are gone, and whose removal the daemon didn't live to finish.
    func keepOnly(_ apps: Set<AppID>) throws {
        let names = Set(apps.map(\.name))
        for name in contents.apps.keys.sorted() where !names.contains(name) {
            if let app = AppID(name) { try remove(app) }
        }
    }

    /// A test has the daemon die before the step at which this throws.
    func beforeStep(_ body: @escaping () throws -> Void) { files.beforeStep = body }
}
