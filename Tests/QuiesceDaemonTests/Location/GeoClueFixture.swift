import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The real GeoClue on a bus of the test's own, which plays the system bus, with its agent, and a
/// receiver that walks north.
final class GeoClueFixture {
    private static let program = "/usr/libexec/geoclue"
    private static let agent = "/usr/libexec/geoclue-2.0/demos/agent"
    private static let configuration = "/etc/geoclue/geoclue.conf"
    /// Degrees of latitude between two fixes of the receiver.
    static let step = 0.0005
    static let milliseconds = 100

    /// GeoClue reads its configuration from one place only, so it gets another file there, in a
    /// namespace of its own.
    static let canRun: Bool = {
        let programs = [program, agent, "/usr/bin/dbus-daemon", "/usr/bin/unshare"]
        guard programs.allSatisfy({ access($0, X_OK) == 0 }),
            let trial = try? SpawnedProcess(
                [
                    "/bin/sh", "-c",
                    "exec 2>/dev/null; \(covered(by: configuration, run: "/bin/true"))",
                ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: false))
        else { return false }
        return trial.wait() == 0
    }()
    static let missing: Comment =
        "geoclue-2.0 or dbus-daemon isn't installed, or namespaces aren't allowed here"

    var address: String { bus.address }
    private let scratch: ScratchDirectory
    private let loop: EventLoop
    private let bus: TestBus
    private var geoClue: SpawnedProcess?
    private var helper: SpawnedProcess?
    private let receiver: FakeReceiver

    /// - Parameter isAllowed: whether its owner lets the daemon know.
    init(in scratch: ScratchDirectory, on loop: EventLoop, isAllowed: Bool = true) throws {
        self.scratch = scratch
        self.loop = loop
        bus = try TestBus(in: scratch)
        receiver = try FakeReceiver(at: scratch.file("nmea"), on: loop)
        try Self.settings(isAllowed, scratch.file("nmea")).write(
            toFile: scratch.file("geoclue.conf"), atomically: true, encoding: .utf8)
        try start()
        helper = try run(Self.agent)
    }

    func start() throws {
        geoClue = try run(
            "\(Self.covered(by: scratch.file("geoclue.conf"), run: "\(Self.program) -t 0"))")
    }

    func kill() {
        geoClue?.end()
        geoClue = nil
    }

    /// The answer to that method, in dbus-send's words.
    func ask(_ name: String, _ path: String, _ method: String, _ arguments: String...) throws
        -> String
    { try bus.ask(name, path, method, arguments) }

    /// A shell's words: runs a command for which GeoClue's configuration is that file, as the user
    /// who runs this.
    private static func covered(by file: String, run command: String) -> String {
        let mount = "mount --bind \(file) \(configuration)"
        // Mounting takes root, of a namespace at least; within, another one makes us who we are
        // again.
        return geteuid() == 0
            ? "exec unshare -m sh -c '\(mount) && exec \(command)'"
            : "exec unshare -rm sh -c '\(mount) && exec unshare -U --map-user=\(geteuid()) --map-group=\(getegid()) \(command)'"
    }

    private func run(_ command: String) throws -> SpawnedProcess {
        try SpawnedProcess(
            ["/bin/sh", "-c", "exec 2>/dev/null; \(command)"],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path, "GSETTINGS_BACKEND": "memory",
                "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address,
            ], talks: (input: false, output: false))
    }

    private static func settings(_ isAllowed: Bool, _ socket: String) -> String {
        let off = ["3g", "cdma", "modem-gps", "compass"].map { "[\($0)]\nenable=false\n" }.joined()
        return """
            [agent]
            whitelist=geoclue-demo-agent
            [network-nmea]
            enable=true
            nmea-socket=\(socket)
            [wifi]
            enable=false
            url=http://127.0.0.1:9/
            \(off)
            [\(GeoClue.desktopId)]
            allowed=\(isAllowed)
            system=true
            users=

            """
    }
}
