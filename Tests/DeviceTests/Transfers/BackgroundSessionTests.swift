import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// A background session's download, with the agent and a server, while its app runs, sleeps or is
/// gone (X6).
@Suite("Background sessions on a device") struct BackgroundSessionTests {
    /// Whatever is asked for, once the file `gate` is there.
    private static let server = """
        import http.server, os, sys, time
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                while not os.path.exists(sys.argv[1]): time.sleep(0.01)
                body = b"the whole file"
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private let told = [
        "s: wrote 14 14 14", "s: downloaded the whole file", "s: complete 200",
    ]

    /// A device with the app in front, whose download has begun and waits for the gate.
    private func withDownload(
        _ body: (LiveDevice, _ app: String, _ openGate: () throws -> Void) throws -> Void
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
            let app = try device.install("TransferTestApp", id: "org.quiesce.tests.Transfers")
            try device.open(app, "--fifo", "--open", "s")
            try device.tell(app, "download s http://127.0.0.1:\(port)/file", "resume last")
            try device.wait(app, toPrint: "task ")
            try body(device, app) { try Data().write(to: URL(fileURLWithPath: gate)) }
        }
    }

    @Test("An app in front is told at once", .behaviour("X5", "X1"))
    func running() throws {
        try withDownload { device, app, openGate in
            try openGate()
            try device.wait(app, toPrint: "s: complete 200")
            let lines = try device.lines(app)
            #expect(lines.filter { $0.hasPrefix("s: ") } == told)
            #expect(!lines.contains { $0.hasPrefix("handleEvents") })
        }
    }

    /// Left and suspended, it is woken for the end of its download, and told all of it.
    private func expectWoken(
        _ device: LiveDevice, _ app: String, _ openGate: () throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try device.perform(.home)
        try device.wait(app, "suspended")
        try openGate()
        try device.wait(app, toPrint: "s: finished events")
        let lines = try device.lines(app).drop { $0 != "handleEvents s" }
        #expect(
            Array(lines) == ["handleEvents s"] + told + ["s: finished events"],
            sourceLocation: sourceLocation)
    }

    @Test(
        "A force-quit cancels it, nobody is launched for it, and its app hears why when it is opened",
        .behaviour("X7", "U2"))
    func forceQuit() throws {
        try withDownload { device, app, openGate in
            try device.perform(.home)
            try device.wait(app, "suspended")
            let before = try device.mark()
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try openGate()
            try device.open(app, "--open", "s")
            try device.wait(app, toPrint: "s: failed")
            // 0: the user force-quit it.
            #expect(
                try device.lines(app).filter { $0.hasPrefix("s: ") } == ["s: failed -999 false 0"])
            let woken = try device.log(app).filter { $0.seq > before && $0.kind == "wake" }
            #expect(woken.isEmpty, "\(woken.map(\.reason))")
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test("A suspended app is woken for it, and sleeps again", .behaviour("X6", "X2"))
    func woken() throws {
        try withDownload { device, app, openGate in
            try expectWoken(device, app, openGate)
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "A second session of the same name is refused, which the app is told; the first goes on, and hears of its download",
        .behaviour("X8"))
    func second() throws {
        try withDownload { device, app, openGate in
            try device.tell(app, "open s")
            try device.wait(
                app, toPrint: "s: invalid a background session with the identifier s")
            // By that name the app has the second now, of which nothing comes.
            let never = "http://127.0.0.1:1/never"
            try device.tell(app, "download s \(never)", "resume last")
            try device.wait(app, toPrint: "task ", times: 2)
            try expectWoken(device, app, openGate)
            #expect(try !device.transfers().contains { $0.url == never })
        }
    }

    @Test(
        "Begun in front it runs at once, whatever the network and the battery; begun in the background, or discretionary by its session, it waits for Wi-Fi and then for power",
        .behaviour("X4"))
    func discretionary() throws {
        let server = try WebServer()
        defer { withExtendedLifetime(server) {} }
        try server.serve("file", bytes: 80_000)
        try withDevice { device in
            try device.perform(.sendEvent(["network", "cellular"]))
            try device.perform(.sendEvent(["battery", "0.2", "unplugged"]))
            let app = try device.install("TransferTestApp", id: "org.quiesce.tests.Transfers")
            try device.open(app, "--fifo", "--open", "front")
            try device.tell(app, "download front \(server.url("file"))", "resume last")
            try device.wait(app, toPrint: "front: complete 200")

            try device.tell(app, "open asked discretionary", "open back", "begin")
            try device.wait(app, toPrint: "began true")
            try device.tell(app, "download asked \(server.url("file"))", "resume last")
            try device.waitForTransfer { $0.session == "asked" && $0.wait == "wifi" }
            try device.perform(.home)
            try device.wait(app, "background")
            try device.tell(app, "download back \(server.url("file"))", "resume last")
            let row = try device.waitForTransfer { $0.session == "back" && $0.wait == "wifi" }
            #expect(row.discretionary)

            try device.perform(.sendEvent(["network", "wifi"]))
            for session in ["asked", "back"] {
                let row = try device.waitForTransfer {
                    $0.session == session && $0.wait == "power"
                }
                #expect(row.attempts == 0)
            }
            try device.perform(.sendEvent(["battery", "0.2", "charging"]))
            for session in ["asked", "back"] {
                try device.wait(app, toPrint: "\(session): complete 200")
            }
        }
    }

    @Test(
        "An app that is gone is launched for it, into the background", .behaviour("X6", "X2", "W6"))
    func relaunched() throws {
        try withDownload { device, app, openGate in
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.perform(.memory(.purge(bytes: 1 << 50, dryRun: false)))
            try device.wait(app, "notRunning")
            try openGate()
            try device.wait(app, "suspended")
            let lines = try device.lines(app)
            #expect(lines.contains("launched background"))
            #expect(
                Array(lines.drop { $0 != "handleEvents s" })
                    == ["handleEvents s"] + told + ["s: finished events"])
        }
    }
}
