import Foundation
import Glibc
import QuiesceCore
import QuiesceDevice
import QuiesceFiles

/// Turns the core's wish to start an app into a process: its environment, made from nothing, its
/// output file, its user or sandbox.
final class AppLauncher {
    private let directory: StateDirectory
    private let appSocket: String
    private let users: AppUsers?
    private let processes: any AppProcesses
    private let configuration: ProcessConfiguration
    let output: OutputFiles
    /// How apps are kept apart, for `quiesce status`.
    let isolation = Isolation.available()

    init(
        _ directory: StateDirectory, appSocket: String, users: AppUsers?,
        processes: any AppProcesses
    ) {
        self.directory = directory
        self.appSocket = appSocket
        self.users = users
        self.processes = processes
        configuration = ProcessConfiguration(deviceID: directory.deviceID, home: directory.path)
        output = OutputFiles(directory: directory.path(of: .output))
    }

    func spawn(
        _ key: ProcessKey, _ manifest: AppManifest, _ arguments: [String],
        completion: @escaping (Result<pid_t, SpawnError>) -> Void
    ) {
        let bundle = "\(directory.path(of: .bundles))/\(key.app)"
        let container = "\(directory.path(of: .containers))/\(key.app)"
        let file: CInt
        do throws(SystemCallError) {
            file = try output.open(key)
        } catch {
            return completion(.failure(SpawnError(.descriptors, errno: error.errno)))
        }
        processes.spawn(
            SpawnRequest(
                key: key, executable: "\(bundle)/\(manifest.executable)", arguments: arguments,
                environment: environment(key, container: container), directory: container,
                output: file,
                user: users?.user(of: key.app),
                sandbox: isolation == .landlock
                    ? AppSandbox(home: directory.path, bundle: bundle, container: container) : nil)
        ) { result in
            close(file)
            completion(result)
        }
    }

    func outputPath(_ app: AppID, _ launch: Launch) -> String {
        output.path(of: ProcessKey(app: app, launch: launch))
    }

    func removeOutput(_ app: AppID) { output.remove(app) }

    private func environment(_ key: ProcessKey, container: String) -> [String] {
        var environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(container)", "TMPDIR=\(container)/tmp",
            // Where Foundation keeps the app's settings.
            "XDG_CONFIG_HOME=\(container)/Library/Preferences",
            "LANG=\(ProcessInfo.processInfo.environment["LANG"] ?? "C.UTF-8")",
            "QUIESCE_SOCKET=\(appSocket)", "QUIESCE_CONTAINER=\(container)",
            // A crash leaves its backtrace in the app's output; asking at a terminal would hang.
            "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no",
        ]
        environment += configuration.markers(of: key)
        if let zone = ProcessInfo.processInfo.environment["TZ"] { environment.append("TZ=\(zone)") }
        return environment
    }
}
