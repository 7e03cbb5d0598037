import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceDevice
import QuiesceFiles

/// What to start.
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
    /// What Landlock restricts the app to; nil: nothing.
    public var sandbox: AppSandbox?

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
    /// What failed.
    public enum Step: String, Sendable, Hashable {
        case makeGroup, clone, session, descriptors, limits, pids, user, privileges, landlock
        case directory, execute
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
        let input = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard input >= 0 else { throw SpawnError(.descriptors, errno: Glibc.errno) }
        defer { close(input) }
        // Above 2, so that taking 0, 1 and 2 can't overwrite it.
        let inputAbove = fcntl(input, F_DUPFD_CLOEXEC, 3)
        let outputAbove = fcntl(output, F_DUPFD_CLOEXEC, 3)
        defer {
            close(inputAbove)
            close(outputAbove)
        }
        guard inputAbove >= 0, outputAbove >= 0 else {
            throw SpawnError(.descriptors, errno: Glibc.errno)
        }
        var ruleset: CInt = -1
        if let sandbox {
            do {
                ruleset = try sandbox.makeRuleset().release()
            } catch {
                throw SpawnError(.landlock, errno: error.errno)
            }
        }
        defer { if ruleset >= 0 { close(ruleset) } }

        let arguments = CStringArray([executable] + arguments)
        let environment = CStringArray(environment)
        let groups = user?.groups ?? []
        var result = ql_spawned()
        groups.withUnsafeBufferPointer { groups in
            executable.withCString { executable in
                directory.withCString { directory in
                    var spawn = ql_spawn()
                    spawn.executable = executable
                    spawn.arguments = UnsafePointer(arguments.pointer)
                    spawn.environment = UnsafePointer(environment.pointer)
                    spawn.directory = directory
                    spawn.input = inputAbove
                    spawn.output = outputAbove
                    spawn.cgroup = place.cgroup
                    spawn.pids_procs = place.pidsProcs
                    spawn.landlock = ruleset
                    if let user {
                        spawn.change_user = true
                        spawn.uid = user.uid
                        spawn.gid = user.gid
                        spawn.groups = groups.baseAddress
                        spawn.group_count = CInt(groups.count)
                        spawn.process_limit = UInt64(place.processLimit)
                    }
                    // A process that another thread is just starting holds, until it executes, what we
                    // had open: also the executable that was being copied.
                    var attempts = 1
                    while ql_spawn(&spawn, &result) == -ETXTBSY, attempts < 50 {
                        attempts += 1
                        usleep(2_000)
                    }
                }
            }
        }
        guard result.error == 0 else {
            throw SpawnError(SpawnError.Step(result.step), errno: result.error)
        }
        return MainProcess(pid: result.pid, pidfd: OwnedDescriptor(result.pidfd))
    }
}

extension SpawnError.Step {
    fileprivate init(_ step: ql_step) {
        self =
            switch step {
            case QL_STEP_SESSION: .session
            case QL_STEP_DESCRIPTORS: .descriptors
            case QL_STEP_LIMITS: .limits
            case QL_STEP_PIDS: .pids
            case QL_STEP_USER: .user
            case QL_STEP_PRIVILEGES: .privileges
            case QL_STEP_LANDLOCK: .landlock
            case QL_STEP_DIRECTORY: .directory
            case QL_STEP_EXEC: .execute
            case _: .clone  // An enum of C, to Swift any number.
            }
    }
}

/// A null-terminated array of C strings, for exec.
private final class CStringArray {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointer = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            (pointer + index).initialize(to: strdup(string))
        }
        (pointer + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}
