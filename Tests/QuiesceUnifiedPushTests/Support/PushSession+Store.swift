import Foundation
import TestSupport

extension PushSession {
    /// Lets nobody write the distributor's store, until that process ends.
    func lockStore() throws -> SpawnedProcess {
        let lock = try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
                store.execute("BEGIN IMMEDIATE")
                print("locked", flush=True)
                sys.stdin.read()
                """, scratch.file("state/quiesce-unifiedpush/state.db"),
            ], environment: environment, talks: (input: true, output: true))
        var unread = Data()
        _ = try lock.readLine(&unread)
        return lock
    }

    /// The distributor's messages on its standard error.
    func errors() throws -> String {
        try String(contentsOfFile: scratch.file("errors"), encoding: .utf8)
    }
}
