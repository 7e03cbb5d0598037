import Foundation
import Glibc

/// A system bus of the test's own, with dbusmock's systemd-logind and a screen saver on it.
public final class PlayedLogind {
    public static let canRun: Bool = {
        guard access("/usr/bin/dbus-daemon", X_OK) == 0,
            let trial = try? Process.run(
                URL(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", "/usr/bin/python3 -c 'import dbusmock' 2>/dev/null"])
        else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()

    public let address: String
    private let home: String
    private let bus: SpawnedProcess
    private let logind: SpawnedProcess
    private let screenSaver: SpawnedProcess

    public init(in scratch: ScratchDirectory) throws {
        home = scratch.path
        let address = "unix:path=\(scratch.file("bus"))"
        self.address = address
        try """
        <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
        </busconfig>
        """.write(toFile: scratch.file("bus.conf"), atomically: true, encoding: .utf8)
        let command = "exec dbus-daemon --config-file=bus.conf --nofork --print-address 2>/dev/null"
        bus = try SpawnedProcess(
            ["/bin/sh", "-c", "cd \(scratch.path) && \(command)"],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var wait = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 60_000) == 1 else { throw NotThere(name: "the bus") }
        func mock(_ arguments: String) throws -> SpawnedProcess {
            try SpawnedProcess(
                [
                    "/bin/sh", "-c",
                    "exec /usr/bin/python3 -m dbusmock \(arguments) >/dev/null 2>&1",
                ],
                environment: [
                    "PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address,
                ], talks: (input: false, output: false))
        }
        logind = try mock("--template logind")
        let saver = "org.freedesktop.ScreenSaver"
        screenSaver = try mock("--system \(saver) /org/freedesktop/ScreenSaver \(saver)")
        for (name, path) in [
            ("org.freedesktop.login1", "/org/freedesktop/login1"),
            (saver, "/org/freedesktop/ScreenSaver"),
        ] {
            while try ask(name, path, "org.freedesktop.DBus.Peer.Ping").isEmpty {}
        }
        _ = try ask(
            saver, "/org/freedesktop/ScreenSaver", "org.freedesktop.DBus.Mock.AddMethod",
            ["string:", "string:Inhibit", "string:ss", "string:u", "string:ret = 7"])
    }

    public struct NotThere: Error { var name: String }

    /// What logind was asked to put off, and for whom: the words of each request that holds.
    public func held() throws -> [String] {
        try ask(
            "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager.ListInhibitors"
        ).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count == 3 && parts[0].hasSuffix("string ") ? String(parts[1]) : nil
        }
    }

    /// What the screen saver was asked, ever.
    public func askedOfScreenSaver() throws -> String {
        try ask(
            "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
            "org.freedesktop.DBus.Mock.GetCalls")
    }

    /// How many are connected to the bus.
    public func guests() throws -> Int {
        try ask("org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")
            .split(separator: "\n").count { $0.contains("\":") }
    }

    private func ask(
        _ name: String, _ path: String, _ method: String, _ arguments: [String] = []
    ) throws -> String {
        try ToolRun(
            ["--bus=\(address)", "--print-reply", "--dest=\(name)", path, method] + arguments,
            home: home, program: "/usr/bin/dbus-send"
        ).output
    }
}
