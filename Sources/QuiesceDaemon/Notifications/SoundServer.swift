import Foundation
import Glibc

/// The sound server of this session, and its own tool that plays a WAV from standard input.
struct SoundServer: Sendable, Hashable {
    /// Absolute.
    var program: String
    var arguments: [String]
    var environment: [String]

    static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    /// The environment variables that tell players where their server is, and that prove their
    /// right to use it.
    static let passedOn = [
        "XDG_RUNTIME_DIR", "PULSE_SERVER", "PULSE_COOKIE", "PULSE_RUNTIME_PATH", "PIPEWIRE_REMOTE",
        "PIPEWIRE_RUNTIME_DIR", "HOME",
    ]

    /// The one that is there now; nil: none, or no tool of it. PulseAudio's first, which PipeWire
    /// serves as well: a PipeWire without it may be there for pictures alone.
    ///
    /// - Parameter own: the daemon's environment.
    static func find(_ own: [String: String], tools: [String] = folders) -> SoundServer? {
        let environment =
            ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
            + passedOn.compactMap { name in own[name].map { "\(name)=\($0)" } }
        let runtime = own["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        func tool(_ name: String, _ arguments: [String]) -> SoundServer? {
            let places: [String] = tools.map { "\($0)/\(name)" }
            return places.first { access($0, X_OK) == 0 }.map {
                SoundServer(program: $0, arguments: arguments, environment: environment)
            }
        }
        if hasPulseAudio(own, runtime),
            let player = tool(
                "paplay",
                ["--client-name=Quiesce", "--property=media.role=event", "/dev/stdin"])
        {
            return player
        }
        return hasPipeWire(own, runtime)
            ? tool("pw-play", ["--media-role=Notification", "/dev/stdin"]) : nil
    }

    private static func hasPulseAudio(_ own: [String: String], _ runtime: String?) -> Bool {
        if let server = own["PULSE_SERVER"], !server.isEmpty { return true }
        guard let folder = own["PULSE_RUNTIME_PATH"] ?? runtime.map({ "\($0)/pulse" }) else {
            return false
        }
        return access("\(folder)/native", F_OK) == 0
    }

    private static func hasPipeWire(_ own: [String: String], _ runtime: String?) -> Bool {
        let remote = own["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        if remote.hasPrefix("/") { return access(remote, F_OK) == 0 }
        guard let folder = own["PIPEWIRE_RUNTIME_DIR"] ?? runtime else { return false }
        return access("\(folder)/\(remote)", F_OK) == 0
    }
}
