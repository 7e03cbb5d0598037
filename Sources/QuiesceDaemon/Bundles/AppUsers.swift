import Foundation
import Glibc
import QuiesceCore

/// One user id per app, when the daemon is root: given at the first start, kept until uninstalled.
final class AppUsers {
    static let keyPrefix = "user/"
    /// Above the ids that people, systemd and containers of subordinate ids are given by default.
    static let range: ClosedRange<uid_t> = 2_000_000_000...2_146_999_999
    /// Apps of two devices on one machine must not share a user either: they could signal each
    /// other, and one's fork bomb would use up the other's processes.
    private let own: ClosedRange<uid_t>

    private let storage: DeviceStorage
    private var users: [AppID: uid_t] = [:]

    /// - Parameters:
    ///   - deviceID: chooses the device's own part of the range.
    ///   - containers: the folder of the containers. Where the store has lost who an app is, the
    ///     owner of its container tells: another app must never get that user.
    init(_ storage: DeviceStorage, deviceID: String, containers: CInt) {
        self.storage = storage
        let size = uid_t(Limits.installedApps)
        let part = (UInt32(deviceID, radix: 16) ?? 0) % (uid_t(Self.range.count) / size)
        let first = Self.range.lowerBound + part * size
        own = first...(first + size - 1)
        for (key, value) in storage.rows(prefix: Self.keyPrefix) {
            guard let app = AppID(String(key.dropFirst(Self.keyPrefix.count))),
                let uid = uid_t(String(decoding: value, as: UTF8.self)), Self.range.contains(uid),
                !users.values.contains(uid)
            else { continue }
            users[app] = uid
        }
        for app in storage.machine.views.map(\.manifest.id) where users[app] == nil {
            var status = stat()
            guard fstatat(containers, app.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
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
        // As many ids as apps may be installed, and this one has none yet.
        let uid = own.first { !taken.contains($0) }!
        remember(uid, of: app)
        return uid
    }

    private func remember(_ uid: uid_t, of app: AppID) {
        users[app] = uid
        storage.put(Self.keyPrefix + app.name, Data(String(uid).utf8))
    }
}
