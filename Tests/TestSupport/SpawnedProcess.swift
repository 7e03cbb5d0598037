import CQuiesceLinux
import Glibc
import Testing

/// A process of a test's own. Unlike Foundation's `Process` it is waited for by its number: that
/// one takes a process that closes every descriptor, as PulseAudio does, for ended, and waits for
/// it before all others.
public final class SpawnedProcess {
    public let pid: pid_t
    /// The descriptor that feeds the process's standard input; -1: the input is empty.
    public private(set) var input: Int32 = -1
    /// The descriptor that reads the process's standard output; -1: nobody reads the output.
    public private(set) var output: Int32 = -1
    private var hasEnded = false

    /// - Parameters:
    ///   - command: found in `PATH`.
    ///   - environment: all of it.
    public init(
        _ command: [String], environment: [String: String], talks: (input: Bool, output: Bool)
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        for (number, wanted) in [(STDIN_FILENO, talks.input), (STDOUT_FILENO, talks.output)] {
            guard wanted else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
                continue
            }
            var ends: [Int32] = [-1, -1]
            // Close-on-exec from the first: another test may be starting a process just now.
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            let isInput = number == STDIN_FILENO
            theirs.append(ends[isInput ? 0 : 1])
            if isInput { input = ends[1] } else { output = ends[0] }
            posix_spawn_file_actions_adddup2(&actions, theirs.last!, number)
        }
        // Other tests' descriptors may not be close-on-exec, and whoever reads at their other end
        // waits for all to be closed.
        try #require(ql_spawn_close_from(&actions, 3) == 0)
        // A thread of the tests' may block signals, which would be handed down.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // Nor is a signal ignored, as under nohup: a terminal's processes end by SIGHUP with it.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
        self.pid = pid
        hasEnded = result != 0
        try #require(result == 0, "\(command[0]) is installed")
    }

    deinit {
        closeInput()
        if output >= 0 { close(output) }
        end()
    }

    public var isRunning: Bool {
        if !hasEnded { hasEnded = waitpid(pid, nil, WNOHANG) == pid }
        return !hasEnded
    }

    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit code; -1: it had none, or was waited for before.
    @discardableResult public func wait() -> Int32 {
        guard !hasEnded else { return -1 }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }

    /// Ends it, and waits for that.
    public func end(_ signal: Int32 = SIGKILL) {
        guard !hasEnded else { return }
        kill(pid, signal)
        wait()
    }
}
