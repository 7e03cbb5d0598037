import Glibc

/// Where the sound server's socket may be, as libpulse finds it: what the environment says, else
/// the session's, else the machine's.
struct SoundPlace: Sendable, Hashable {
    /// In the order in which they are tried.
    var sockets: [String]

    init(sockets: [String]) { self.sockets = sockets }

    /// A server of another machine isn't used: the processes that it knows are another kernel's.
    ///
    /// - Parameter environment: the daemon's.
    init(environment: [String: String]) {
        if let named = environment["PULSE_SERVER"], !named.isEmpty {
            sockets = named.split(separator: " ").compactMap { Self.socket($0) }
            return
        }
        let folder =
            environment["PULSE_RUNTIME_PATH"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/pulse" : nil }
        sockets = [folder, "/run/pulse"].compactMap { $0 }.map { "\($0)/native" }
    }

    /// `{machine}unix:/path`, where all but the path may be missing.
    private static func socket(_ server: Substring) -> String? {
        var rest = server
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            rest = rest[rest.index(after: end)...]
        }
        if rest.hasPrefix("unix:") { rest = rest.dropFirst("unix:".count) }
        return rest.hasPrefix("/") ? String(rest) : nil
    }

    /// The first that is there.
    var found: String? { sockets.first { access($0, F_OK) == 0 } }
}
