import CQuiesceLinux
import Glibc
import QuiesceLinux

/// A process as it is started: with this standard input and output and no other descriptor, in a
/// session of its own; without a way to more privileges, unless it is unlimited.
struct ChildProcess {
    /// Absolute.
    var executable: String
    var arguments: [String]
    /// All of it; nothing is inherited.
    var environment: [String]
    var directory: String
    /// Becomes 0; nil: /dev/null.
    var input: CInt?
    /// Becomes 1 and 2; stays the caller's.
    var output: CInt
    var user: SpawnRequest.User?
    /// The Landlock ruleset that restricts the child; -1: nothing does.
    var ruleset: CInt = -1
    /// The rights of files that the ruleset knows; nil: none.
    var rights: LandlockRights?
    /// nil: it sees what the daemon sees.
    var view: AppView?
    var place = SpawnRequest.Place()
    /// It may do all that its user may.
    var isUnlimited = false

    init(
        executable: String, arguments: [String], environment: [String], directory: String,
        input: CInt? = nil, output: CInt, user: SpawnRequest.User?, ruleset: CInt = -1
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.output = output
        self.user = user
        self.ruleset = ruleset
    }

    /// Processes can be kept from changing others' limits and priority, and from new namespaces.
    static let canConfine = ql_has_seccomp()

    /// Starts it; takes as long as exec takes. On a worker's thread.
    func start() throws(SpawnError) -> MainProcess {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { throw SpawnError(.descriptors, errno: Glibc.errno) }
        defer { close(nothing) }
        // Above 2, so that taking 0, 1 and 2 can't overwrite it.
        let inputAbove = fcntl(input ?? nothing, F_DUPFD_CLOEXEC, 3)
        let outputAbove = fcntl(output, F_DUPFD_CLOEXEC, 3)
        defer {
            close(inputAbove)
            close(outputAbove)
        }
        guard inputAbove >= 0, outputAbove >= 0 else {
            throw SpawnError(.descriptors, errno: Glibc.errno)
        }
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
                    spawn.confined = Self.canConfine && !isUnlimited
                    spawn.unlimited = isUnlimited
                    if let user {
                        spawn.change_user = true
                        spawn.uid = user.uid
                        spawn.gid = user.gid
                        spawn.groups = groups.baseAddress
                        spawn.group_count = CInt(groups.count)
                        spawn.process_limit = UInt64(place.processLimit)
                    }
                    if let view {
                        view.withMemory(rights: rights) { view in
                            withUnsafePointer(to: view) { view in
                                spawn.view = view
                                Self.start(&spawn, &result)
                            }
                        }
                    } else {
                        Self.start(&spawn, &result)
                    }
                }
            }
        }
        guard result.error == 0 else {
            throw SpawnError(SpawnError.Step(result.step), errno: result.error)
        }
        return MainProcess(pid: result.pid, pidfd: OwnedDescriptor(result.pidfd))
    }

    /// A process that another thread is just starting holds, until it executes, what we had open:
    /// also the executable that was being copied.
    private static func start(_ spawn: inout ql_spawn, _ result: inout ql_spawned) {
        var attempts = 1
        while ql_spawn(&spawn, &result) == -ETXTBSY, attempts < 50 {
            attempts += 1
            usleep(2_000)
        }
    }
}

extension SpawnError.Step {
    init(_ step: ql_step) {
        self =
            switch step {
            case QL_STEP_SESSION: .session
            case QL_STEP_DESCRIPTORS: .descriptors
            case QL_STEP_LIMITS: .limits
            case QL_STEP_PIDS: .pids
            case QL_STEP_VIEW: .view
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
