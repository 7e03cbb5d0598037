import Foundation
import GRDB
import GatewayRules

/// The work on pushes inside a transaction.
extension Database {
    func cachedStatement(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func append(
        _ push: Push, limit: Int, isConnected: (DeviceID) -> Bool
    ) throws -> Acceptance {
        guard
            let row = try Row.fetchOne(
                cachedStatement(sql: "SELECT device, topic, retired FROM tokens WHERE token = ?"),
                arguments: [push.token.rawValue])
        else { return .unknownToken }
        if row[1] as String != push.topic { return .otherTopic }
        if let retired: Int64 = row[2] {
            return .unregistered(since: Moment(milliseconds: retired))
        }
        let device = DeviceID(rawValue: row[0])
        guard try !isRepeated(push) else {
            try count("repeated")
            return .repeated
        }

        // One that nobody will see takes no other's place.
        let isLate = push.expiration == .immediate && !isConnected(device)
        if !isLate { try collapse(into: push, of: device) }
        let sequence = try nextSequence(of: device)
        try insert(push, device, sequence)
        try count("accepted")
        if isLate {
            try settle(
                .expired, at: push.sent, "device = ? AND sequence = ?", [device.rawValue, sequence])
        }
        try dropExcess(of: device, limit: limit, at: push.sent)
        return .stored(device, sequence: sequence)
    }

    private func isRepeated(_ push: Push) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT TRUE FROM pushes WHERE id = ? AND token = ?"),
            arguments: [push.id, push.token.rawValue]) ?? false
    }

    private func collapse(into push: Push, of device: DeviceID) throws {
        guard let collapseID = push.collapseID else { return }
        try settle(
            .collapsed, at: push.sent, "device = ? AND topic = ? AND collapseID = ?",
            [device.rawValue, push.topic, collapseID])
    }

    private func nextSequence(of device: DeviceID) throws -> Int64 {
        let sequence = try Int64.fetchOne(
            cachedStatement(
                sql: "UPDATE devices SET sequence = sequence + 1 WHERE id = ? RETURNING sequence"),
            arguments: [device.rawValue])
        guard let sequence else { throw StoreFailure("a token has no device") }
        return sequence
    }

    /// A device has more than was ever sent from here: an older copy of the database was put in its
    /// place. Nothing is given to the device under a number that it has had.
    func number(of device: DeviceID, above said: Int64) throws {
        try cachedStatement(
            "UPDATE devices SET sequence = ? WHERE id = ? AND sequence < ?",
            [said, device.rawValue, said])
        guard changesCount == 1 else { return }
        let pending = try Int64.fetchAll(
            self,
            sql: """
                SELECT sequence FROM pushes WHERE device = ? AND state = 'pending' ORDER BY sequence
                """, arguments: [device.rawValue])
        for sequence in pending {
            try cachedStatement(
                "UPDATE pushes SET sequence = ? WHERE device = ? AND sequence = ?",
                [try nextSequence(of: device), device.rawValue, sequence])
        }
    }

    private func insert(_ push: Push, _ device: DeviceID, _ sequence: Int64) throws {
        try cachedStatement(
            """
            INSERT INTO pushes (id, device, sequence, token, topic, type, priority, expiration,
                ends, collapseID, sent, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                push.id, device.rawValue, sequence, push.token.rawValue, push.topic,
                push.type?.rawValue, push.priority.rawValue, push.expiration.unixSeconds,
                push.expiration.end(sent: push.sent).milliseconds, push.collapseID,
                push.sent.milliseconds, Data(push.payload),
            ])
    }

    /// Drops the oldest pushes beyond the `limit` of those that wait.
    private func dropExcess(of device: DeviceID, limit: Int, at now: Moment) throws {
        let oldest = try Int64.fetchOne(
            cachedStatement(
                sql: """
                    SELECT sequence FROM pushes WHERE device = ? AND state = 'pending'
                    ORDER BY sequence DESC LIMIT 1 OFFSET ?
                    """), arguments: [device.rawValue, limit])
        guard let oldest else { return }
        try settle(.dropped, at: now, "device = ? AND sequence <= ?", [device.rawValue, oldest])
    }

    /// Those that wait and meet `condition` come into `state`, and what they said is forgotten.
    func settle(
        _ state: Fate.State, at now: Moment, _ condition: String, _ arguments: StatementArguments
    ) throws {
        try cachedStatement(
            """
            UPDATE pushes SET state = ?, settled = ?, payload = NULL
            WHERE state = 'pending' AND \(condition)
            """, [state.rawValue, now.milliseconds] + arguments)
        if changesCount > 0 { try count(state.rawValue, changesCount) }
    }

    private func count(_ what: String, _ number: Int = 1) throws {
        try cachedStatement(
            """
            INSERT INTO counts (what, count) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """, [what, number])
    }

    /// The device's next pushes that haven't expired, and the newest sequence that was looked at;
    /// nil if there is none.
    func pending(
        of device: DeviceID, after last: Int64, at now: Moment
    ) throws -> (found: [StoredPush], newest: Int64?) {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT id, sequence, token, topic, type, priority, expiration, ends, collapseID,
                        sent, payload
                    FROM pushes WHERE device = ? AND state = 'pending' AND sequence > ?
                    ORDER BY sequence LIMIT 64
                    """), arguments: [device.rawValue, last])
        let found = rows.filter { row in
            row["expiration"] as Int64? == 0 || row["ends"] as Int64 > now.milliseconds
        }
        return (found.map(StoredPush.init), rows.last?["sequence"])
    }

    func counts() throws -> Counts {
        var counts = Counts()
        let rows = try Row.fetchAll(self, sql: "SELECT what, count FROM counts")
        for row in rows {
            let number: Int64 = row["count"]
            switch row["what"] as String {
            case "accepted": counts.accepted = number
            case "repeated": counts.repeated = number
            case Fate.State.delivered.rawValue: counts.delivered = number
            case Fate.State.collapsed.rawValue: counts.collapsed = number
            case Fate.State.expired.rawValue: counts.expired = number
            case Fate.State.dropped.rawValue: counts.dropped = number
            case _: break
            }
        }
        counts.pending =
            counts.accepted - counts.delivered - counts.collapsed - counts.expired - counts.dropped
        return counts
    }

    func fates(of id: String) throws -> [Fate] {
        let rows = try Row.fetchAll(
            self, sql: "SELECT * FROM pushes WHERE id = ? ORDER BY sent, device", arguments: [id])
        return rows.compactMap { row in
            Fate.State(rawValue: row["state"]).map { state in
                Fate(
                    device: DeviceID(rawValue: row["device"]), topic: row["topic"],
                    sequence: row["sequence"], state: state,
                    sent: Moment(milliseconds: row["sent"]),
                    settled: (row["settled"] as Int64?).map(Moment.init(milliseconds:)))
            }
        }
    }
}

extension StoredPush {
    init(_ row: Row) {
        self.init(
            sequence: row["sequence"],
            push: Push(
                id: row["id"], token: DeviceToken(rawValue: row["token"]), topic: row["topic"],
                type: (row["type"] as String?).flatMap(PushType.init(rawValue:)),
                priority: PushPriority(rawValue: row["priority"]) ?? .immediate,
                expiration: Expiration(unixSeconds: row["expiration"]),
                collapseID: row["collapseID"], sent: Moment(milliseconds: row["sent"]),
                payload: Array(row["payload"] as Data? ?? Data())))
    }
}

extension Device {
    static func fetch(
        _ db: Database, _ condition: String, _ arguments: StatementArguments
    ) throws -> [Device] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM devices WHERE \(condition)"),
            arguments: arguments)
        return rows.map { row in
            Device(
                id: DeviceID(rawValue: row["id"]), name: row["name"], publicKey: row["publicKey"],
                registered: Moment(milliseconds: row["registered"]),
                revoked: (row["revoked"] as Int64?).map(Moment.init(milliseconds:)))
        }
    }
}
