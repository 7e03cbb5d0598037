import CQuiesceLinux
import Foundation

/// An app as a child process: its stdin takes commands, its stdout is read line by line.
final class ChildApp {
    let pid: pid_t
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private var pending = ""
    private var isReaped = false

    /// Starts `executable` with only what an app finds in its environment.
    init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String]
    ) throws {
        var pipes = [[Int32]](repeating: [-1, -1], count: 3)
        // Sockets rather than pipes, as they can be made close-on-exec at once: no other child, of
        // another test, may hold them.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        for index in pipes.indices where socketpair(AF_UNIX, type, 0, &pipes[index]) != 0 {
            throw Failure("no socket pair")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0][0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[1][1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[2][1], STDERR_FILENO)
        // Another test waits until nobody has what it has closed.
        if ql_spawn_close_from(&actions, 3) != 0 { throw Failure("no file actions") }
        var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
        argv.append(nil)
        envp.append(nil)
        defer { for string in argv + envp { free(string) } }
        var child: pid_t = 0
        // Just copied, and still open for writing in a child that another test forked meanwhile:
        // until that one executes, which nothing tells.
        let end = Date() + Double(FakeDaemon.patienceMilliseconds) / 1_000
        var result: Int32
        repeat {
            result = posix_spawn(&child, executable, &actions, nil, argv, envp)
        } while result == ETXTBSY && Date() < end
        close(pipes[0][0])
        close(pipes[1][1])
        close(pipes[2][1])
        (pid, input, output, errors) = (child, pipes[0][1], pipes[1][0], pipes[2][0])
        if result != 0 { throw Failure("\(executable): \(String(cString: strerror(result)))") }
    }

    deinit {
        // Never 0, which means the tests' own process group: there is no child if it wasn't
        // started.
        if !isReaped, pid > 0 {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        close(input)
        close(output)
        close(errors)
    }

    func command(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// The next line of its stdout.
    func line() throws -> String {
        while !pending.contains("\n") {
            guard let more = try read(output), !more.isEmpty else { throw Failure("no more lines") }
            pending += more
        }
        let end = pending.firstIndex(of: "\n") ?? pending.endIndex
        let line = String(pending[..<end])
        pending = String(pending[pending.index(after: end)...])
        return line
    }

    func lines(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in try line() }
    }

    /// Reads lines until `last`, and returns them all.
    func lines(through last: String) throws -> [String] {
        var lines: [String] = []
        while lines.last != last { lines.append(try line()) }
        return lines
    }

    /// The next piece of its stderr.
    func complaint() throws -> String {
        try read(errors) ?? ""
    }

    /// Waits for its end. Returns its exit status, or 128 and the signal.
    func exitStatus() throws -> Int32 {
        // Its stdout ends when it does: nothing else holds it.
        while let more = try read(output), !more.isEmpty { pending += more }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        isReaped = true
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
    }

    private func read(_ descriptor: Int32) throws -> String? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, FakeDaemon.patienceMilliseconds) == 1 else {
            throw Failure("the app says nothing")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}

extension ChildApp {
    /// Where `swift build` put the executables: beside that of these tests.
    static let products: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().path
    }()

    /// The `KitTestApp` target, connected to `daemon`.
    static func testApp(_ daemon: FakeDaemon, _ arguments: String...) throws -> ChildApp {
        try testApp(daemon, manifest: nil, arguments)
    }

    /// - Parameter manifest: is written into an Info.plist beside it.
    static func testApp(
        _ daemon: FakeDaemon, manifest: [String: [String]]?, _ arguments: [String]
    ) throws -> ChildApp {
        var executable = products + "/KitTestApp"
        if let manifest {
            let bundle = URL(fileURLWithPath: daemon.directory + "/KitTestApp.app")
            try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
            try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
                .write(to: bundle.appendingPathComponent("Info.plist"))
            let copy = bundle.appendingPathComponent("KitTestApp")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: executable), to: copy)
            executable = copy.path
        }
        return try ChildApp(
            executable, arguments, environment: ["QUIESCE_SOCKET": daemon.path])
    }
}
