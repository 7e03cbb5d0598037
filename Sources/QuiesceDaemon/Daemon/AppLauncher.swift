import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// Turns the core's wish to start an app into a process: its environment, made from nothing, its
/// output file, its user or sandbox.
final class AppLauncher {
    /// Speaks for programs that don't themselves.
    private static let host = "quiesce-host"
    private let directory: StateDirectory
    private let sockets: AppSockets
    private let views: AppViews
    private let users: AppUsers?
    private let groups: GroupContainers
    let sessions: ProgramSessions
    private let processes: any AppProcesses
    private let configuration: ProcessConfiguration
    let output: OutputFiles
    /// How apps are kept apart, for `quiesce status`.
    let isolation = Isolation.available()
    /// One line each, for `quiesce status`.
    var notes: [String] {
        var notes: [String] = []
        if !ChildProcess.canConfine {
            notes.append(
                isolation == .uids
                    ? "the kernel has no seccomp: an app can make namespaces, where it is root"
                    : "the kernel has no seccomp: an app can change limits and priority of the daemon and of other apps, and make namespaces"
            )
        }
        if !AppSandbox.canScope {
            notes.append(
                isolation == .uids
                    ? "the kernel has no scopes of Landlock (ABI 6): apps reach abstract sockets of others"
                    : "the kernel has no scopes of Landlock (ABI 6): apps reach abstract sockets of others, and signal them"
            )
        }
        return notes + views.notes
    }

    init(
        _ directory: StateDirectory, sockets: AppSockets, users: AppUsers?, groups: GroupContainers,
        sessions: ProgramSessions, processes: any AppProcesses, environment: [String: String]
    ) {
        self.directory = directory
        self.sockets = sockets
        views = AppViews(
            home: directory.path, sockets: sockets.folder, environment: environment)
        self.users = users
        self.groups = groups
        self.sessions = sessions
        self.processes = processes
        configuration = ProcessConfiguration(deviceID: directory.deviceID, home: directory.path)
        output = OutputFiles(directory: directory.path(of: .output))
    }

    /// - Parameter wakeLimit: within which a hosted program's wake-ups are answered.
    func spawn(
        _ key: ProcessKey, _ manifest: AppManifest, _ arguments: [String], wakeLimit: Interval,
        completion: @escaping (Result<pid_t, SpawnError>) -> Void
    ) {
        let bundle = "\(directory.path(of: .bundles))/\(key.app)"
        let container = "\(directory.path(of: .containers))/\(key.app)"
        var command = ["\(bundle)/\(manifest.executable)"] + arguments
        var host: String?
        if manifest.isHosted {
            guard let program = AgentProgram.find(Self.host) else {
                return completion(.failure(SpawnError(.host, errno: ENOENT)))
            }
            command.insert(program.path, at: 0)
            host = program.path
        }
        let session = manifest.isHosted ? sessions[key.app] : nil
        let adopted = session?.adopted?.process
        let file: CInt
        var user = users?.user(of: key.app)
        do throws(SystemCallError) {
            let ids = try groups.prepare(manifest)
            user?.groups = ids
            file = try output.open(key)
        } catch {
            return completion(.failure(SpawnError(.descriptors, errno: error.errno)))
        }
        var request = SpawnRequest(
            key: key, executable: command[0], arguments: Array(command.dropFirst()),
            environment: environment(key, manifest, container: container, session)
                + (manifest.isHosted
                    ? ["QUIESCE_WAKE_SECONDS=\(wakeLimit.inSeconds)"] : [])
                + (adopted == nil ? [] : [session?.adopted?.variable].compactMap(\.self)),
            directory: session?.directory ?? container, output: file, user: user,
            sandbox: isolation == .landlock && session == nil
                ? AppSandbox(
                    home: directory.path, bundle: bundle, container: container,
                    shared: groups.paths(manifest).map(\.path)) : nil)
        request.isUnlimited = session != nil
        request.isScoped = session == nil && AppSandbox.canScope
        if session == nil {
            request.view = views.view(
                bundle: bundle, container: container, groups: groups.paths(manifest).map(\.path),
                host: host)
        }
        request.adopted = adopted
        processes.spawn(request) { result in
            close(file)
            completion(result)
        }
    }

    func outputPath(_ app: AppID, _ launch: Launch) -> String {
        output.path(of: ProcessKey(app: app, launch: launch))
    }

    func outputLaunches(of app: AppID) -> [Launch] { output.launches(of: app) }

    func removeOutput(_ app: AppID) { output.remove(app) }

    /// Made from nothing, or from the user's session.
    private func environment(
        _ key: ProcessKey, _ manifest: AppManifest, container: String, _ session: ProgramSession?
    ) -> [String] {
        // A daemon that was itself started by an app leaves its own marks in the session.
        let device =
            [
                "QUIESCE_SOCKET=\(sockets.appsOwn)", "QUIESCE_CONTAINER=\(container)",
            ] + configuration.markers(of: key)
        if let session {
            return session.environment.filter { !$0.hasPrefix("QUIESCE_") } + device
        }
        var environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(container)", "TMPDIR=\(container)/tmp",
            // Foundation asks for this, and for the user's own home in /etc/passwd before HOME.
            "CFFIXED_USER_HOME=\(container)",
            // Where Foundation keeps the app's settings.
            "XDG_CONFIG_HOME=\(container)/Library/Preferences",
            "LANG=\(ProcessInfo.processInfo.environment["LANG"] ?? "C.UTF-8")",
            // A crash leaves its backtrace in the app's output; asking at a terminal would hang.
            "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,registers=none,images=none",
        ]
        if !manifest.groups.isEmpty {
            // Names have no commas.
            environment += [
                "QUIESCE_GROUPS=\(manifest.groups.joined(separator: ","))",
                "QUIESCE_GROUPS_DIRECTORY=\(groups.path)",
            ]
        }
        // Where the daemon finds it, for apps that have no session of their own to find it by.
        if let sound = SoundPlace(environment: ProcessInfo.processInfo.environment).found {
            environment.append("PULSE_SERVER=unix:\(sound)")
        }
        if let zone = ProcessInfo.processInfo.environment["TZ"] { environment.append("TZ=\(zone)") }
        return environment + device
    }
}
