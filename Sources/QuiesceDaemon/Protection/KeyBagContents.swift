import Foundation
import QuiesceCore
import QuiesceCrypto
import QuiesceProtection

/// The keys of a device's protected files, as they are on disk: each app's wrapped with the class
/// key, and that wrapped with a key that comes from the passcode, or with one kept beside it where
/// none is set. Setting, changing and clearing the passcode wraps the class key anew, and nothing
/// else.
struct KeyBagContents: Sendable, Codable {
    /// The key that wraps the class key.
    enum Wrapping: Sendable, Codable {
        /// The key in `device.key`.
        case device
        /// scrypt of the passcode.
        case passcode(salt: Data, rounds: Int, blockSize: Int, parallelism: Int)
    }

    struct App: Sendable, Codable {
        /// `AppKey.ID`
        var id: Data
        var wrapped: Data
    }

    var version = 1
    var wrapping: Wrapping
    var classKey: Data
    var apps: [String: App] = [:]

    var hasPasscode: Bool {
        switch wrapping {
        case .device: false
        case .passcode: true
        }
    }

    /// The class key, wrapped with `deviceKey`.
    init(_ classKey: SymmetricKey, deviceKey: SymmetricKey) throws {
        wrapping = .device
        self.classKey = try Self.wrap(classKey, with: deviceKey, Self.classWords)
    }

    mutating func wrap(_ classKey: SymmetricKey, withDeviceKey deviceKey: SymmetricKey) throws {
        self.classKey = try Self.wrap(classKey, with: deviceKey, Self.classWords)
        wrapping = .device
    }

    /// Takes one or two tenths of a second: not on the loop.
    mutating func wrap(_ classKey: SymmetricKey, withPasscode passcode: String) throws {
        let wrapping = Wrapping.passcode(
            salt: SymmetricKey(bitCount: 128).data, rounds: Limits.scryptRounds, blockSize: 8,
            parallelism: 1)
        let key = try Self.derive(passcode, wrapping)
        self.classKey = try Self.wrap(classKey, with: key, Self.classWords)
        self.wrapping = wrapping
    }

    func classKey(deviceKey: SymmetricKey) -> SymmetricKey? {
        Self.unwrap(classKey, with: deviceKey, Self.classWords)
    }

    /// As long as `wrap(_:withPasscode:)`.
    /// - Returns: nil if it is the wrong one.
    func classKey(passcode: String) -> SymmetricKey? {
        guard hasPasscode, let key = try? Self.derive(passcode, wrapping) else { return nil }
        return Self.unwrap(classKey, with: key, Self.classWords)
    }

    // MARK: Apps

    /// nil: it has none, or it can't be unwrapped.
    func key(of app: AppID, classKey: SymmetricKey) -> AppKey? {
        guard let stored = apps[app.name], let id = AppKey.ID(bytes: stored.id),
            let key = Self.unwrap(stored.wrapped, with: classKey, Self.words(of: app.name, id))
        else { return nil }
        return AppKey(app: app.name, id: id, key: key)
    }

    mutating func makeKey(of app: AppID, classKey: SymmetricKey) throws -> AppKey {
        let key = AppKey(app: app.name, id: .random(), key: SymmetricKey(bitCount: 256))
        apps[app.name] = App(
            id: key.id.bytes,
            wrapped: try Self.wrap(key.key, with: classKey, Self.words(of: app.name, key.id)))
        return key
    }

    // MARK: Wrapping

    private static let classWords = Data("quiesce class key 1".utf8)

    private static func words(of app: String, _ id: AppKey.ID) -> Data {
        Data("quiesce app key 1 ".utf8) + id.bytes + Data(app.utf8)
    }

    private static func wrap(
        _ key: SymmetricKey, with other: SymmetricKey, _ words: Data
    ) throws -> Data {
        try AESGCM.seal(key.data, using: other, authenticating: words)
    }

    private static func unwrap(
        _ wrapped: Data, with other: SymmetricKey, _ words: Data
    ) -> SymmetricKey? {
        guard let bytes = try? AESGCM.open(wrapped, using: other, authenticating: words),
            bytes.count == 32
        else { return nil }
        return SymmetricKey(data: bytes)
    }

    private static func derive(_ passcode: String, _ wrapping: Wrapping) throws -> SymmetricKey {
        guard case .passcode(let salt, let rounds, let blockSize, let parallelism) = wrapping,
            // The parameters of a damaged file mustn't let scrypt take all memory, or for ever.
            rounds <= 4 * Limits.scryptRounds, blockSize <= 32, parallelism <= 4
        else { throw CryptoError() }
        return try Scrypt.deriveKey(
            from: Data(passcode.utf8), salt: salt, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism)
    }
}
