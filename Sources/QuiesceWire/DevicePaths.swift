import Foundation
import Glibc

/// Where one device keeps its files, by the rules that the daemon and its tools share.
public struct DevicePaths: Sendable, Hashable {
    /// `$QUIESCE_HOME`: everything of one device.
    public let home: String
    /// The folder of both sockets.
    public let sockets: String

    public var controlSocket: String { sockets + "/control.sock" }
    public var appSocket: String { sockets + "/app.sock" }
    /// Held by the daemon as long as it lives.
    public var lock: String { home + "/daemon.lock" }
    public var journal: String { home + "/journal" }
    public var store: String { home + "/store.sqlite" }
    public var bundles: String { home + "/bundles" }
    public var containers: String { home + "/containers" }
    /// The apps' standard output and error, a file per launch.
    public var output: String { home + "/output" }
    /// The daemon's standard error when `quiesce up` started it.
    public var daemonLog: String { home + "/quiesced.log" }

    /// - Parameters:
    ///   - option: the value of `--home`. A device whose home was chosen, by it or by
    ///     `QUIESCE_HOME`, has its sockets there too, so that several can run side by side.
    ///   - environment: looked up are `QUIESCE_HOME`, `XDG_STATE_HOME`, `XDG_RUNTIME_DIR`, `HOME`.
    ///   - folder: the current one, for relative paths.
    public init(
        option: String?, environment: [String: String], isRoot: Bool, folder: String
    ) {
        func absolute(_ path: String) -> String {
            URL(
                fileURLWithPath: path,
                relativeTo: URL(fileURLWithPath: folder, isDirectory: true)
            ).standardizedFileURL.path
        }
        // An empty variable counts as unset; the XDG rules ignore relative paths.
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func xdg(_ name: String) -> String? {
            variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }

        if let chosen = option ?? variable("QUIESCE_HOME") {
            home = absolute(chosen)
            sockets = home
            return
        }
        if let state = xdg("XDG_STATE_HOME") {
            home = absolute(state + "/quiesce")
        } else if isRoot {
            home = "/var/lib/quiesce"
        } else {
            home = absolute((variable("HOME") ?? folder) + "/.local/state/quiesce")
        }
        if let runtime = xdg("XDG_RUNTIME_DIR") {
            sockets = absolute(runtime + "/quiesce")
        } else {
            sockets = isRoot ? "/run/quiesce" : home
        }
    }

    /// The paths for this process.
    public init(option: String?) {
        self.init(
            option: option, environment: ProcessInfo.processInfo.environment,
            isRoot: geteuid() == 0, folder: FileManager.default.currentDirectoryPath)
    }
}
