import Foundation
import Glibc

/// An agent's executable, and what it is given to live with.
struct AgentProgram: Sendable {
    static let transfers = "quiesce-transferd"
    static let pushes = "quiesce-pushd"

    var path: String

    /// The one beside the daemon's own executable, as it is built and installed, else the one in
    /// `../libexec/quiesce`; nil: neither is there.
    ///
    /// - Parameter executable: the daemon's own.
    static func find(
        _ name: String,
        beside executable: String =
            (try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")) ?? ""
    ) -> AgentProgram? {
        let folder = (executable as NSString).deletingLastPathComponent
        let above = (folder as NSString).deletingLastPathComponent
        let places: [String] = ["\(folder)/\(name)", "\(above)/libexec/quiesce/\(name)"]
        return places.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
            .map { AgentProgram(path: $0) }
    }

    /// Variables of the daemon's that the agent gets: where libcurl looks for proxies, and OpenSSL
    /// for the roots to trust, as an administrator may have set them.
    static let passedOn = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "TZ",
    ]

    /// Made from nothing.
    ///
    /// - Parameters:
    ///   - folder: where it works; also its home, so that it finds nobody's settings. nil: it has
    ///     none.
    ///   - own: the daemon's.
    static func environment(
        folder: String?, own: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(folder ?? "/nonexistent")",
            "TMPDIR=\(folder ?? "/nonexistent")",
            "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no",
        ]
            + passedOn.compactMap { name in own[name].map { "\(name)=\($0)" } }
    }

    /// Whether every user can enter all folders of this path and what it names (or read that, too):
    /// for an agent with a user of its own.
    static func isOpenToAll(_ path: String, reading: Bool) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        var at = String(cString: real) as NSString
        var needed: mode_t = reading ? 0o005 : 0o001
        while true {
            var status = stat()
            guard stat(at as String, &status) == 0, status.st_mode & needed == needed else {
                return false
            }
            guard at != "/" else { return true }
            at = at.deletingLastPathComponent as NSString
            needed = 0o001
        }
    }
}
