import Foundation
import Glibc
import Testing

/// A session's message bus that starts programs, with a distributor and connectors on it.
public final class PushSession {
    public static let canRun: Bool = {
        guard access("/usr/bin/dbus-daemon", X_OK) == 0,
            let trial = try? SpawnedProcess(
                ["/usr/bin/python3", "-c", "import dbus.mainloop.glib, gi.repository.GLib"],
                environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: false))
        else { return false }
        return trial.wait() == 0
    }()
    public static let missing: Comment = "dbus-daemon or python3-dbus isn't installed"
    public static let distributor = "org.unifiedpush.Distributor.quiesce"

    /// An event in a connector's log.
    public struct Heard: Decodable {
        public var pid: Int32
        /// CLOCK_MONOTONIC, in nanoseconds.
        public var at: UInt64
        public var started: String?
        public var died: String?
        public var message: String?
        public var id: String?
        public var endpoint: String?
        public var unregistered: String?
        public var token: String?
    }

    public let scratch: ScratchDirectory
    public let address: String
    private let bus: SpawnedProcess
    public private(set) var process: SpawnedProcess?

    public init() throws {
        scratch = try ScratchDirectory()
        address = "unix:path=\(scratch.file("bus"))"
        try FileManager.default.createDirectory(
            atPath: scratch.file("services"), withIntermediateDirectories: true)
        try """
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <servicedir>\(scratch.file("services"))</servicedir>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """.write(toFile: scratch.file("bus.conf"), atomically: true, encoding: .utf8)
        bus = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec dbus-daemon --config-file=\(scratch.file("bus.conf")) --nofork --print-address 2>/dev/null",
            ],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var unread = Data()
        _ = try bus.readLine(&unread)
    }

    /// Ends everything; connectors end with their bus.
    public func end() {
        process?.end()
        bus.end()
    }

    public var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "DBUS_SESSION_BUS_ADDRESS": address,
            "XDG_STATE_HOME": scratch.file("state"), "XDG_CONFIG_HOME": scratch.file("config"),
        ]
    }

    // MARK: The distributor

    /// Starts it, and returns once it has its name.
    public func start(_ arguments: [String] = []) throws {
        let started = try SpawnedProcess(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>>\(scratch.file("errors"))"]
                + [BuiltProducts.path("quiesce-unifiedpush")] + arguments,
            environment: environment, talks: (input: false, output: true))
        process = started
        var unread = Data()
        let line = try started.readLine(&unread)
        #expect(String(decoding: line, as: UTF8.self) == "serving \(Self.distributor)")
    }

    public func kill() {
        process?.end(SIGKILL)
        process = nil
    }

    /// Runs it to its end.
    public func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
        let (output, errors) = (scratch.file("run-output"), scratch.file("run-errors"))
        let process = try SpawnedProcess(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(output) 2>\(errors)"]
                + [BuiltProducts.path("quiesce-unifiedpush")] + arguments,
            environment: environment, talks: (input: false, output: false))
        let code = process.wait()
        return (
            code, try String(contentsOfFile: output, encoding: .utf8),
            try String(contentsOfFile: errors, encoding: .utf8)
        )
    }

    public struct Status: Decodable {
        public struct Row: Decodable {
            public var service: String
            public var endpoint: String?
            public var waiting: Int
            public var handed: Int
            public var dropped: Int
        }
        public var pid: Int32?
        public var upstream: String?
        public var line: String?
        public var lastError: String?
        public var registrations: [Row]
    }

    public func status() throws -> Status {
        let run = try run(["status", "--json"])
        try #require(run.code == 0, "\(run.errors)")
        return try JSONDecoder().decode(Status.self, from: Data(run.output.utf8))
    }

    // MARK: Connectors

    private func command(_ name: String, _ version: Int, _ more: [String]) -> [String] {
        let script = BuiltProducts.package.appendingPathComponent("Tests/UnifiedPush/connector.py")
        return ["/usr/bin/python3", "-B", script.path, name, scratch.file(name), String(version)]
            + more
    }

    /// Starts one, which registers with the token `token`.
    public func connector(_ name: String, _ version: Int = 2, _ more: [String] = []) throws
        -> SpawnedProcess
    {
        try SpawnedProcess(
            registering(name, version, more), environment: environment,
            talks: (input: false, output: false))
    }

    /// The command that starts one, which registers with the token `token`.
    public func registering(_ name: String, _ version: Int = 2, _ more: [String] = []) -> [String] {
        command(name, version, ["--register", "token"] + more)
    }

    /// From now on the bus starts that one when it is called.
    public func makeStartable(_ name: String, _ version: Int = 2, _ more: [String] = []) throws {
        try """
        [D-BUS Service]
        Name=\(name)
        Exec=\(command(name, version, more).joined(separator: " "))

        """.write(
            toFile: scratch.file("services/\(name).service"), atomically: true, encoding: .utf8)
        _ = try ask(
            "org.freedesktop.DBus.ReloadConfig", of: "org.freedesktop.DBus", at: "/")
    }

    public func heard(by name: String) throws -> [Heard] {
        guard let log = FileManager.default.contents(atPath: scratch.file(name)) else { return [] }
        return try log.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Heard.self, from: Data($0))
        }
    }

    public func messages(of name: String) throws -> [String] {
        try heard(by: name).compactMap(\.message)
    }

    /// Waits for its first endpoint, or the `count`th.
    public func endpoint(of name: String, _ count: Int = 1) throws -> String {
        var endpoints: [String] = []
        try waitUntil("an endpoint") {
            endpoints = try heard(by: name).compactMap(\.endpoint)
            return endpoints.count >= count
        }
        return endpoints[count - 1]
    }

    /// The answer to a call, or the error's text, in dbus-send's words.
    @discardableResult
    public func ask(
        _ method: String, _ arguments: [String] = [], of name: String = distributor,
        at path: String = "/org/unifiedpush/Distributor"
    ) throws -> String {
        let output = scratch.file("ask")
        let process = try SpawnedProcess(
            ["/bin/sh", "-c", "exec dbus-send \"$@\" >\(output) 2>&1", "sh"]
                + ["--bus=\(address)", "--print-reply", "--dest=\(name)", path, method] + arguments,
            environment: environment, talks: (input: false, output: false))
        process.wait()
        return try String(contentsOfFile: output, encoding: .utf8)
    }
}

/// Each text once, where it came first.
public func firsts(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
}
