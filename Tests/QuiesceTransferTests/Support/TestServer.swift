import Foundation
import TestSupport
import Testing

/// `server.py`, for as long as a test needs it.
final class TestServer: Sendable {
    let plain: String
    /// The same one at another port, and so another origin; with `tls`, over TLS.
    let secure: String?
    private let process: Process
    private let input = Pipe()

    init(tls: [String] = []) throws {
        let output = Pipe()
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = BuiltProducts.package
            .appendingPathComponent("Tests/QuiesceTransferTests/Support/server.py").path
        process.arguments = ["python3", script] + (tls.isEmpty ? [] : ["--tls"] + tls)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var ports: [Substring] = []
        var text = ""
        while ports.count < (tls.isEmpty ? 1 : 2) {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the test server says its ports")
            text += String(decoding: more, as: UTF8.self)
            ports = text.split(separator: "\n")
        }
        plain = "http://127.0.0.1:\(ports[0])"
        secure = tls.isEmpty ? nil : "https://127.0.0.1:\(ports[1])"
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    struct Request: Decodable {
        var method: String
        var path: String
        var range: String?
        var authorization: String?
        var cookie: String?
        var fields: [String: String]
        /// How far into the file it was sent.
        var sent: UInt64

        /// The first byte that was asked for.
        var offset: UInt64 {
            range.flatMap { UInt64($0.dropFirst("bytes=".count).dropLast()) } ?? 0
        }
    }

    /// The requests that the server has received so far.
    func requests() throws -> [Request] {
        let url = try #require(URL(string: plain + "/requests/"))
        return try JSONDecoder().decode([Request].self, from: try Self.get(url))
    }

    /// With curl's own command: Foundation's URLSession would need a run loop here.
    private static func get(_ url: URL) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import sys, urllib.request as r; "
                + "sys.stdout.buffer.write(r.build_opener(r.ProxyHandler({})).open(sys.argv[1]).read())",
            url.absoluteString,
        ]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}
