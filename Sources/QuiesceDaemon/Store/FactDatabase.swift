import Foundation
import GRDB
import Glibc
import QuiesceCore
import QuiesceLinux

/// The database file of a `FactStore`: opened and checked, with one connection that writes and one
/// that only reads.
struct FactDatabase: Sendable {
    /// Schema changes in order; a database's `user_version` counts those it has had.
    private static let migrations = [
        """
        CREATE TABLE facts(key TEXT PRIMARY KEY, value BLOB NOT NULL, seq INTEGER NOT NULL);
        CREATE TABLE payloads(handle INTEGER PRIMARY KEY, body BLOB NOT NULL);
        """
    ]

    /// Why a database can't be used as it is.
    enum Trouble: Error {
        /// Not the store's database, or no longer: to be moved aside.
        case damaged(String)
        /// Written by a newer daemon, or not to be opened: to be left alone.
        case refused(ConfigurationError)
        /// The disk refuses. `suspect` tells that SQLite's idea of the file may be wrong, so that
        /// it must be opened again.
        case failed(StoreError, suspect: Bool)
    }

    private let connection: DatabaseQueue
    /// Reads beside a commit, which may be waiting for the disk.
    private let reader: DatabaseQueue

    /// Opens the database at `path`, made if it is missing, and checks all of it.
    init(path: String) throws(Trouble) {
        try Self.examine(path)
        var configuration = Configuration()
        configuration.label = "quiesce.store"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { db in
            // A commit returns when it is on the disk.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        do {
            errno = 0
            connection = try DatabaseQueue(path: path, configuration: configuration)
            try connection.writeWithoutTransaction(Self.prepare)
            configuration = Configuration()
            configuration.label = "quiesce.store.reader"
            configuration.readonly = true
            reader = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.trouble(error, opening: path)
        }
    }

    /// Looks at the file itself: what SQLite would do to an empty or a newer one can't be undone.
    private static func examine(_ path: String) throws(Trouble) {
        // Owner-only from the start; SQLite gives the WAL the mode of the database.
        let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if created >= 0 {
            Glibc.close(created)
            return
        }
        guard errno == EEXIST else { throw trouble(SystemCallError("create"), opening: path) }
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard fd >= 0 else { throw trouble(SystemCallError("open"), opening: path) }
        defer { Glibc.close(fd) }
        let header: Data
        do {
            guard try Files.status(fd).st_mode & S_IFMT == S_IFREG else {
                throw Trouble.refused(ConfigurationError(message: "\(path) isn't a file"))
            }
            header = try Files.read(fd, limit: 100)
        } catch {
            throw trouble(error, opening: path)
        }
        guard !header.isEmpty else { throw .damaged("it is empty") }
        guard header.count == 100, header.starts(with: Data("SQLite format 3\0".utf8)) else {
            return
        }
        let version = header[60..<64].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        try checkVersion(Int(Int32(bitPattern: version)), path)
        // SQLite takes an unknown format for one of the future, and the file for read-only.
        guard header[18..<20].allSatisfy({ $0 == 1 || $0 == 2 }) else {
            throw .damaged("its header names an unknown format")
        }
    }

    private static func checkVersion(_ version: Int, _ path: String) throws(Trouble) {
        guard version > migrations.count else { return }
        throw .refused(
            ConfigurationError(
                message:
                    "\(path) has version \(version), and this daemon knows \(migrations.count): "
                    + "it was written by a newer quiesced; run that, or choose another --home"))
    }

    private static func prepare(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try checkVersion(version, "the store")
        if version < 0 { throw Trouble.damaged("its version is \(version)") }
        // To the statement's end: an error of the change comes after the row that announces it.
        guard try String.fetchAll(db, sql: "PRAGMA journal_mode = WAL") == ["wal"] else {
            throw Trouble.refused(
                ConfigurationError(
                    message: "the file system of the store can't share memory (WAL needs that)"))
        }
        for line in try String.fetchAll(db, sql: "PRAGMA quick_check(1)") where line != "ok" {
            throw Trouble.damaged(line)
        }
        if version < migrations.count {
            for (index, migration) in migrations.enumerated().dropFirst(version) {
                try db.inTransaction(.immediate) {
                    try db.execute(sql: migration)
                    try db.execute(sql: "PRAGMA user_version = \(index + 1)")
                    return .commit
                }
            }
            // So that the file's own header tells the version.
            try db.checkpoint(.truncate)
        }
        // Prepares every statement: a schema that isn't ours shows here, not in the first commit.
        for sql in [
            Statements.put, Statements.delete, Statements.putPayload, Statements.deletePayload,
            Statements.facts, Statements.fact, Statements.payload,
        ] {
            do {
                _ = try db.cachedStatement(sql: sql)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                throw Trouble.damaged(
                    "its tables are not those of a Quiesce store: \(error.message ?? sql)")
            }
        }
    }

