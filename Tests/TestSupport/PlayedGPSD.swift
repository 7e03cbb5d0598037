import Foundation
import Glibc
import Testing

/// A gpsd of the test's own, through `gpsd.py`: a process, as the daemon meets it.
public final class PlayedGPSD {
    public let port: UInt16
    private let process: SpawnedProcess
    private var unread: [UInt8] = []

    /// - Parameter port: 0: any that is free.
    public init(port: UInt16 = 0) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("gpsd.py").path
        process = try SpawnedProcess(
            ["/usr/bin/python3", "-B", script, "\(port)"],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
        var found: UInt16?
        let said = try Self.line(of: process.output, &unread)
        if said.hasPrefix("port ") { found = UInt16(said.dropFirst(5)) }
        self.port = try #require(found, "\(said)")
    }

    /// Waits until that has happened: `watched` or `closed`.
    public func wait(_ event: String) throws {
        while try Self.line(of: process.output, &unread) != event {}
    }

    /// Tells whoever watches that the device is there.
    ///
    /// - Parameter place: degrees of latitude and longitude, with a space between.
    public func locate(_ place: String) throws {
        let line = Array("\(place)\n".utf8)
        try #require(write(process.input, line, line.count) == line.count)
    }

    /// It ends, as by a kill.
    public func end() { process.end() }

    private static func line(of output: Int32, _ unread: inout [UInt8]) throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "gpsd.py says something")
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &bytes, bytes.count)
            try #require(count > 0, "gpsd.py lives")
            unread += bytes[..<count]
        }
    }
}
