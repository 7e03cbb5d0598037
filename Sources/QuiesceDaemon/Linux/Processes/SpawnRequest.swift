import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// An app's process to start.
public struct SpawnRequest: Sendable {
    public var key: ProcessKey
    /// The path of the executable: a program, or a script with an interpreter.
    public var executable: String
    /// Without the executable's own name, which becomes the zeroth.
    public var arguments: [String]
    /// All of it, as `NAME=value`. The signals backend needs `ProcessConfiguration.markers` in it.
    public var environment: [String]
    /// The working directory: the app's container.
    public var directory: String
    /// Becomes standard output and error. Stays the caller's; open until the completion.
    public var output: CInt
    /// The app's own user; nil: the daemon's.
    public var user: User?
    /// The Landlock rules that restrict the app; nil: none.
    public var sandbox: AppSandbox?
    /// Without a sandbox: it reaches no abstract sockets but its own, and signals nobody else.
    public var isScoped = false
    /// Makes its view of the file system: on a worker's thread, as that looks at files. nil: it
    /// sees what the daemon sees.
    public var view: (@Sendable () -> AppView)?
    /// A program of the user's own session: it may do all that its user may, with as many processes
    /// and threads as it wants.
    public var isUnlimited = false
    /// A process that runs already, for which this one speaks: it and its family are the app's,
    /// too, from its start on.
    package var adopted: MainProcess?

    public struct User: Sendable, Hashable {
        public var uid: uid_t
        public var gid: gid_t
        /// Supplementary ones: those of its app groups.
        public var groups: [gid_t]
        public init(uid: uid_t, gid: gid_t, groups: [gid_t] = []) {
            self.uid = uid
            self.gid = gid
            self.groups = groups
        }
    }

    public init(
        key: ProcessKey, executable: String, arguments: [String] = [], environment: [String],
        directory: String, output: CInt, user: User? = nil, sandbox: AppSandbox? = nil
    ) {
        self.key = key
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.output = output
        self.user = user
        self.sandbox = sandbox
    }
}

/// Why an app couldn't be started.
public struct SpawnError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step that failed.
    public enum Step: String, Sendable, Hashable {
        case makeGroup, clone, session, descriptors, limits, pids
        /// Its view of the file system couldn't be made.
        case view
        case user, privileges, landlock, directory, execute
        /// There is nothing that speaks for a program which doesn't itself.
        case host
    }

    public let step: Step
    public let errno: Int32

    public init(_ step: Step, errno: Int32) {
        self.step = step
        self.errno = errno
    }

    /// One line for a person.
    public var description: String {
        switch (step, errno) {
        case (.execute, ENOENT): "the executable or its interpreter is missing"
        case (.execute, ENOEXEC):
            "the executable is neither a program for this machine nor a script"
        case (.execute, EACCES): "the executable or its interpreter may not be executed"
        case (.host, _): "quiesce-host is missing; put it beside quiesced"
        case (.view, _): "its view of the file system can't be made: \(describe(errno: errno))"
        case (.directory, _): "its container can't be entered: \(describe(errno: errno))"
        case (_, _): "\(step.rawValue) failed: \(describe(errno: errno))"
        }
    }
}

extension SpawnRequest {
    /// Where the process is to be born.
    struct Place {
        /// A directory of a cgroup v2, or -1.
        var cgroup: CInt = -1
        /// `cgroup.procs` of a v1 pids cgroup, or -1.
        var pidsProcs: CInt = -1
        /// For the app's own user; 0: none.
        var processLimit: Int = 0
    }

    /// Starts it; takes as long as exec takes. On a worker's thread.
    func start(in place: Place) throws(SpawnError) -> MainProcess {
        var ruleset: CInt = -1
        do {
            if let sandbox {
                ruleset = try sandbox.makeRuleset().release()
            } else if isScoped {
                ruleset = try AppSandbox.makeScopes().release()
            }
        } catch {
            throw SpawnError(.landlock, errno: error.errno)
        }
        defer { if ruleset >= 0 { close(ruleset) } }
        var child = ChildProcess(
            executable: executable, arguments: arguments, environment: environment,
            directory: directory, output: output, user: user, ruleset: ruleset)
        child.rights = sandbox == nil ? nil : LandlockRights(abi: ql_landlock_abi())
        child.view = view?()
        child.isUnlimited = isUnlimited
        child.place = place
        return try child.start()
    }
}
