import Foundation
import Glibc
import Testing

/// A bus of the test's own that plays the system bus: it lets everybody do everything. dbusmock
/// plays services on it.
public final class TestBus {
    /// Whether dbus-daemon and dbusmock are here.
    public static let canRun: Bool = {
        guard access("/usr/bin/dbus-daemon", X_OK) == 0,
            let trial = try? SpawnedProcess(
                ["/bin/sh", "-c", "exec /usr/bin/python3 -c 'import dbusmock' 2>/dev/null"],
                environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: false))
        else { return false }
        return trial.wait() == 0
    }()
    public static let missing: Comment = "dbus-daemon or python3-dbusmock isn't installed"

    public let address: String
    private let scratch: ScratchDirectory
    private let bus: SpawnedProcess

    /// Returns when it serves.
    public init(in scratch: ScratchDirectory) throws {
        self.scratch = scratch
        address = "unix:path=\(scratch.file("bus"))"
        try """
        <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
        </busconfig>
        """.write(toFile: scratch.file("bus.conf"), atomically: true, encoding: .utf8)
        let command = "exec dbus-daemon --config-file=bus.conf --nofork --print-address 2>/dev/null"
        bus = try SpawnedProcess(
            ["/bin/sh", "-c", "cd \(scratch.path) && \(command)"],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var wait = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the bus starts")
    }

    /// Ends the bus, and with it what dbusmock plays on it.
    public func end() { bus.end() }

    /// Has dbusmock play a service, and returns when that answers.
    ///
    /// - Parameter arguments: dbusmock's own.
    public func play(_ name: String, at path: String, _ arguments: String) throws -> SpawnedProcess
    {
        let service = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec /usr/bin/python3 -m dbusmock \(arguments) >/dev/null 2>&1",
            ],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address],
            talks: (input: false, output: false))
        try waitUntil("\(name) is played") {
            try !ask(name, path, "org.freedesktop.DBus.Peer.Ping").isEmpty
        }
        return service
    }

    /// The answer to that method, in dbus-send's words; empty: nobody has one.
    public func ask(
        _ name: String, _ path: String, _ method: String, _ arguments: [String] = []
    ) throws -> String {
        try ToolRun(
            ["--bus=\(address)", "--print-reply", "--dest=\(name)", path, method] + arguments,
            home: scratch.path, program: "/usr/bin/dbus-send"
        ).output
    }

    /// The strings of an answer.
    public static func strings(_ answer: String) -> [String] {
        answer.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count == 3 && parts[0].hasSuffix("string ") ? String(parts[1]) : nil
        }
    }
}
