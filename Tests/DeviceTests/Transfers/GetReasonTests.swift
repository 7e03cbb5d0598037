import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// The reasons that `quiesce get` tells a person, and the remedies that the person has.
@Suite("What is said of downloads from a shell") struct GetReasonTests {
    /// Nobody listens there.
    private static let dead = "http://127.0.0.1:1"

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    @Test("A server's error is a failure with its status, and no file", .behaviour("X2"))
    func noFile() throws {
        let server = try WebServer()
        let bytes = try server.serve("file.bin", bytes: 80_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let absent = try device.quiesce("get", server.url("absent"), "-o", file)
            #expect(absent.code == 1 && absent.out.isEmpty)
            #expect(absent.error.contains("404 Not Found"), "\(absent.error)")
            #expect(access(file, F_OK) != 0)
            let row = try #require(try device.quiesce("transfers", "--json").array().first)
            #expect(row["state"] as? String == "failed")
            #expect(row["failure"] as? String == "badStatus")
            #expect(row["code"] as? Int == 404)
            // Nothing is in the way of the right one.
            #expect(try device.quiesce("get", server.url("file.bin"), "-o", file).code == 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
        }
    }

    @Test(
        "What is larger than the whole disk fails at once, and says so",
        .behaviour("X2", "reliability D5"))
    func largerThanTheDisk() throws {
        let server = try WebServer()
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let result = try device.quiesce("get", server.url("huge/file"), "-o", file)
            #expect(result.code == 1)
            #expect(result.error.contains("larger than the disk has room for"), "\(result.error)")
            let row = try #require(try device.quiesce("transfers", "--json").array().first)
            #expect(row["failure"] as? String == "tooLarge")
            #expect(row["code"] as? Int == Int(EFBIG))
        }
    }

    @Test(
        "Where a file is that had to take another name is known after a restart", .behaviour("X2"))
    func nameAfterRestart() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 24_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            for query in ["?a", "?b"] {
                let url = server.url("slow/file.bin") + query
                #expect(try device.quiesce("get", url, "-o", file, "--no-wait").code == 0)
            }
            try device.waitForTransfers { $0.allSatisfy { $0.state == "finished" } }
            let files = try device.transfers().compactMap(\.file)
            #expect(files.sorted() == [file, file + ".1"])
            #expect(try device.down() == 0)
            try device.start()
            #expect(try device.transfers().compactMap(\.file) == files)
        }
    }

    @Test("A stopped device's transfers are in its journal, with their servers", .behaviour("X2"))
    func recorded() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 40_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let url = server.url("slow/file.bin")
            #expect(try device.quiesce("get", url, "-o", file, "--no-wait").code == 0)
            #expect(try device.quiesce("transfers", "pause", "1").code == 0)
            try device.waitForTransfer { $0.wait == "suspended" }
            #expect(try device.down() == 0)
            let journal = device.home + "/journal"
            let listed = try device.quiesce("transfers", "--json", "--journal", journal)
            #expect(listed.code == 0, "\(listed.error)")
            let row = try #require(listed.out.split(separator: "\n").first { $0.contains("{") })
            for field in [#""transfer":1,"#, #""wait":"suspended""#] {
                #expect(row.contains(field), "\(row)")
            }
            #expect(row.contains("127.0.0.1") && !row.contains("file.bin\""), "\(row)")
            let table = try device.quiesce("transfers", "--journal", journal)
            #expect(table.code == 0 && table.out.contains("127.0.0.1"), "\(table.out)")
            let followed = try device.quiesce("transfers", "--follow", "--journal", journal)
            #expect(followed.code == 64 && followed.error.contains("--follow"), "\(followed.error)")
        }
    }

    @Test("The same download again joins the one that runs, and says so", .behaviour("X2"))
    func joins() throws {
        let server = try WebServer()
        let bytes = try server.serve("file.bin", bytes: 40_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let url = server.url("slow/file.bin")
            func pause() throws {
                #expect(try device.quiesce("transfers", "pause", "1").code == 0)
                try device.waitForTransfer { $0.wait == "suspended" }
            }
            let first = try device.quiesce("get", url, "-o", file, "--no-wait")
            #expect(first.out.hasPrefix("transfer 1: "))
            try device.waitForTransfer { ($0.received ?? 0) > 0 }
            try pause()
            let other = try device.quiesce("get", url, "-o", file, "--limit-rate", "1K")
            #expect(other.code == 1 && other.error.contains("transfers cancel 1"), "\(other.error)")
            // One that is paused goes on.
            let second = try device.quiesce("get", url, "-o", file, "--no-wait")
            #expect(second.code == 0 && second.out.hasPrefix("transfer 1 (under way already): "))
            try device.waitForTransfer { $0.state == "running" }
            try pause()
            let third = try device.quiesce("get", url, "-o", file, "--no-wait", "--json")
            #expect(try third.object()["joined"] as? Bool == true)
            let watched = try device.quiesce("get", url, "-o", file)
            #expect(watched.code == 0, "\(watched.error)")
            #expect(watched.error.contains("transfer 1 brings it already"))
            #expect(watched.out.hasPrefix(file))
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
            #expect(try device.transfers().count == 1)
        }
    }

    @Test(
        "Why it waits is said in words, once for each reason, until its time is up",
        .behaviour("X2", "X9", "D2"))
    func reasons() throws {
        let server = try WebServer()
        try withDevice { device in
            // A host's name is tried, whatever network there is.
            try device.perform(.sendEvent(["network", "wifi"]))
            let tried = [
                ("\(Self.dead)/a", "connection refused"),
                ("http://nowhere.invalid/a", "can't resolve host"),
                ("https://127.0.0.1:\(server.port)/a", "TLS handshake failed"),
            ]
            for (url, reason) in tried {
                let result = try device.quiesce(
                    "get", url, "-o", device.scratch + "/out", "--timeout", "4s")
                #expect(result.code == 1)
                let said = lines(result.error)
                #expect(said.count == 2, "\(result.error)")
                #expect(
                    said.first?.contains("\(reason); to be tried again at ") == true,
                    "\(result.error)")
                #expect(said.last?.contains("its time was up; at last: \(reason)") == true)
            }
            let rows = try device.transfers()
            #expect(rows.allSatisfy { $0.failure == "resourceTimedOut" })
        }
    }

    @Test("Each of a host's downloads is tried, and says what is so of itself", .behaviour("X2"))
    func sameHost() throws {
        try withDevice { device in
            let out = device.scratch + "/out"
            for name in ["a", "b"] {
                let result = try device.quiesce(
                    "get", "\(Self.dead)/\(name)", "-o", out + name, "--no-wait")
                #expect(result.code == 0)
                let rows = try device.waitForTransfers {
                    $0.allSatisfy { $0.attempts > 0 && $0.wait == "retry" }
                }
                for row in rows {
                    #expect(row.sentence == "connection refused; to be tried again")
                    #expect(row.failure == "cannotConnect" && row.code == Int(ECONNREFUSED))
                }
            }
        }
    }

    @Test("`transfers retry` tries at once what waits after a failure", .behaviour("X2"))
    func retry() throws {
        try withDevice { device in
            let out = device.scratch + "/out"
            #expect(try device.quiesce("get", "\(Self.dead)/a", "-o", out, "--no-wait").code == 0)
            // By then a pause is too long to be over by itself.
            let before = try device.waitForTransfer { $0.attempts > 3 && $0.wait == "retry" }
            #expect(try device.quiesce("transfers", "retry", "1").code == 0)
            let after = try device.waitForTransfer { $0.attempts > before.attempts }
            // Before its time had come.
            let (since, due) = (try #require(after.since), try #require(before.until))
            #expect(since < due)
            #expect(try device.quiesce("transfers", "pause", "1").code == 0)
            #expect(try device.quiesce("transfers", "resume", "1").code == 0)
            #expect(try device.quiesce("transfers", "cancel", "1").code == 0)
            let over = try device.quiesce("transfers", "retry", "1")
            #expect(over.code == 1 && over.error.contains("quiesce transfers"))
        }
    }

    @Test("Who watches a download is told when the daemon ends, and what becomes of it")
    func daemonEnds() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 60_000_000)
        try withDevice { device in
            let tool = try LiveDevice.start(
                [
                    BuiltProducts.path("quiesce"), "get", server.url("slow/file.bin"), "-o",
                    device.scratch + "/out",
                ], home: device.home)
            try device.waitForTransfers { $0.first.map { ($0.received ?? 0) > 0 } == true }
            device.killDaemon()
            let said = tool.error.fileHandleForReading.readDataToEndOfFile()
            tool.process.waitUntilExit()
            #expect(tool.process.terminationStatus == EX_UNAVAILABLE)
            #expect(
                String(decoding: said, as: UTF8.self)
                    == "quiesce: the daemon ended; transfer 1 goes on when it runs again: `quiesce up`\n"
            )
            try device.start()
            try device.waitForTransfer { $0.state == "running" }
        }
    }

    @Test("Ctrl-C ends who watches: `get` says what goes on, `transfers --follow` is ended by it")
    func interrupted() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 60_000_000)
        try withDevice { device in
            func start(_ arguments: String...) throws -> LiveDevice.RunningTool {
                try LiveDevice.start(
                    ["/usr/bin/env", "--default-signal=INT", BuiltProducts.path("quiesce")]
                        + arguments,
                    home: device.home)
            }
            let get = try start("get", server.url("slow/file.bin"), "-o", device.scratch + "/out")
            try device.waitForTransfers { $0.first.map { ($0.received ?? 0) > 0 } == true }
            let follow = try start("transfers", "--follow")
            #expect(!follow.out.fileHandleForReading.availableData.isEmpty)
            kill(follow.process.processIdentifier, SIGINT)
            follow.process.waitUntilExit()
            #expect(follow.process.terminationReason == .uncaughtSignal)
            #expect(follow.process.terminationStatus == SIGINT)
            kill(get.process.processIdentifier, SIGINT)
            let said = get.error.fileHandleForReading.readDataToEndOfFile()
            get.process.waitUntilExit()
            #expect(get.process.terminationStatus == 130)
            #expect(String(decoding: said, as: UTF8.self).contains("it goes on as transfer 1"))
        }
    }

    @Test("What only apps have is refused of a transfer", .behaviour("D2"))
    func whyNot() throws {
        try withDevice { device in
            let result = try device.quiesce("why", "1", "--not", "fetch")
            #expect(result.code == EX_USAGE)
            #expect(result.error.contains("1 is a transfer"))
        }
    }
}

extension LiveDevice {
    /// Waits until there are transfers, and all of them are so.
    @discardableResult
    func waitForTransfers(_ isSo: ([TransferRow]) -> Bool) throws -> [TransferRow] {
        let connection = try Connection(home)
        defer { connection.close() }
        try connection.send(.transfer(.followTransfers(app: nil, transfer: nil)))
        var rows: [UInt64: TransferRow] = [:]
        while true {
            guard case .item(let text) = try connection.next() else { continue }
            let row = try TransferRow.read(Array(text.utf8))
            rows[row.transfer] = row
            let all = rows.sorted { $0.key < $1.key }.map(\.value)
            // The first rows come one by one.
            if try all.count == transfers().count, isSo(all) { return all }
        }
    }
}
