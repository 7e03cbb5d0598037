import Foundation
import Glibc
import TestSupport

/// A small web server, on a port of its own, of one folder: with ranges, ETags, and slow if asked.
final class WebServer {
    let folder: ScratchDirectory
    let port: Int
    private let process: Process

    init() throws {
        folder = try ScratchDirectory()
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", "-c", Self.script, folder.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // Its first line is its port.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw LiveDevice.Failure(description: "the web server said \(line)")
        }
        self.port = port
    }

    deinit {
        // It has nothing to put in order, and the runner may have blocked SIGTERM, which it
        // inherits.
        kill(process.processIdentifier, SIGKILL)
    }

    func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    /// - Returns: what it serves by that name.
    @discardableResult
    func serve(_ name: String, bytes: Int) throws -> Data {
        var generator = SeededGenerator(seed: UInt64(bytes))
        let words = (0..<bytes / 8).map { _ in generator.next() }
        let data = words.withUnsafeBytes { Data($0) }
        try data.write(to: URL(fileURLWithPath: folder.file(name)))
        return data
    }

    /// Where requests for the rest of a file began.
    var resumedAt: [Int] {
        let log = try? String(contentsOfFile: folder.file("resumed.log"), encoding: .utf8)
        return (log ?? "").split(separator: "\n").compactMap { Int($0) }
    }

    /// Answers what it was asked for below `/held/` and `/nonsense/`.
    func openGate() throws { try Data().write(to: URL(fileURLWithPath: folder.file("gate"))) }

    /// `/slow/NAME` comes at 8 MiB a second, `/held/NAME` when the gate is open;
    /// `/nonsense/` is answered then, too, by something that isn't HTTP. `/huge/` announces a
    /// petabyte, and sends nothing of it.
    private static let script = """
        import hashlib, http.server, os, sys, time
        os.chdir(sys.argv[1])
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def do_GET(self):
                slow = self.path.startswith("/slow/")
                nonsense = self.path.startswith("/nonsense/")
                if nonsense or self.path.startswith("/held/"):
                    while not os.path.exists("gate"): time.sleep(0.01)
                if nonsense:
                    self.wfile.write(b"nonsense\\n")
                    self.close_connection = True
                    return
                if self.path.startswith("/huge/"):
                    self.send_response(200)
                    self.send_header("Content-Length", str(10 ** 15))
                    self.end_headers()
                    self.rfile.read(1)
                    self.close_connection = True
                    return
                name = os.path.basename(self.path.split("?")[0])
                if not os.path.isfile(name):
                    self.send_response(404)
                    self.send_header("Content-Length", "5")
                    self.end_headers()
                    self.wfile.write(b"gone\\n")
                    return
                data = open(name, "rb").read()
                tag = '"' + hashlib.sha256(data).hexdigest()[:16] + '"'
                start = 0
                wanted = self.headers.get("Range")
                if wanted and self.headers.get("If-Range", tag) == tag:
                    start = int(wanted.split("=")[1].split("-")[0])
                    self.send_response(206)
                    self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
                    with open("resumed.log", "a") as log: print(start, file=log)
                else:
                    self.send_response(200)
                self.send_header("Content-Length", str(len(data) - start))
                self.send_header("ETag", tag)
                self.send_header("Accept-Ranges", "bytes")
                self.end_headers()
                step = 65536
                try:
                    for at in range(start, len(data), step):
                        self.wfile.write(data[at:at + step])
                        if slow: time.sleep(step / (8 * 1024 * 1024))
                except OSError: pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}
