import CQuiesceLinux
import Foundation
import Glibc
import QuiesceLinux

/// The Landlock rules of an agent, beside the network and the descriptors that it is handed: the
/// agent reads programs, libraries and the system's settings, and writes only its own folder, if it
/// has one.
///
/// Servers feed the agent, so it is the part of the daemon that is most likely to be taken over:
/// then it can read no app's files and nobody's home.
struct AgentSandbox: Sendable {
    /// As `$QUIESCE_HOME/transfers`.
    var folder: String?
    var program: String

    /// Where roots of trust are, and names are resolved: `/etc/resolv.conf` may lead to `/run`.
    /// `/proc` tells which boot this is.
    static let readable = [
        "/etc", "/usr", "/lib", "/lib64", "/proc", "/sys/devices/system/cpu",
        "/run/systemd/resolve",
        "/run/resolvconf", "/run/NetworkManager", "/run/nscd",
    ]
    static let writableDevices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]

    /// - Parameters:
    ///   - libraries: folders of the shared libraries that the daemon itself runs with, which are
    ///     the agent's, too.
    ///   - environment: the agent's.
    func rules(libraries: [String], environment: [String]) -> [AppSandbox.Rule] {
        let certificates = environment.compactMap { variable -> String? in
            guard variable.hasPrefix("SSL_CERT_FILE=") || variable.hasPrefix("SSL_CERT_DIR=") else {
                return nil
            }
            return variable.split(separator: "=", maxSplits: 1).last.map(String.init)
        }
        return (Self.readable + libraries + certificates + [program])
            .map { AppSandbox.Rule(path: Self.canonical($0), access: .read) }
            + ([folder].compactMap { $0 } + Self.writableDevices)
            .map { AppSandbox.Rule(path: Self.canonical($0), access: .write) }
    }

    /// nil where the kernel has no Landlock.
    func makeRuleset(environment: [String]) throws(SystemCallError) -> OwnedDescriptor? {
        guard ql_landlock_abi() >= 1 else { return nil }
        return try AppSandbox.makeRuleset(
            of: rules(libraries: Self.loadedFrom(), environment: environment))
    }

    /// The folders of the libraries that this process has loaded.
    static func loadedFrom(maps: String = ProcFile.read("/proc/self/maps") ?? "") -> [String] {
        let folders = maps.split(separator: "\n").compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/") else { return nil }
            let path = String(line[slash...])
            guard path.contains(".so") else { return nil }
            return (path as NSString).deletingLastPathComponent
        }
        return Set(folders).sorted()
    }

    private static func canonical(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
