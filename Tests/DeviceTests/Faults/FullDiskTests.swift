import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// What each that writes does when others have filled the disk, and what is said of it.
@Suite(
    "A full disk", .behaviour("reliability D5"),
    .enabled(if: SmallDisk.canMount, "mounting a tmpfs takes root"))
struct FullDiskTests {
    @Test("Events that can't be journalled are lived without, which the status says until they can")
    func journal() throws {
        let disk = try SmallDisk(megabytes: 6)
        let device = disk.device
        defer { device.tearDown() }
        func saysSo() throws -> Bool {
            try device.status().notes.contains { $0.contains("the journal can't be written") }
        }
        #expect(try !saysSo())
        disk.fill()
        // What was begun of a page has room for some more.
        try waitUntil("the journal is full") {
            try device.perform(.lock)
            try device.perform(.unlock)
            return try saysSo()
        }
        let puppet = try device.install(device.pythonBundle("org.quiesce.test.other"))
        #expect(puppet.refusal?.reason == "noSpace", "\(puppet)")
        #expect(device.daemonLog.contains("the journal can't be written"))
        disk.empty()
        try waitUntil("the journal is whole") {
            try device.perform(.lock)
            try device.perform(.unlock)
            return try !saysSo()
        }
    }

    /// How the user leaves the app in front at last, before the daemon dies.
    enum LastDeed: CaseIterable { case opened, unlocked, locked, left }

    @Test(
        "A daemon that is killed after a long time with a full disk is followed by one that agrees with what apps were told, or tells them",
        .behaviour("reliability D1", "N7"), arguments: LastDeed.allCases)
    func death(deed: LastDeed) throws {
        let disk = try SmallDisk(megabytes: 16)
        let device = disk.device
        defer { device.tearDown() }
        // Both run on out of sight, so that they can be asked.
        let alarms = try Alarms(device)
        _ = try alarms.puppet.ask("result = app.begin_task('long')", Int.self)
        let front = try Puppet(device, "front")
        try device.open(front.app)
        try device.wait(front.app, "active")
        _ = try front.ask("result = app.begin_task('long')", Int.self)
        try alarms.schedule("before", in: 3_600)
        let pid = pid_t(try device.pid(front.app))
        disk.fill()
        try waitUntil("the journal is full") {
            try device.perform(.lock)
            try device.perform(.unlock)
            return try device.status().notes.contains {
                $0.contains("the journal can't be written")
            }
        }
        for number in 0..<5 { try alarms.schedule("full\(number)", in: 3_600) }
        switch deed {
        case .opened:
            try device.perform(.home)
            // It may be refused, which is as good here.
            _ = try device.call(.open(app: front.app, arguments: []))
        case .unlocked:
            try device.perform(.lock)
            try device.perform(.unlock)
        case .locked: try device.perform(.lock)
        case .left: try device.perform(.home)
        }
        try awaitAgreement(front)
        disk.killDaemon(before: pid)
        disk.empty()
        try disk.startAgain()
        for puppet in [front, alarms.puppet] { try awaitAgreement(puppet) }
        // Of what was asked, each has either been told that it is dropped, or is kept.
        try alarms.schedule("after", in: 3_600)
        let asked = Set(["before", "after"] + (0..<5).map { "full\($0)" })
        try waitUntil("they agree what is scheduled") {
            let dropped = try alarms.calls().filter { $0.hasPrefix("dropped ") }
                .flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
            let kept = try alarms.rows(scheduled: true).map(\.name)
            return asked.subtracting(dropped) == Set(kept) && kept.contains("after")
        }
        #expect(try alarms.rows(scheduled: true).contains { $0.name == "before" })
        #expect(try device.ps(front.app).launch == 1)
        try device.perform(.unlock)
        try device.open(front.app)
        try device.wait(front.app, "active")
        try awaitAgreement(front)
    }

    /// Until an app was last told that it is where its daemon says.
    private func awaitAgreement(_ puppet: Puppet) throws {
        try waitUntil("\(puppet.app) and its daemon agree where it is") {
            let told = try puppet.ask(
                """
                news = ("didFinishLaunching", "didBecomeActive", "didEnterBackground")
                result = [call.split()[0] for call in list(calls) if call.startswith(news)][-1]
                """, String.self)
            let isActive = try puppet.device.ps(puppet.app).state == "active"
            return told == (isActive ? "didBecomeActive" : "didEnterBackground")
        }
    }

    @Test("An upload whose body can't be written fails, leaves nothing, and succeeds later")
    func upload() throws {
        let disk = try SmallDisk(megabytes: 32)
        let device = disk.device
        defer { device.tearDown() }
        let server = try UploadServer()
        try device.perform(.sendEvent(["network", "wifi"]))
        let app = try device.install("TransferTestApp", id: "org.quiesce.tests.Transfers")
        try device.open(app, "--fifo", "--open", "s")
        let body = String(repeating: "x", count: 50_000)
        // The first makes the folder.
        try device.tell(app, "send s \(server.url) first --post", "resume last")
        try device.wait(app, toPrint: "s: complete 200")
        disk.fill()
        try device.tell(app, "send s \(server.url) \(body) --post", "resume last")
        let printed = try device.wait(app, toPrint: "s: failed")
        #expect(printed.contains("s: failed \(URLError.Code.cannotCreateFile.rawValue)"))
        let folder =
            "\(device.view)\(device.home)/containers/\(app)/Library/Caches/BackgroundURLSession/s"
        try waitUntil("nothing is left") {
            try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty
        }
        disk.empty()
        try device.tell(app, "send s \(server.url) \(body) --post", "resume last")
        try device.wait(app, toPrint: "s: complete 200", times: 2)
        #expect(server.received == [5, 50_000])
    }
}

/// Takes whatever is posted to it.
private final class UploadServer {
    private let folder: ScratchDirectory
    private let process = Process()
    let url: String

    init() throws {
        folder = try ScratchDirectory()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, folder.file("received")]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        url = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))/"
    }

    // The runner may have blocked SIGTERM, which it inherits.
    deinit { kill(process.processIdentifier, SIGKILL) }

    /// The lengths of what came.
    var received: [Int] {
        let text = try? String(contentsOfFile: folder.file("received"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { Int($0) }
    }

    private static let script = """
        import http.server, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_POST(self):
                length = len(self.rfile.read(int(self.headers["Content-Length"])))
                with open(sys.argv[1], "a") as log: print(length, file=log)
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}
