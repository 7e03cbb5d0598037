import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Locks on shared files, on a device") struct SharedLockTests {
    private static let group = "group.org.quiesce.examples"

    @Test(
        "An app that is suspended with a lock on a shared file is killed, and why names file and lock",
        .behaviour("C2", "W2", "W4", "reliability P6"), arguments: ["flock", "posix", "ofd"],
        Freezer.available)
    func killed(lock: String, freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--hold-lock", lock)
            try device.wait(app, toPrint: "holds the \(lock) lock")
            let pid = try device.pid(app)
            try device.perform(.home)
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "heldSharedLock")
            #expect(kill.rule == "C2")
            #expect(kill.detail?.contains("shared of \(Self.group)") == true)
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            try device.expectWhy(
                app, "heldSharedLock", "C2", "0xDEAD10CC", "shared of \(Self.group)")
            // It was suspended first, and heard nothing more.
            #expect(try device.log(app).contains { $0.to == "suspended" })
            #expect(try device.lines(app).last == "didEnterBackground")
        }
    }

    /// An app's use of an SQLite database in a folder, and whether the app may be suspended then.
    struct Database: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var statements: String
        var isShared = true
        var isKilled: Bool
    }

    @Test(
        "SQLite: a transaction in a shared container ends the app; one of its own, and an idle database, don't",
        .behaviour("C2", "reliability P6"),
        arguments: [
            Database(
                testDescription: "a transaction", statements: "BEGIN IMMEDIATE", isKilled: true),
            Database(
                testDescription: "a transaction in WAL mode",
                statements: "PRAGMA journal_mode=WAL; BEGIN IMMEDIATE", isKilled: true),
            Database(
                testDescription: "a reader that keeps writers out",
                statements: "BEGIN; SELECT * FROM notes", isKilled: true),
            Database(
                testDescription: "a transaction of its own", statements: "BEGIN IMMEDIATE",
                isShared: false, isKilled: false),
            Database(testDescription: "idle", statements: "SELECT 1", isKilled: false),
            Database(
                testDescription: "idle in WAL mode",
                statements: "PRAGMA journal_mode=WAL; SELECT * FROM notes", isKilled: false),
        ])
    func sqlite(database: Database) throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    import os, sqlite3
                    folder = os.environ["QUIESCE_CONTAINER"]
                    if \(database.isShared ? "True" : "False"):
                        folder = os.environ["QUIESCE_GROUPS_DIRECTORY"] + "/group.notes"
                    database = sqlite3.connect(folder + "/notes.db", isolation_level=None)
                    database.execute("CREATE TABLE notes (text)")
                    rows = None
                    for statement in "\(database.statements)".split("; "):
                        rows = database.execute(statement)
                    class Notes(App):
                        def did_become_active(self): print("open")
                    Notes().run()
                    """, id: "org.quiesce.tests.Notes", ["QuiesceAppGroups": ["group.notes"]])
            try device.open(app)
            try device.wait(app, toPrint: "open")
            let mark = try device.mark()
            try device.perform(.home)
            try device.wait(for: "suspension", app: app, after: mark) { $0.to == "suspended" }
            if database.isKilled {
                let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
                #expect(kill.reason == "heldSharedLock")
                #expect(kill.detail?.hasPrefix("an fcntl lock on notes.db") == true)
            } else {
                // The worker has looked: what it does next comes after that.
                try device.perform(.memory(.purge(bytes: nil, dryRun: true)))
                #expect(try device.ps(app).state == "suspended")
                #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
            }
        }
    }

    @Test(
        "Apps of a group share its container, others can't enter it, and it goes with the last of them",
        .behaviour("C2"))
    func shared() throws {
        try withDevice { device in
            func install(_ name: String, _ groups: [String], _ body: String) throws -> String {
                try device.install(
                    python: """
                        import os
                        folder = "\(device.home)/groups/group.notes"
                        \(body)
                        App().run()
                        """, id: "org.quiesce.tests.\(name)", ["QuiesceAppGroups": groups])
            }
            let writer = try install(
                "Writer", ["group.notes"],
                #"""
                assert os.environ["QUIESCE_GROUPS"] == "group.notes"
                assert os.environ["QUIESCE_GROUPS_DIRECTORY"] + "/group.notes" == os.path.realpath(folder)
                print("hello", file=open(folder + "/note", "w")); print("written")
                """#)
            let reader = try install(
                "Reader", ["group.other", "group.notes"],
                #"""
                print("read", open(folder + "/note").read().strip())
                print("again", file=open(folder + "/note", "a")); print("added")
                """#)
            let nonMember = try install(
                "NonMember", ["group.other"],
                #"""
                try: print(open(folder + "/note").read())
                except (PermissionError, FileNotFoundError): print("kept out")
                """#)
            try device.open(writer)
            try device.wait(writer, toPrint: "written")
            try device.open(reader)
            try device.wait(reader, toPrint: "added")
            #expect(try device.lines(reader).contains("read hello"))
            try device.open(nonMember)
            let isolation = try device.status().isolation
            if isolation == "none" {
                try device.wait(nonMember, toPrint: "again")
            } else {
                try device.wait(nonMember, toPrint: "kept out")
            }
            try device.perform(.uninstall(app: writer))
            #expect(access("\(device.home)/groups/group.notes", F_OK) == 0)
            try device.perform(.uninstall(app: reader))
            try waitUntil("the shared container is gone") {
                access("\(device.home)/groups/group.notes", F_OK) != 0
            }
            #expect(access("\(device.home)/groups/group.other", F_OK) == 0)
        }
    }
}