    /// - Returns: every fact, by key, and how many rows hold none.
    func load() throws(Trouble) -> (facts: [StoredFact], unreadableRows: Int) {
        do {
            return try connection.read { db in
                var facts: [StoredFact] = []
                var unreadable = 0
                let rows = try Row.fetchCursor(db.cachedStatement(sql: Statements.facts))
                while let row = try rows.next() {
                    guard let key = String.fromDatabaseValue(row[0]),
                        let value = Data.fromDatabaseValue(row[1])
                    else {
                        unreadable += 1
                        continue
                    }
                    // Absurd numbers are clamped, never trapped on (reliability D10).
                    let seq = Int64.fromDatabaseValue(row[2]) ?? 0
                    facts.append(StoredFact(key: key, value: value, seq: UInt64(clamping: seq)))
                }
                return (facts, unreadable)
            }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    /// Applies all submissions in one transaction. When it returns, they are on the disk.
    func commit(_ submissions: ArraySlice<FactStore.Submission>) throws(Trouble) {
        do {
            errno = 0  // So that a failure finds its own.
            try connection.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    for submission in submissions {
                        for change in submission.changes {
                            try Self.apply(change, seq: submission.seq, in: db)
                        }
                    }
                    return .commit
                }
            }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    private static func apply(_ change: StoreChange, seq: Int64, in db: Database) throws {
        switch change {
        case .put(let key, let value):
            try db.cachedStatement(sql: Statements.put).execute(arguments: [key, value, seq])
        case .delete(let key):
            try db.cachedStatement(sql: Statements.delete).execute(arguments: [key])
        case .putPayload(let handle, let body):
            try db.cachedStatement(sql: Statements.putPayload)
                .execute(arguments: [Int64(bitPattern: handle), body])
        case .deletePayload(let handle):
            try db.cachedStatement(sql: Statements.deletePayload)
                .execute(arguments: [Int64(bitPattern: handle)])
        }
    }

    /// Whether the database already is as the submissions, applied in order, would leave it.
    func contains(_ submissions: ArraySlice<FactStore.Submission>) throws(Trouble) -> Bool {
        var last: [StoreChange.Target: StoreChange] = [:]
        for change in submissions.flatMap(\.changes) { last[change.target] = change }
        do {
            return try connection.read { db in
                for change in last.values {
                    switch change {
                    case .put(let key, let value):
                        guard try Self.value(of: key, in: db) == value else { return false }
                    case .delete(let key):
                        guard try Self.value(of: key, in: db) == nil else { return false }
                    case .putPayload(let handle, let body):
                        guard try Self.body(of: handle, in: db) == body else { return false }
                    case .deletePayload(let handle):
                        guard try Self.body(of: handle, in: db) == nil else { return false }
                    }
                }
                return true
            }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    func payload(_ handle: UInt64) throws(Trouble) -> Data? {
        do {
            return try reader.read { try Self.body(of: handle, in: $0) }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    func payloadHandles() throws(Trouble) -> [UInt64] {
        do {
            let handles = try reader.read {
                try Int64.fetchAll($0, sql: "SELECT handle FROM payloads")
            }
            return handles.map { UInt64(bitPattern: $0) }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    private static func value(of key: String, in db: Database) throws -> Data? {
        try Data.fetchOne(db.cachedStatement(sql: Statements.fact), arguments: [key])
    }

    private static func body(of handle: UInt64, in db: Database) throws -> Data? {
        try Data.fetchOne(
            db.cachedStatement(sql: Statements.payload), arguments: [Int64(bitPattern: handle)])
    }

    /// Moves what the WAL holds into the database file, and syncs that.
    func checkpoint() throws(Trouble) {
        do {
            errno = 0
            try connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        } catch {
            throw Self.trouble(error, opening: "the store")
        }
    }

    /// A close that fails leaves the WAL, which the next open recovers.
    func close() {
        try? reader.close()
        try? connection.close()
    }

    private enum Statements {
        static let put = """
            INSERT INTO facts(key, value, seq) VALUES(?, ?, ?)
            ON CONFLICT(key) DO UPDATE SET value = excluded.value, seq = excluded.seq
            """
        static let delete = "DELETE FROM facts WHERE key = ?"
        static let putPayload = "INSERT OR REPLACE INTO payloads(handle, body) VALUES(?, ?)"
        static let deletePayload = "DELETE FROM payloads WHERE handle = ?"
        static let facts = "SELECT key, value, seq FROM facts ORDER BY key"
        static let fact = "SELECT value FROM facts WHERE key = ?"
        static let payload = "SELECT body FROM payloads WHERE handle = ?"
    }
}

// MARK: - Errors

extension FactDatabase {
    /// A write that failed. `SQLITE_FULL` is the tidy form of a full disk; an ENOSPC from fsync or
    /// ftruncate comes as an I/O error, after which only a new connection knows what is true. Then
    /// `errno` tells, which SQLite leaves alone on its way back (sqlite3_system_errno says 0).
    private static func failure(_ error: DatabaseError) -> StoreError {
        let isFull =
            error.resultCode == .SQLITE_FULL
            || error.resultCode == .SQLITE_IOERR && (errno == ENOSPC || errno == EDQUOT)
        return isFull ? .noSpace : .ioFailed(describe(error))
    }

    private static func trouble(_ error: any Error, opening path: String) -> Trouble {
        switch error {
        case let trouble as Trouble: return trouble
        case let error as SystemCallError:
            return .refused(ConfigurationError(message: "can't use \(path): \(error)"))
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: return .damaged(describe(error))
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
                return .refused(
                    ConfigurationError(message: "can't use \(path): \(describe(error))"))
            case .SQLITE_FULL: return .failed(failure(error), suspect: false)
            case _: return .failed(failure(error), suspect: true)
            }
        case _: return .failed(.ioFailed("\(error)"), suspect: true)
        }
    }

    private static func describe(_ error: DatabaseError) -> String {
        "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))"
    }
}
