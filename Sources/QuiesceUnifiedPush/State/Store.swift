import Foundation
import GRDB
import Glibc

/// Registrations, the messages that wait for connectors, and how far the push server was heard: on
/// disk when a method returns.
final class Store {
    private let database: DatabaseQueue
    /// By token.
    private(set) var registrations: [String: Registration] = [:]
    private var notes: [Note: String] = [:]

    /// - Parameter isReadOnly: another process may have the store, and writes.
    init(path: String, isReadOnly: Bool = false) throws {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        if !isReadOnly {
            // Owner-only from the start: endpoints are secrets.
            close(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
        }
        database = try DatabaseQueue(path: path, configuration: configuration)
        if !isReadOnly {
            try database.writeWithoutTransaction {
                _ = try String.fetchAll($0, sql: "PRAGMA journal_mode = WAL")
                try Self.prepare($0)
            }
        }
        try load()
    }

    private static func prepare(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard (0...1).contains(version) else {
            throw DatabaseError(message: "it was written by a newer quiesce-unifiedpush; run that")
        }
        guard version == 0 else { return }
        try db.inTransaction(.immediate) {
            try db.execute(
                sql: """
                    CREATE TABLE registrations(
                        token TEXT PRIMARY KEY, service TEXT NOT NULL, version INTEGER NOT NULL,
                        description TEXT NOT NULL, vapid TEXT, topic TEXT UNIQUE, endpoint TEXT,
                        announced INTEGER NOT NULL, leaving INTEGER NOT NULL,
                        handed INTEGER NOT NULL, dropped INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE messages(
                        number INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL,
                        id TEXT NOT NULL, body BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX messagesByToken ON messages(token, number);
                    CREATE TABLE notes(name TEXT PRIMARY KEY, value TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;
                    CREATE TABLE seen(id TEXT PRIMARY KEY, time INTEGER NOT NULL)
                        STRICT, WITHOUT ROWID;
                    PRAGMA user_version = 1;
                    """)
            return .commit
        }
    }

    private func load() throws {
        try database.read { db in
            for row in try Row.fetchAll(db, sql: "SELECT * FROM registrations") {
                let registration = Registration(row)
                registrations[registration.token] = registration
            }
            for row in try Row.fetchAll(db, sql: "SELECT name, value FROM notes") {
                if let note = Note(rawValue: row[0]) { notes[note] = row[1] }
            }
        }
    }

    // MARK: Notes

    subscript(note: Note) -> String? { notes[note] }

    func set(_ changes: [Note: String?]) throws {
        try database.write { db in
            for (note, value) in changes { try Self.put(note, value, in: db) }
        }
        for (note, value) in changes { notes[note] = value }
    }

    private static func put(_ note: Note, _ value: String?, in db: Database) throws {
        guard let value else {
            return try db.execute(
                sql: "DELETE FROM notes WHERE name = ?", arguments: [note.rawValue])
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO notes(name, value) VALUES(?, ?)",
            arguments: [note.rawValue, value])
    }

    /// All is to be told anew to another push server: what was known of the last one is forgotten.
    func begin(with upstream: String) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM notes; DELETE FROM seen")
            // The last one's wouldn't hear of those that left, anyway.
            try db.execute(sql: "DELETE FROM registrations WHERE leaving")
            try db.execute(
                sql: "UPDATE registrations SET topic = NULL, endpoint = NULL, announced = 0")
            try Self.put(.upstream, upstream, in: db)
        }
        registrations = [:]
        notes = [:]
        try load()
    }

    // MARK: Registrations

    func put(_ registration: Registration) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO registrations VALUES(?,?,?,?,?,?,?,?,?,?,?)",
                arguments: [
                    registration.token, registration.service, registration.version.rawValue,
                    registration.description, registration.vapid, registration.topic,
                    registration.endpoint, registration.isAnnounced, registration.isLeaving,
                    registration.handed, registration.dropped,
                ])
            if registration.isLeaving {
                try db.execute(
                    sql: "DELETE FROM messages WHERE token = ?", arguments: [registration.token])
            }
        }
        registrations[registration.token] = registration
    }

    func remove(_ token: String) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM registrations WHERE token = ?", arguments: [token])
            try db.execute(sql: "DELETE FROM messages WHERE token = ?", arguments: [token])
        }
        registrations[token] = nil
    }

    // MARK: Messages

    /// Those that wait, in the order in which they came.
    func waiting() throws -> [(number: Int64, token: String)] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT number, token FROM messages ORDER BY number")
                .map { ($0[0], $0[1]) }
        }
    }

    /// How many wait, by token.
    func waitingCounts() throws -> [String: Int] {
        try database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT token, COUNT(*) FROM messages GROUP BY token")
            return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        }
    }

    /// - Returns: nil: it was dropped.
    func message(_ number: Int64) throws -> Message? {
        try database.read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT token, id, body FROM messages WHERE number = ?"),
                arguments: [number])
            return row.map { Message(token: $0[0], id: $0[1], body: [UInt8]($0[2] as Data)) }
        }
    }

    /// Whether a message of an ntfy server's came before.
    func hasSeen(_ id: String) throws -> Bool {
        try database.read {
            try Int.fetchOne(
                $0.cachedStatement(sql: "SELECT 1 FROM seen WHERE id = ?"), arguments: [id]) != nil
        }
    }

    /// Takes what came, all or nothing.
    ///
    /// - Returns: the numbers of the messages.
    func take(_ batch: Batch) throws -> [(number: Int64, token: String)] {
        var dropped: [String: Int] = [:]
        let numbers = try database.write { db in
            dropped = [:]
            var numbers: [(number: Int64, token: String)] = []
            for message in batch.messages where registrations[message.token] != nil {
                try db.cachedStatement(
                    sql: "INSERT INTO messages(token, id, body) VALUES(?, ?, ?)"
                ).execute(arguments: [message.token, message.id, Data(message.body)])
                numbers.append((db.lastInsertedRowID, message.token))
            }
            for token in Set(numbers.map(\.token)) {
                let count = try Self.dropOldest(of: token, in: db)
                if count > 0 { dropped[token] = count }
            }
            for (note, value) in batch.notes { try Self.put(note, value, in: db) }
            for (id, time) in batch.seen {
                try db.cachedStatement(sql: "INSERT OR IGNORE INTO seen(id, time) VALUES(?, ?)")
                    .execute(arguments: [id, time])
            }
            if let time = batch.forgetsBefore {
                try db.execute(sql: "DELETE FROM seen WHERE time < ?", arguments: [time])
            }
            return numbers
        }
        notes.merge(batch.notes) { $1 }
        for (token, count) in dropped { registrations[token]?.dropped += count }
        return numbers
    }

    private static func dropOldest(of token: String, in db: Database) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM messages WHERE token = ?1 AND number <= (
                    SELECT number FROM messages WHERE token = ?1
                    ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [token, Limits.waitingMessages])
        let count = db.changesCount
        if count > 0 {
            try db.execute(
                sql: "UPDATE registrations SET dropped = dropped + ? WHERE token = ?",
                arguments: [count, token])
        }
        return count
    }

    /// Forgets messages that their connectors have, or that are given up.
    func settle(_ settled: [(number: Int64, token: String, isHanded: Bool)]) throws {
        try database.write { db in
            for (number, token, isHanded) in settled {
                try db.cachedStatement(sql: "DELETE FROM messages WHERE number = ?")
                    .execute(arguments: [number])
                let column = isHanded ? "handed" : "dropped"
                try db.cachedStatement(
                    sql: "UPDATE registrations SET \(column) = \(column) + 1 WHERE token = ?"
                ).execute(arguments: [token])
            }
        }
        for (_, token, isHanded) in settled {
            if isHanded {
                registrations[token]?.handed += 1
            } else {
                registrations[token]?.dropped += 1
            }
        }
    }
}

extension Registration {
    fileprivate init(_ row: Row) {
        self.init(
            token: row["token"], service: row["service"],
            version: Version(rawValue: row["version"]) ?? .second,
            description: row["description"], vapid: row["vapid"], topic: row["topic"],
            endpoint: row["endpoint"], isAnnounced: row["announced"], isLeaving: row["leaving"],
            handed: row["handed"], dropped: row["dropped"])
    }
}
