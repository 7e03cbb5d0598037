import Foundation
import Glibc

/// How soon an app is known as playing, by a real sound server: from where its player says so to
/// where the server does, by the daemon's own journal.
struct AudioBenchmark {
    private static let warmUp = 3
    let rounds: Int

    func run() throws -> Section {
        let server = try SoundServer()
        defer { server.stop() }
        let device = try BenchDevice(
            traced: false, environment: ["PULSE_SERVER": server.address])
        defer { device.stop() }
        let app = try device.install("Player")
        try device.ask(#"{"type":"open","app":"\#(app)"}"#)
        try device.wait(for: "\(app) in front") { try device.state(app) == "active" }
        for round in 0..<(rounds + Self.warmUp) {
            Progress.show("sound \(round) of \(rounds)")
            try press("play", device)
            try device.wait(for: "its sound") { try Journal(device).isHeard }
            try press("pause", device)
            // A player that goes on before its stream has stopped makes none anew.
            try device.wait(for: "its silence") { try !Journal(device).isHeard }
        }
        let times = try Journal(device).times.dropFirst(Self.warmUp)
        var samples = Samples()
        for time in times { samples.add(time) }
        return Section(
            title: "audio (\(times.count) times)",
            measurements: [
                Measurement(
                    "a player's start to the app being known as playing, p50",
                    samples.median / 1e6, "ms", .atMost(50)),
                Measurement("likewise, p99", samples.p99 / 1e6, "ms", .atMost(50)),
            ])
    }

    private func press(_ key: String, _ device: BenchDevice) throws {
        try device.ask(#"{"type":"sendEvent","words":["remote-control","\#(key)"]}"#)
    }

    /// The records that the daemon wrote.
    private struct Journal {
        /// Nanoseconds from each word of the app to the sound server's.
        var times: [Int64] = []
        /// As the sound server said last.
        var isHeard = false

        init(_ device: BenchDevice) throws {
            var asked: Int64?
            let folder = device.home + "/journal"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                for line in text.split(separator: "\n") where line.contains(#""audio":"#) {
                    // The last line may be half written.
                    guard
                        let entry = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                            as? [String: Any],
                        let moment = entry["moment"] as? [String: Any],
                        let now = moment["i"] as? Int64
                    else { continue }
                    if line.contains(#""working""#), line.contains(#""plays":true"#) { asked = now }
                    guard line.contains(#""heard""#) else { continue }
                    isHeard = line.contains(#""plays":true"#)
                    if isHeard, let began = asked {
                        times.append(now - began)
                        asked = nil
                    }
                }
            }
        }
    }
}

/// A sound server of the benchmark's own, whose sink leads to nowhere.
private final class SoundServer {
    let address: String
    private var cleanup = 0

    init() throws {
        var template = Array("/tmp/quiesce-sound-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp", errno: errno) }
        let folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(folder, 0o711)
        let socket = folder + "/sound"
        address = "unix:" + socket
        let process = try Self.start(
            [
                "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no",
                "--exit-idle-time=-1", "--disable-shm=yes", "--realtime=no", "--high-priority=no",
                "--log-level=error", "--load=module-null-sink",
                "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            ],
            environment: ["PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)"])
        cleanup = Cleanup.add {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
            try? FileManager.default.removeItem(atPath: folder)
        }
        let end = Date() + 10
        while access(socket, F_OK) != 0 {
            guard Date() < end, waitpid(process, nil, WNOHANG) == 0 else {
                throw Failure("pulseaudio didn't start")
            }
            usleep(10_000)
        }
    }

    func stop() { Cleanup.run(cleanup) }

    /// Not by Foundation: its one thread that waits for processes takes the end of a descriptor for
    /// theirs, and pulseaudio closes all that it inherits. No other process would be seen to end.
    private static func start(_ command: [String], environment: [String]) throws -> pid_t {
        var pid = pid_t()
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let error = posix_spawn(&pid, command[0], nil, nil, &arguments, &variables)
        guard error == 0 else {
            throw Failure("pulseaudio doesn't start (apt-get install pulseaudio)", errno: error)
        }
        return pid
    }
}
