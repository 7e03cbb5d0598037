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

    /// - Parameter containers: the folder of the containers. Where the store has lost who an app
    ///   is, the owner of its container tells: another app must never get that user.
    init(_ storage: DeviceStorage, containers: CInt) {
        self.storage = storage
        for (key, value) in storage.rows(prefix: Self.keyPrefix) {
            guard let app = AppID(String(key.dropFirst(Self.keyPrefix.count))),
                let uid = uid_t(String(decoding: value, as: UTF8.self)), Self.range.contains(uid),
                !users.values.contains(uid)
            else { continue }
            users[app] = uid
        }
        for name in ProcFile.names(in: "/proc/self/fd/\(containers)").sorted() {
            var status = stat()
            guard let app = AppID(name), users[app] == nil,
                fstatat(containers, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                Self.range.contains(status.st_uid), !users.values.contains(status.st_uid)
            else { continue }
            remember(status.st_uid, of: app)
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
        remember(uid, of: app)
        return uid
    }

    private func remember(_ uid: uid_t, of app: AppID) {
        users[app] = uid
        storage.put(Self.keyPrefix + app.name, Data(String(uid).utf8))
    }
}
