import Foundation
import GRDB
import GatewayRules
import Synchronization

/// The embedded store: one SQLite database, used by one gateway at a time.
public final class SQLitePushStore: PushStore {
    private let pool: DatabasePool
    let commits: GroupCommit
    let streams = LiveStreams<SQLiteDeviceStream>()
    private let pushesPerDevice: Int
    private let now: @Sendable () -> Moment
    private let pruned = Mutex(Moment(milliseconds: 0))

    /// Opens the database at `path`, made if it isn't there. `now` is what expired pushes are
    /// judged by.
    public init(
        path: String, pushesPerDevice: Int = Limits.pushesPerDevice,
        now: @escaping @Sendable () -> Moment
    ) throws {
        self.pushesPerDevice = pushesPerDevice
        self.now = now
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // The text of a payload is overwritten where it is deleted.
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // A commit is on disk once it returns. Said now, as a pool, when it begins to write
            // ahead, says that it needn't be.
            let synchronous = try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                return try Int.fetchOne(db, sql: "PRAGMA synchronous")
            }
            guard synchronous == 2 else { throw StoreFailure("SQLite doesn't sync each commit") }
            try Schema.migrator.migrate(pool)
            // The write-ahead log of the run before has payloads that were deleted since. While
            // somebody reads it stays.
            _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw StoreFailure("can't open \(path): \(error)")
        }
        commits = GroupCommit(pool: pool)
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await pool.read(body) } catch { throw StoreFailure("\(error)") }
    }

    // MARK: Devices

    public func register(publicKey: String, name: String, at now: Moment) async throws -> Device {
        try await commits.write { db in
            if let known = try Device.fetch(db, "publicKey = ?", [publicKey]).first { return known }
            let device = Device(
                id: DeviceID(rawValue: hexDigits(16)), name: name, publicKey: publicKey,
                registered: now, revoked: nil)
            try db.cachedStatement(
                "INSERT INTO devices (id, publicKey, name, registered) VALUES (?, ?, ?, ?)",
                [device.id.rawValue, publicKey, name, now.milliseconds])
            return device
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try await read { try Device.fetch($0, "id = ?", [id.rawValue]).first }
    }

    public func devices() async throws -> [Device] {
        try await read { try Device.fetch($0, "TRUE ORDER BY registered, id", []) }
    }

    public func revoke(_ id: DeviceID, at now: Moment) async throws -> Bool {
        let revoked = try await commits.write { db in
            try db.cachedStatement(
                "UPDATE devices SET revoked = ? WHERE id = ? AND revoked IS NULL",
                [now.milliseconds, id.rawValue])
            guard db.changesCount == 1 else { return false }
            try db.cachedStatement(
                "UPDATE tokens SET retired = ? WHERE device = ? AND retired IS NULL",
                [now.milliseconds, id.rawValue])
            try db.settle(.dropped, at: now, "device = ?", [id.rawValue])
            return true
        }
        streams.stop(id)
        return revoked
    }

    // MARK: Tokens

    public func issueToken(
        for topic: String, on device: DeviceID, at now: Moment
    ) async throws -> DeviceToken? {
        try await commits.write { db in
            if let known = try String.fetchOne(
                db,
                sql: "SELECT token FROM tokens WHERE device = ? AND topic = ? AND retired IS NULL",
                arguments: [device.rawValue, topic])
            {
                return DeviceToken(rawValue: known)
            }
            let count = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM tokens WHERE device = ? AND retired IS NULL",
                arguments: [device.rawValue])
            guard let known = try Device.fetch(db, "id = ?", [device.rawValue]).first,
                known.revoked == nil, count ?? 0 < Limits.tokensPerDevice
            else { return nil }
            let token = hexDigits(32)
            try db.cachedStatement(
                "INSERT INTO tokens (token, device, topic, issued) VALUES (?, ?, ?, ?)",
                [token, device.rawValue, topic, now.milliseconds])
            return DeviceToken(rawValue: token)
        }
    }

    public func retireToken(for topic: String, on device: DeviceID, at now: Moment) async throws {
        try await commits.write { db in
            try db.cachedStatement(
                "UPDATE tokens SET retired = ? WHERE device = ? AND topic = ? AND retired IS NULL",
                [now.milliseconds, device.rawValue, topic])
            guard db.changesCount > 0 else { return }
            try db.settle(.dropped, at: now, "device = ? AND topic = ?", [device.rawValue, topic])
        }
    }

    public func holder(of token: DeviceToken) async throws -> TokenHolder {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT topic, retired FROM tokens WHERE token = ?"),
                    arguments: [token.rawValue])
            else { return .nobody }
            let retired: Int64? = row[1]
            return retired.map { .retired(Moment(milliseconds: $0)) } ?? .topic(row[0])
        }
    }

    // MARK: Pushes

    public func append(_ push: Push) async throws -> Acceptance {
        let acceptance = try await commits.write { [streams, pushesPerDevice] db in
            try db.append(push, limit: pushesPerDevice, isConnected: streams.isConnected)
        }
        if case .stored(let device, _) = acceptance { streams.signal(device) }
        try await prune()
        return acceptance
    }

    public func stream(
        of device: DeviceID, after said: Int64, at now: Moment
    ) async throws -> any DeviceStream {
        guard (0..<Limits.sequenceMost).contains(said) else {
            throw StoreFailure(
                "a device acknowledged push \(said), which it was never sent", isRefusal: true)
        }
        try await commits.write { db in
            try db.number(of: device, above: said)
            try db.settle(.expired, at: now, "device = ? AND expiration = 0", [device.rawValue])
        }
        let stream = SQLiteDeviceStream(device: device, store: self)
        streams.add(stream)
        return stream
    }

    public func acknowledge(
        _ sequences: [Int64], by device: DeviceID, at now: Moment
    ) async throws {
        try await commits.write { db in
            for sequence in sequences {
                try db.settle(
                    .delivered, at: now, "device = ? AND sequence = ?", [device.rawValue, sequence])
            }
        }
    }

    // MARK: For operators

    public func counts() async throws -> Counts {
        try await read { try $0.counts() }
    }

    public func fates(of id: String) async throws -> [Fate] {
        try await read { try $0.fates(of: id) }
    }

    // MARK: Streams

    /// Up to 64 of the device's pushes after `last`. Those that expired are settled instead.
    func pending(of device: DeviceID, after last: Int64) async throws -> [StoredPush] {
        var last = last
        while true {
            let moment = now()
            let (found, newest) = try await read { [last] in
                try $0.pending(of: device, after: last, at: moment)
            }
            guard let newest, found.isEmpty else { return found }
            // All of them have expired: settled, and on to the next.
            last = newest
            try await commits.write { db in
                try db.settle(
                    .expired, at: moment,
                    "device = ? AND sequence <= ? AND ends <= ? AND expiration IS NOT 0",
                    [device.rawValue, newest, moment.milliseconds])
            }
        }
    }

    /// Once in a while: forgets what was settled long ago, and settles what expired unread.
    private func prune() async throws {
        let moment = now()
        let isDue = pruned.withLock { pruned in
            guard moment - pruned >= Limits.pruneEvery else { return false }
            pruned = moment
            return true
        }
        guard isDue else { return }
        try await commits.write { db in
            try db.settle(
                .expired, at: moment, "ends <= ? AND expiration IS NOT 0", [moment.milliseconds])
            try db.cachedStatement(
                "DELETE FROM pushes WHERE settled <= ?",
                [(moment + -Limits.settledKeep).milliseconds])
        }
        _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
}

/// So many random bytes, as lowercase hex digits.
func hexDigits(_ bytes: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<bytes).map { _ in
        let byte = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
    }.joined()
}
