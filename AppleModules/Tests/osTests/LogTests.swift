import Foundation
import OSLog
import Testing

@testable import os

@Suite("os.Logger and os_log")
struct LogTests {
    private func text(_ message: OSLogMessage) -> String { message.text }

    @Test("Numbers are shown; texts and objects are kept back unless they are public")
    func privacy() {
        let name = "Ada"
        #expect(text("\(3) of \(2.5) \(true)") == "3 of 2.500000 true")
        #expect(text("\(name) \(name, privacy: .public)") == "<private> Ada")
        #expect(text("\(3, privacy: .private)") == "<private>")
        #expect(text("\(URL(fileURLWithPath: "/a"))") == "<private>")
        #expect(text("\(name, privacy: .sensitive) \(Int.self)") == "<private> Int")
    }

    @Test("A hash stands for a value that is kept back, the same for the same")
    func mask() {
        let (one, other) = ("Ada", "Bob")
        #expect(
            text("\(one, privacy: .private(mask: .hash))")
                == text("\(one, privacy: .private(mask: .hash))"))
        #expect(
            text("\(one, privacy: .private(mask: .hash))")
                != text("\(other, privacy: .private(mask: .hash))"))
        #expect(!text("\(one, privacy: .private(mask: .hash))").contains("Ada"))
    }

    @Test("Formats and alignment are those that are asked for")
    func formats() {
        #expect(text("\(255, format: .hex)|\(7, format: .decimal(minDigits: 3))") == "ff|007")
        #expect(text("\(1.25, format: .fixed(precision: 1))") == "1.2")
        #expect(text("\(5, align: .right(columns: 3))|\(true, format: .answer)") == "  5|yes")
    }

    @Test("os_log's formats have printf's forms, and the same privacy")
    func osLog() {
        #expect(LogFormat.text("%d of %{public}@ and %@", [3, "x", "y"]) == "3 of x and <private>")
        #expect(LogFormat.text("100 %% %.1f %x", [2.25, 255]) == "100 % 2.2 ff")
        #expect(
            LogFormat.text("%{private}d %ld %llu", [1, 2, UInt64.max])
                == "<private> 2 18446744073709551615")
        #expect(LogFormat.text("%{public, signpost.description:attribute}s", ["text"]) == "text")
        #expect(LogFormat.text("%d %d", [1]) == "1 <missing>")
    }

    @Test("A line has the time, the type, the subsystem and the category")
    func line() {
        let log = OSLog(subsystem: "org.example.App", category: "sync")
        let line = LogOutput.line(.error, log, "lost", at: Date(timeIntervalSince1970: 1.5))
        #expect(line.hasSuffix(".500 error [org.example.App:sync] lost\n"))
        #expect(LogOutput.line(.info, .default, "x", at: Date()).hasSuffix(" info x\n"))
    }

    @Test("journald gets each field, and one of several lines with its length")
    func journal() throws {
        let log = OSLog(subsystem: "org.example.App", category: "sync")
        let entry = LogOutput.entry(.fault, log, "one\ntwo")
        var expected =
            Array("MESSAGE\n".utf8) + [7, 0, 0, 0, 0, 0, 0, 0] + Array("one\ntwo\n".utf8)
        expected += Array("PRIORITY=2\n".utf8)
        #expect(entry.starts(with: expected))
        let text = String(decoding: entry, as: UTF8.self)
        #expect(text.hasSuffix("SUBSYSTEM=org.example.App\nCATEGORY=sync\n"))
    }

    @Test("An entry reaches a socket as one datagram, and nobody's socket is refused")
    func socket() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("os-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("socket").path
        #expect(LogOutput.connect(to: path) == nil)
        let server = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(server) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let client = try #require(LogOutput.connect(to: path))
        defer { close(client) }
        let entry = LogOutput.entry(.info, .default, "hello")
        #expect(LogOutput.send(entry, to: client))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(server, &buffer, buffer.count, 0)
        #expect(Array(buffer.prefix(max(0, count))) == entry)
    }

    @Test("A disabled log doesn't make its messages")
    func disabled() {
        var isMade = false
        func made() -> String {
            isMade = true
            return ""
        }
        OSLog.disabled.write(.error, made())
        #expect(!isMade)
        #expect(!OSSignposter.disabled.isEnabled || OSLog.disabled.isEnabled(type: .debug))
    }

    @Test("Threads that share a lock's state count every step")
    func lock() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 4_000)
        let plain = OSAllocatedUnfairLock()
        plain.lock()
        #expect(!plain.lockIfAvailable())
        plain.unlock()
    }

    @Test("Every call of an app's compiles as on iOS")
    func calls() {
        let logger = Logger(subsystem: "org.example.App", category: "calls")
        let error: any Error = CocoaError(.fileNoSuchFile)
        logger.trace("a")
        logger.debug("\(error)")
        logger.info("\(error.localizedDescription, privacy: .public)")
        logger.notice("\([1, 2])")
        logger.warning("\(Optional(1) as Any as? Int ?? 0)")
        logger.log(level: .default, "b")
        os_log("plain")
        os_log("value %{public}@", log: .default, type: .info, "x")
        os_log(.debug, "value %d", 1)
        os_log("interpolated \(1)")
        let poster = OSSignposter(subsystem: "org.example.App", category: .pointsOfInterest)
        let state = poster.beginInterval("load", id: poster.makeSignpostID())
        poster.endInterval("load", state)
        #expect(poster.withIntervalSignpost("sum") { 1 + 1 } == 2)
    }
}
