import Foundation
import Glibc
import Testing

/// An X server without a screen, of a test's own, which lets in whoever has its cookie.
public final class XServer {
    public static let isInstalled = access("/usr/bin/Xvfb", X_OK) == 0

    public let number: Int
    public let cookie: [UInt8]
    /// The file with the cookie.
    public let authority: String
    public let process: SpawnedProcess

    public var environment: [String: String] {
        ["DISPLAY": ":\(number)", "XAUTHORITY": authority]
    }

    public init(in folder: String, options: String = "") throws {
        authority = folder + "/Xauthority"
        cookie = (0..<16).map { _ in UInt8.random(in: 0...255) }
        var entry: [UInt8] = [0xff, 0xff]
        for part in [[], [], Array("MIT-MAGIC-COOKIE-1".utf8), cookie] {
            entry += [0, UInt8(part.count)] + part
        }
        try Data(entry).write(to: URL(fileURLWithPath: authority))
        process = try SpawnedProcess(
            [
                "sh", "-c",
                "exec Xvfb -displayfd 1 -screen 0 1024x640x24 -nolisten tcp -noreset "
                    + "-auth '\(authority)' \(options) 2>/dev/null",
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        // It chooses a number that is free, and says it when it listens.
        var said: [UInt8] = []
        while said.last != UInt8(ascii: "\n") {
            var byte: UInt8 = 0
            try #require(read(process.output, &byte, 1) == 1, "the X server has a display")
            said.append(byte)
        }
        number = try #require(Int(String(decoding: said.dropLast(), as: UTF8.self)))
    }

    deinit { end() }

    /// Ends, and removes its socket and its lock.
    public func end() {
        thaw()
        process.end(SIGTERM)
    }

    public func freeze() { kill(process.pid, SIGSTOP) }
    public func thaw() { if process.isRunning { kill(process.pid, SIGCONT) } }
}
