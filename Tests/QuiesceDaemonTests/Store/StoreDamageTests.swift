import Foundation
import GRDB
import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The fact store, with damaged files")
struct StoreDamageTests {
    static let now = Date(timeIntervalSince1970: 1_767_323_045)
    static let aside = "store.sqlite.corrupt-20260102T030405Z"

    /// The files of a small store: database and WAL both in use, as after a kill.
    static func build() async throws -> [String: Data] {
        let scratch = try ScratchDirectory()
        let (store, _, _) = try FactStore.open(directory: scratch.path, now: now)
        for number in 0..<20 {
            try await store.store([.put(key: "f\(number)", value: Data(count: 600))]).get()
        }
        store.close()
        let (again, _, _) = try FactStore.open(directory: scratch.path, now: now)
        try await again.store([.put(key: "f20", value: Data(count: 600))]).get()
        var files: [String: Data] = [:]
        for name in try scratch.names() {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
        }
        again.close()
        return files
    }

    static func lay(_ files: [String: Data], in scratch: ScratchDirectory) throws {
        for (name, bytes) in files {
            try bytes.write(to: URL(fileURLWithPath: scratch.file(name)))
        }
    }

    /// Opens what is there; it must work afterwards, whatever it was.
    static func expectUsable(_ files: [String: Data], _ what: String) async throws {
        let scratch = try ScratchDirectory()
        try lay(files, in: scratch)
        let store: FactStore
        let report: OpenReport
        do {
            (store, _, report) = try FactStore.open(directory: scratch.path, now: now)
        } catch is ConfigurationError {
            // A version that looks newer: left as it is.
            let now = try Data(contentsOf: URL(fileURLWithPath: scratch.file("store.sqlite")))
            #expect(now == files["store.sqlite"], "\(what)")
            return
        }
        if let moved = report.movedAside {
            #expect(moved.path == scratch.file(aside), "\(what)")
            #expect(try scratch.names().contains(aside), "\(what)")
        }
        try await store.store([.put(key: "new", value: text("1"))]).get()
        store.close()
        let rows = try await DatabaseQueue(path: scratch.file("store.sqlite")).read { db in
            let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check")
            return (
                verdict, try Data.fetchOne(db, sql: "SELECT value FROM facts WHERE key = 'new'")
            )
        }
        #expect(rows.0 == "ok" && rows.1 == text("1"), "\(what)")
    }

    @Test(
        "Truncated at any page, each file leaves a store that works", .behaviour("reliability D7"))
    func truncated() async throws {
        let files = try await Self.build()
        for (name, bytes) in files {
            for size in stride(from: 0, to: bytes.count, by: 1_024) {
                var cut = files
                cut[name] = bytes.prefix(size)
                try await Self.expectUsable(cut, "\(name) cut to \(size)")
            }
        }
    }

    @Test("With bytes flipped in any page, the store still works", .behaviour("reliability D7"))
    func flipped() async throws {
        let files = try await Self.build()
        var random = SeededRandom(seed: 7)
        for (name, bytes) in files {
            for page in stride(from: 0, to: bytes.count, by: 4_096) {
                for offset in [0, 5, 18, 63, Int.random(in: 0..<4_096, using: &random)]
                where page + offset < bytes.count {
                    var flipped = files
                    flipped[name]![page + offset] ^= 0xff
                    try await Self.expectUsable(flipped, "\(name) at \(page + offset)")
                }
            }
        }
    }

    @Test(
        "What isn't the store's database is moved aside, and the report says so",
        .behaviour("reliability D7"), arguments: ["garbage", "empty", "foreign", "columns"])
    func movedAside(what: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("store.sqlite")
        switch what {
        case "garbage":
            try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: path))
        case "empty": try Data().write(to: URL(fileURLWithPath: path))
        case "foreign":
            try DatabaseQueue(path: path).write {
                try $0.execute(sql: "CREATE TABLE facts(x); PRAGMA user_version = 1")
            }
        case _:
            try DatabaseQueue(path: path).write {
                try $0.execute(sql: "PRAGMA user_version = -3")
            }
        }
        let (store, facts, report) = try FactStore.open(directory: scratch.path, now: Self.now)
        store.close()
        #expect(facts.isEmpty)
        #expect(report.movedAside?.path == scratch.file(Self.aside))
        #expect(report.movedAside?.reason.isEmpty == false)
        #expect(try scratch.names().filter { !$0.contains("corrupt") } == ["store.sqlite"])

        // A second one in the same second gets a name of its own.
        try Data().write(to: URL(fileURLWithPath: path))
        let (again, _, second) = try FactStore.open(directory: scratch.path, now: Self.now)
        again.close()
        #expect(second.movedAside?.path == scratch.file(Self.aside + "-2"))
    }

    @Test("A newer daemon's store is refused and not touched", .behaviour("reliability D7"))
    func newer() async throws {
        let scratch = try ScratchDirectory()
        let (store, _, _) = try FactStore.open(directory: scratch.path, now: Self.now)
        store.close()
        let path = scratch.file("store.sqlite")
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 2") }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let names = try scratch.names()
        let error = #expect(throws: ConfigurationError.self) {
            try FactStore.open(directory: scratch.path, now: Self.now)
        }
        #expect(error?.message.contains("newer") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try scratch.names() == names)
    }

    @Test("A directory in the store's place is a configuration error", .behaviour("reliability D9"))
    func directory() throws {
        let scratch = try ScratchDirectory()
        #expect(mkdir(scratch.file("store.sqlite"), 0o700) == 0)
        #expect(throws: ConfigurationError.self) {
            try FactStore.open(directory: scratch.path, now: Self.now)
        }
    }
}
