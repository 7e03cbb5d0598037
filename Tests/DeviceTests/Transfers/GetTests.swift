import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Downloads from a shell") struct GetTests {
    @Test("quiesce get brings a file, whole, and says where it is", .behaviour("X2"))
    func plain() throws {
        let server = try WebServer()
        let bytes = try server.serve("file.bin", bytes: 6_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let result = try device.quiesce("get", server.url("file.bin"), "-o", file)
            #expect(result.code == 0, "\(result.error)")
            #expect(result.out.hasPrefix(file))
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
            let row = try #require(try device.quiesce("transfers", "--json").array().first)
            #expect(row["state"] as? String == "finished")
            #expect(row["received"] as? Int == bytes.count)
            #expect(row["file"] as? String == file)
            // Nothing of it stays where the agent works.
            let left = try FileManager.default.contentsOfDirectory(
                atPath: device.home + "/transfers")
            #expect(!left.contains { $0.hasSuffix(".body") })
        }
    }

    @Test(
        "A killed daemon's download goes on from where it was, and a killed agent's",
        .behaviour("X2", "X3"), arguments: LiveDevice.Succession.allCases)
    func killed(succession: LiveDevice.Succession) throws {
        let server = try WebServer()
        // Four seconds are left of it at the second kill, which must find it running.
        let bytes = try server.serve("file.bin", bytes: 48_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            let url = server.url("slow/file.bin")
            #expect(try device.quiesce("get", url, "-o", file, "--no-wait").code == 0)
            try device.waitForTransfer { ($0.received ?? 0) > 9_000_000 }
            try device.succeed(succession)
            try device.waitForTransfer { $0.state == "running" && ($0.received ?? 0) > 14_000_000 }
            let agent = try #require(try device.status().transfers?.agent)
            #expect(kill(pid_t(agent), SIGKILL) == 0)
            let row = try device.waitForTransfer { $0.isOver }
            #expect(row.state == "finished")
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
            // A kill repeats one write block at most.
            let resumed = server.resumedAt
            #expect(resumed.count >= 2)
            #expect(resumed.first.map { $0 > 9_000_000 - 2 * 4_194_304 } == true, "\(resumed)")
        }
    }

    @Test("A transfer is paused, goes on, and is cancelled by its number", .behaviour("X1", "X2"))
    func controls() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 60_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            #expect(
                try device.quiesce("get", server.url("slow/file.bin"), "-o", file, "--no-wait").code
                    == 0)
            let row = try device.waitForTransfer { ($0.received ?? 0) > 0 }
            let number = String(row.transfer)
            #expect(try device.quiesce("transfers", "pause", number).code == 0)
            try device.waitForTransfer { $0.wait == "suspended" }
            let again = try device.quiesce("transfers", "pause", number)
            #expect(again.code == 1)
            #expect(try device.quiesce("transfers", "resume", number).code == 0)
            try device.waitForTransfer { $0.state == "running" }
            #expect(try device.quiesce("transfers", "cancel", number).code == 0)
            try device.waitForTransfer { $0.state == "cancelled" }
            let why = try device.quiesce("why", number).out
            #expect(why.contains("transferPaused"))
            #expect(why.contains("transferCancelled"))
            #expect(access(file, F_OK) != 0)
            let unknown = try device.quiesce("transfers", "cancel", "999")
            #expect(unknown.code == 1)
            #expect(unknown.error.contains("quiesce transfers"))
        }
    }

    @Test("A discretionary download waits for Wi-Fi, and says so", .behaviour("X4"))
    func discretionary() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 80_000)
        try withDevice { device in
            try device.perform(.sendEvent(["network", "cellular"]))
            let file = device.scratch + "/out.bin"
            #expect(
                try device.quiesce(
                    "get", server.url("file.bin"), "-o", file, "--no-wait", "--discretionary"
                ).code == 0)
            try device.waitForTransfer { $0.wait == "wifi" }
            #expect(
                try device.quiesce("transfers").out.contains(
                    "discretionary: waiting for Wi-Fi since"))
            try device.perform(.sendEvent(["network", "wifi"]))
            try device.waitForTransfer { $0.state == "finished" }
        }
    }

    @Test(
        "What can't be got is refused with a reason, or fails with one",
        .behaviour("reliability B6"))
    func refused() throws {
        let server = try WebServer()
        try server.serve("file.bin", bytes: 80_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            func get(_ arguments: String...) throws -> (code: Int32, error: String) {
                let result = try LiveDevice.run(
                    [BuiltProducts.path("quiesce"), "get"] + arguments, home: device.home)
                return (result.code, result.error)
            }
            for url in ["ftp://h/x", "http://", "nonsense", "http://a b/"] {
                let result = try get(url, "-o", file)
                #expect(result.code == 64, "\(url)")
                #expect(result.error.split(separator: "\n").count == 1)
            }
            #expect(try get(server.url("file.bin"), "-o", device.scratch + "/no/folder").code == 1)
            #expect(try get(server.url("file.bin"), "-o", file, "--header", "broken").code == 64)
            #expect(try get(server.url("file.bin"), "-o", file, "--limit-rate", "x").code == 64)
            #expect(
                try get(
                    server.url("file.bin"), "-o", file, "--checksum",
                    "sha256:" + String(repeating: "0", count: 64)
                ).code == 1)
            #expect(access(file, F_OK) != 0)
            #expect(try get(server.url("file.bin"), "-o", file, "--timeout", "0.5").code == 64)
            // An existing file stays as it is.
            try "mine".write(toFile: file, atomically: false, encoding: .utf8)
            let taken = try get(server.url("file.bin"), "-o", file)
            #expect(taken.code == 1)
            #expect(taken.error.contains("is there already"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        }
    }

    @Test(
        "An orderly stop keeps what a download has, and the next start goes on",
        .behaviour("X2", "X3"))
    func downAndUp() throws {
        let server = try WebServer()
        // Three seconds are left of it when the device is stopped.
        let bytes = try server.serve("file.bin", bytes: 32_000_000)
        try withDevice { device in
            let file = device.scratch + "/out.bin"
            #expect(
                try device.quiesce("get", server.url("slow/file.bin"), "-o", file, "--no-wait").code
                    == 0)
            try device.waitForTransfer { ($0.received ?? 0) > 5_000_000 }
            let agent = try #require(try device.status().transfers?.agent)
            #expect(try device.down() == 0)
            #expect(kill(pid_t(agent), 0) != 0, "the agent outlived its daemon")
            try device.start()
            try device.waitForTransfer { $0.state == "finished" }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
            #expect(server.resumedAt.first.map { $0 > 5_000_000 } == true, "\(server.resumedAt)")
        }
    }
}

extension LiveDevice {
    func transfers() throws -> [TransferRow] {
        try perform(.transfer(.transfers(app: nil))).items.map {
            try TransferRow.read(Array($0.utf8))
        }
    }

    /// Waits until the only transfer is so.
    @discardableResult
    func waitForTransfer(_ isSo: (TransferRow) -> Bool) throws -> TransferRow {
        let connection = try Connection(home)
        defer { connection.close() }
        try connection.send(.transfer(.followTransfers(app: nil, transfer: nil)))
        while true {
            guard case .item(let text) = try connection.next() else { continue }
            let row = try TransferRow.read(Array(text.utf8))
            if isSo(row) { return row }
        }
    }
}
