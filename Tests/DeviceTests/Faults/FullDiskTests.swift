import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// The behaviour of every component that writes, when others have filled the disk, and the messages
/// about the full disk.
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
        // The journal's last page is allocated already and has room for some more events.
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
