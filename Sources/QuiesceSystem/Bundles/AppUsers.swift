import Foundation
import Glibc
import QuiesceCore

/// One user id per app, when the daemon is root: given at the first start, kept until uninstalled.
final class AppUsers {
    static let keyPrefix = "user/"
    /// Above the ids that people, systemd and containers of subordinate ids are given by default.
    static let range: ClosedRange<uid_t> = 2_000_000_000...2_000_065_535

    private let storage: DeviceStorage
    private var users: [AppID: uid_t] = [:]

    /// - Throws: `ConfigurationError` when two apps share a user.
    init(_ storage: DeviceStorage) throws {
        self.storage = storage
        for (key, value) in storage.rows(prefix: Self.keyPrefix) {
            guard let app = AppID(String(key.dropFirst(Self.keyPrefix.count))),
                let uid = uid_t(String(decoding: value, as: UTF8.self)), Self.range.contains(uid),
                !users.values.contains(uid)
            else { continue }
            users[app] = uid
        }
    }

    /// The app's user, and the group of the same number.
    func user(of app: AppID) -> SpawnRequest.User {
        let uid = users[app] ?? assign(app)
        return SpawnRequest.User(uid: uid, gid: uid)
    }

    func forget(_ app: AppID) {
        guard users.removeValue(forKey: app) != nil else { return }
        storage.delete(Self.keyPrefix + app.name)
    }

    private func assign(_ app: AppID) -> uid_t {
        let taken = Set(users.values)
        // There are more ids in the range than apps may be installed.
        let uid = Self.range.first { !taken.contains($0) }!
        users[app] = uid
        storage.put(Self.keyPrefix + app.name, Data(String(uid).utf8))
        return uid
    }
}
