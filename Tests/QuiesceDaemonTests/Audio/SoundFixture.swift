import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Which sound server a test runs.
enum SoundServerKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case pulseAudio, pipeWire

    /// Those that are installed.
    static let installed = allCases.filter { kind in
        kind.programs.allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
    }
    static let missing: Comment = "neither pulseaudio nor pipewire with pipewire-pulse is installed"

    private var programs: [String] {
        switch self {
        case .pulseAudio: ["pulseaudio", "pactl"]
        case .pipeWire: ["pipewire", "pipewire-pulse", "wireplumber", "dbus-daemon", "pactl"]
        }
    }

    var testDescription: String { rawValue }
}

/// A real sound server of the test's own, whose only sinks, `probe` and `other`, lead to nowhere.
final class RealSoundServer {
    let kind: SoundServerKind
    let socket: String
    private let scratch: ScratchDirectory
    private let environment: [String: String]
    private var processes: [SpawnedProcess] = []

    init(_ kind: SoundServerKind, in scratch: ScratchDirectory) throws {
        self.kind = kind
        self.scratch = scratch
        socket = scratch.file("pulse/native")
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scratch.file("bus"))", "LANG": "C.UTF-8",
        ]
    }

    deinit { kill() }

    /// Starts it and waits until it serves.
    func start() throws {
        mkdir(scratch.file("pulse"), 0o700)
        let old = identity(of: socket)
        switch kind {
        case .pulseAudio:
            try run(
                [
                    "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no",
                    "--exit-idle-time=-1", "--disable-shm=yes",
                    // With it, a busy machine has the kernel end it.
                    "--realtime=no", "--high-priority=no",
                    "--load=module-null-sink sink_name=probe rate=44100 channels=1",
                    "--load=module-null-sink sink_name=other rate=44100 channels=1",
                    "--load=module-native-protocol-unix socket=\(socket)",
                ])
        case .pipeWire:
            try run(
                [
                    "dbus-daemon", "--session", "--nofork",
                    "--address=unix:path=\(scratch.file("bus"))",
                ])
            try wait { acceptsConnections(scratch.file("bus")) }
            try run(["pipewire"])
            // A session manager that is refused ends, and no stream of the server ever plays.
            try wait { acceptsConnections(scratch.file("pipewire-0")) }
            try run(["wireplumber"])
            try run(["pipewire-pulse"])
        }
        try wait { identity(of: socket).map { $0 != old } ?? false }
        try wait { try tool(["info"]).contains("Server Name") }
        if kind == .pipeWire {
            for sink in ["probe", "other"] {
                _ = try tool(["load-module", "module-null-sink", "sink_name=\(sink)"])
            }
            try wait { try tool(["list", "short", "sinks"]).contains("other") }
        }
    }

    /// Ends it without a word.
    func kill() {
        for process in processes.reversed() { process.end() }
        processes = []
    }

    /// Has it neither answer nor read, for as long as it is like that.
    func hang(_ hangs: Bool) {
        for process in processes { Glibc.kill(process.pid, hangs ? SIGSTOP : SIGCONT) }
    }

    /// The output of `pactl` for these arguments. Without a timeout, `pactl` would wait for ever
    /// for a server that doesn't answer.
    func tool(_ arguments: [String]) throws -> String {
        let process = try SpawnedProcess(
            ["timeout", "60", "pactl", "--server=unix:\(socket)"] + arguments,
            environment: environment,
            talks: (input: false, output: true))
        let output = FileHandle(fileDescriptor: process.output, closeOnDealloc: false)
        let text = try output.readToEnd() ?? Data()
        process.wait()
        return String(decoding: text, as: UTF8.self)
    }

    /// Numbers of sink inputs that the server itself has muted.
    func muted() throws -> Set<UInt32> {
        var muted: Set<UInt32> = []
        var number: UInt32?
        for line in try tool(["list", "sink-inputs"]).split(separator: "\n") {
            if line.hasPrefix("Sink Input #") { number = UInt32(line.dropFirst(12)) }
            if line.hasSuffix("Mute: yes"), let number { muted.insert(number) }
        }
        return muted
    }

    private func run(_ command: [String]) throws {
        let words = command.map { "'\($0)'" }.joined(separator: " ")
        processes.append(
            try SpawnedProcess(
                ["sh", "-c", "exec 2>/dev/null; exec \(words)"],
                environment: environment,
                talks: (input: false, output: false)))
    }

    /// Another one for each time that it is made.
    private func identity(of file: String) -> UInt64? {
        var status = stat()
        return stat(file, &status) == 0
            ? UInt64(status.st_ino) ^ UInt64(status.st_ctim.tv_nsec) : nil
    }

    private func wait(until isDone: () throws -> Bool) throws {
        let end = Date() + 60
        while try !isDone() {
            try #require(Date() < end, "the sound server starts")
            usleep(5_000)  // Nothing announces it.
        }
    }
}
