import GRDB

/// The tables of the embedded store.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("first") { db in
            try db.execute(
                sql: """
                    CREATE TABLE devices (
                        id TEXT PRIMARY KEY, publicKey TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                        registered INTEGER NOT NULL, revoked INTEGER,
                        sequence INTEGER NOT NULL DEFAULT 0
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE tokens (
                        token TEXT PRIMARY KEY, device TEXT NOT NULL REFERENCES devices,
                        topic TEXT NOT NULL, issued INTEGER NOT NULL, retired INTEGER
                    ) STRICT, WITHOUT ROWID;
                    CREATE UNIQUE INDEX tokensInUse ON tokens (device, topic) WHERE retired IS NULL;

                    -- A push that is settled stays for a while, without what it said.
                    CREATE TABLE pushes (
                        id TEXT NOT NULL, device TEXT NOT NULL, sequence INTEGER NOT NULL,
                        token TEXT NOT NULL, topic TEXT NOT NULL, type TEXT,
                        priority INTEGER NOT NULL, expiration INTEGER, ends INTEGER NOT NULL,
                        collapseID TEXT, sent INTEGER NOT NULL, payload BLOB,
                        state TEXT NOT NULL DEFAULT 'pending', settled INTEGER,
                        PRIMARY KEY (device, sequence)
                    ) STRICT;
                    CREATE UNIQUE INDEX pushesByID ON pushes (id, token);
                    CREATE INDEX pushesPending ON pushes (device, sequence)
                        WHERE state = 'pending';
                    CREATE INDEX pushesCollapsing ON pushes (device, topic, collapseID)
                        WHERE state = 'pending' AND collapseID IS NOT NULL;
                    CREATE INDEX pushesSettled ON pushes (settled) WHERE settled IS NOT NULL;

                    CREATE TABLE counts (
                        what TEXT PRIMARY KEY, count INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        return migrator
    }
}
