import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A PulseAudio of the test's own, whose only sink leads to nowhere but can be listened to.
final class PulseProbe {
    /// The environment of a daemon in the same session as the server.
    let environment: [String: String]
    private let scratch: ScratchDirectory
    private let server: SpawnedProcess
    private var listener: SpawnedProcess?

    init() throws {
        scratch = try ScratchDirectory()
        mkdir(scratch.file("pulse"), 0o700)
        let socket = scratch.file("pulse/native")
        environment = ["XDG_RUNTIME_DIR": scratch.path, "HOME": scratch.path]
        server = try Self.start(
            [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
                "--disable-shm=yes",
                // With it, a busy machine has the kernel end it.
                "--realtime=no", "--high-priority=no",
                "--load=module-null-sink sink_name=probe rate=44100 channels=1",
                "--load=module-native-protocol-unix socket=\(socket)",
            ], environment, hasOutput: false)
        let end = Date() + 60
        // Its socket is there before it listens, and a client that comes in between is refused.
        while try !Self.serves(environment) {
            try #require(server.isRunning && Date() < end, "pulseaudio serves")
            usleep(5_000)  // Nothing announces it.
        }
    }

    private static func serves(_ environment: [String: String]) throws -> Bool {
        let tool = try start(["timeout", "60", "pactl", "info"], environment, hasOutput: true)
        let output = FileHandle(fileDescriptor: tool.output, closeOnDealloc: false)
        let text = try output.readToEnd() ?? Data()
        tool.wait()
        return String(decoding: text, as: UTF8.self).contains("Server Name")
    }

    /// Ends it, and what listens to it.
    func end() {
        listener?.end()
        server.end(SIGTERM)
    }

    /// The sound that is played from now on, in 16-bit samples at 44,100 Hz. The first bytes come
    /// before anything is played. The descriptor belongs to this object.
    func listen() throws -> Int32 {
        let listener = try Self.start(
            [
                "parec", "--device=probe.monitor", "--raw", "--format=s16le", "--rate=44100",
                "--channels=1", "--latency-msec=20",
            ], environment, hasOutput: true)
        self.listener = listener
        return listener.output
    }

    private static func start(
        _ command: [String], _ environment: [String: String], hasOutput: Bool
    ) throws -> SpawnedProcess {
        try SpawnedProcess(
            command, environment: environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own },
            talks: (input: false, output: hasOutput))
    }
}

/// All samples that wait in a pipe.
func readSamples(_ descriptor: Int32) -> [Int16] {
    var samples = [Int16](repeating: 0, count: 8_192)
    let count = read(descriptor, &samples, samples.count * 2)
    return Array(samples.prefix(max(0, count) / 2))
}

/// How much of these samples is a tone of that pitch: 0 to 1 (Goertzel).
func share(of pitch: Double, in samples: ArraySlice<Int16>, rate: Double = 44_100) -> Double {
    let turn = 2 * cos(2 * Double.pi * pitch / rate)
    var last = 0.0
    var before = 0.0
    var energy = 0.0
    for sample in samples {
        let value = Double(sample)
        (last, before) = (value + turn * last - before, last)
        energy += value * value
    }
    guard energy > 0 else { return 0 }
    let power = last * last + before * before - turn * last * before
    return power / (energy * Double(samples.count) / 2)
}
