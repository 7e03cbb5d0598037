import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// Background sessions under URLSession's names, as apps for iOS have them, with the agent and a
/// server.
@Suite("Background sessions under URLSession's names, on a device") struct URLSessionNamesTests {
    /// GET: once the file `gate` is there. PUT: for who has a password.
    private static let server = """
        import base64, http.server, os, sys, time
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def reply(self, status, body):
                self.send_response(status)
                if status == 401: self.send_header("WWW-Authenticate", 'Basic realm="letters"')
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self):
                while not os.path.exists(sys.argv[1]): time.sleep(0.01)
                self.reply(200, b"the whole file")
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                known = base64.b64encode(b"ada:1815").decode()
                if self.headers.get("Authorization") != "Basic " + known: self.reply(401, b"who?")
                else: self.reply(201, b"thanks for " + body)
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private func withServer(
        _ body: (LiveDevice, _ address: String, _ openGate: () throws -> Void) throws -> Void
    ) throws {
        try withDevice { device in
            let gate = device.scratch + "/gate"
            let server = Process()
            server.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            server.arguments = ["-c", Self.server, gate]
            let output = Pipe()
            server.standardOutput = output
            server.standardError = FileHandle.nullDevice
            server.standardInput = FileHandle.nullDevice
            try server.run()
            // The runner may have blocked SIGTERM, which it inherits; alive it would hold the
            // runner's output.
            defer { kill(server.processIdentifier, SIGKILL) }
            let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            try device.perform(.sendEvent(["network", "wifi"]))
            try body(device, "http://127.0.0.1:\(port)/file") {
                try Data().write(to: URL(fileURLWithPath: gate))
            }
        }
    }

    private let told = [
        "progress 14 1.0", "downloaded file: the whole file", "status 200",
    ]
    private let session = "org.quiesce.tests.downloads"

    @Test(
        "A downloader of iOS, in Swift 5 mode, is woken for the end of its download, and calls the handler",
        .behaviour("X6", "X5"))
    func woken() throws {
        try withServer { device, address, openGate in
            let app = try device.install("DownloadTestApp", id: "org.quiesce.tests.download")
            try device.open(app, "--get", address)
            try device.wait(app, toPrint: "resumed true \(session)")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try openGate()
            try device.wait(app, toPrint: "finished events")
            try device.wait(app, "suspended")
            let lines = try device.lines(app).drop { $0 != "events of \(session)" }
            #expect(
                Array(lines) == ["events of \(session)"] + told + [
                    "completed file true", "finished events",
                ])
        }
    }

    @Test("One that is gone is launched for it, and finds its task", .behaviour("X6", "X2", "W6"))
    func relaunched() throws {
        try withServer { device, address, openGate in
            let app = try device.install("DownloadTestApp", id: "org.quiesce.tests.download")
            try device.open(app, "--get", address)
            try device.wait(app, toPrint: "resumed true")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.perform(.memory(.purge(bytes: 1 << 50, dryRun: false)))
            try device.wait(app, "notRunning")
            try openGate()
            try device.wait(app, "suspended")
            let lines = try device.lines(app)
            #expect(lines.first == "launched background")
            #expect(lines.filter { $0.hasPrefix("tasks") }.count == 1)
            #expect(
                lines.filter { !$0.hasPrefix("tasks") }.suffix(5)
                    == told + ["completed of an earlier launch true", "finished events"])
        }
    }

    @Test(
        "An uploader in Swift 6 mode answers a server by a method that awaits, beside an ordinary session",
        .behaviour("X5", "X1"))
    func uploaded() throws {
        try withServer { device, address, openGate in
            try openGate()
            let app = try device.install("UploadTestApp", id: "org.quiesce.tests.upload")
            try device.open(app, address)
            try device.wait(app, toPrint: "answered ")
            try device.wait(app, toPrint: "fetched ")
            let lines = try Set(device.lines(app))
            for line in [
                "tasks 1", "asked by letters", "response 201", "answered thanks for a letter true",
                "fetched the whole file 200",
            ] { #expect(lines.contains(line), "\(lines)") }
        }
    }
}
