import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Work that the kernel tells of", .behaviour("Y4")) struct WorkSampleTests {
    private func start(_ command: String...) throws -> SpawnedProcess {
        try SpawnedProcess(
            command, environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: false))
    }

    /// Runs a script in a terminal of its own, whose leader is the script.
    private func startInTerminal(_ script: String) throws -> SpawnedProcess {
        try start("script", "-qfc", "exec sh -c '\(script)'", "/dev/null")
    }

    /// A process and all that it has started.
    private func family(of root: SpawnedProcess) -> [pid_t] {
        var parents: [pid_t: pid_t] = [:]
        for name in ProcFile.folders(in: "/proc") {
            guard let pid = pid_t(name), let status = ProcessStatus(pid: pid) else { continue }
            parents[pid] = status.parent
        }
        return parents.keys.filter { pid in
            var at = pid
            while at != root.pid, let parent = parents[at] { at = parent }
            return at == root.pid
        }
    }

    private func sample(_ root: SpawnedProcess) -> WorkSample { WorkSample(of: family(of: root)) }

    /// Waits until two samples in a row, half a second and more apart, say so.
    private func wait(
        _ what: Comment, _ root: SpawnedProcess, until isSo: ([BusyWork]) -> Bool
    ) throws {
        var last = sample(root)
        var lastAt = ContinuousClock.now
        try waitUntil(what) {
            guard ContinuousClock.now - lastAt > .milliseconds(500) else { return false }
            let next = sample(root)
            defer { (last, lastAt) = (next, .now) }
            return isSo(next.works(since: last))
        }
    }

    /// Runs until the leader of its session has ended.
    private static let job = "while kill -0 $$; do sleep 0.1; done"

    @Test("A command of a shell's is a job, in front or not, unless it is stopped")
    func jobs() throws {
        for script in ["set -m; (\(Self.job)) & wait", "set -m; (\(Self.job))"] {
            let shell = try startInTerminal(script)
            try waitUntil("the job") { sample(shell).hasJob }
            #expect(sample(shell).works(since: nil) == [.job])
        }
        let shell = try startInTerminal(
            "set -m; (\(Self.job)) & sleep 0.3; kill -STOP %1; set +m; sleep infinity")
        try waitUntil("the job") { sample(shell).hasJob }
        try waitUntil("its stop") { !sample(shell).hasJob }
        // The kernel ends it with its terminal.
        #expect(family(of: shell).contains { ProcessStatus(pid: $0)?.state == "T" })
    }

    @Test("A loop of short commands is a job, also between two of them")
    func loop() throws {
        let shell = try startInTerminal("while :; do x=$(sleep 0.2); done")
        let first = sample(shell)
        try waitUntil("the end of a command") { sample(shell).works(since: first) == [.job] }
    }

    @Test("Whatever opened the terminal is none while it rests, and one while it computes")
    func leaders() throws {
        let resting = try startInTerminal("sleep infinity")
        try waitUntil("its terminal") {
            family(of: resting).contains { ProcessStatus(pid: $0)?.hasTerminal == true }
        }
        try wait("rest", resting) { $0 == [] }
        let computing = try startInTerminal("while :; do :; done")
        try wait("work", computing) { $0 == [.job] }
        // Outside of a terminal it may be a page's animation.
        let loop = try start("sh", "-c", "while :; do :; done")
        try wait("no work", loop) { $0 == [] }
    }

    @Test("A debugger is seen")
    func traced() throws {
        // Ends with its input: a killed tracer lets it go on.
        let tracer = try SpawnedProcess(
            ["strace", "-o", "/dev/null", "cat"], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: true, output: false))
        try waitUntil("the tracer") { sample(tracer).isTraced }
        #expect(sample(tracer).works(since: nil) == [.traced])
    }

    @Test("A lock on a file is work while another program waits for it")
    func lock() throws {
        let scratch = try ScratchDirectory()
        let lock = """
            import fcntl, sys
            file = open(sys.argv[1], "a")
            fcntl.lockf(file, fcntl.LOCK_EX)
            open(sys.argv[2], "w").close()
            sys.stdin.read()
            """
        func locker(_ name: String) throws -> SpawnedProcess {
            try SpawnedProcess(
                ["/usr/bin/python3", "-c", lock, scratch.file("file"), scratch.file(name)],
                environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: false))
        }
        let first = try locker("first")
        try waitUntil("the lock") { access(scratch.file("first"), F_OK) == 0 }
        #expect(sample(first).works(since: nil) == [])
        let second = try locker("second")
        try waitUntil("who waits") { sample(first).works(since: nil) == [.lock] }
        #expect(sample(second).works(since: nil) == [])
        // Among the processes of one program it is that program's affair.
        #expect(WorkSample(of: [first.pid, second.pid]).works(since: nil) == [])
        second.end()
        #expect(sample(first).works(since: nil) == [])
    }

    @Test("A lock of logind's that keeps the machine awake is work, and one that delays isn't")
    func inhibitor() throws {
        let scratch = try ScratchDirectory()
        for (name, mode, works) in [("1", "block", [BusyWork.inhibitor]), ("2", "delay", [])] {
            let pipe = scratch.file("\(name).ref")
            try #require(mkfifo(pipe, 0o600) == 0)
            try Data("WHAT=sleep\nMODE=\(mode)\n".utf8).write(
                to: URL(fileURLWithPath: scratch.file(name)))
            let holder = try start("sh", "-c", "exec 3<>'\(pipe)'; exec sleep infinity")
            try waitUntil("the pipe") {
                ProcFile.names(in: "/proc/\(holder.pid)/fd").contains("3")
            }
            let sample = WorkSample(of: [holder.pid], inhibitors: scratch.path)
            #expect(sample.works(since: nil) == works)
        }
    }

    /// Sends itself so much ten times a second.
    private func talker(bytes: Int) throws -> SpawnedProcess {
        try start(
            "/usr/bin/python3", "-c",
            """
            import socket, time
            listener = socket.create_server(("127.0.0.1", 0))
            sender = socket.create_connection(listener.getsockname())
            receiver, _ = listener.accept()
            while True:
                sender.sendall(b"x" * \(bytes))
                received = 0
                while received < \(bytes):
                    received += len(receiver.recv(65536))
                time.sleep(0.1)
            """)
    }

    @Test("A download is traffic, and a chat's pings aren't")
    func traffic() throws {
        try wait("traffic", try talker(bytes: 100_000)) { $0 == [.traffic] }
        let quiet = try talker(bytes: 20)
        try waitUntil("its sockets") { ProcFile.names(in: "/proc/\(quiet.pid)/fd").count > 5 }
        try wait("no traffic", quiet) { $0 == [] }
    }

    /// Whether temporary files lie on a disk, as the mount with the longest path above them says.
    private static let hasDisk: Bool = {
        let folder = NSTemporaryDirectory()
        let mounts = (ProcFile.read("/proc/self/mounts") ?? "").split(separator: "\n")
            .map { $0.split(separator: " ") }
            .filter { $0.count > 2 && folder.hasPrefix($0[1]) }
        return mounts.max { $0[1].count < $1[1].count }?[2] != "tmpfs"
    }()

    @Test(
        "A copy is the disk's work",
        .enabled(if: hasDisk, "the temporary folder lies in memory"))
    func disk() throws {
        let scratch = try ScratchDirectory()
        let copy = try start(
            "/usr/bin/python3", "-c",
            """
            import os, sys, time
            while True:
                with open(sys.argv[1], "wb") as file:
                    file.write(b"x" * 4_000_000)
                    os.fsync(file.fileno())
                time.sleep(0.1)
            """, scratch.file("copy"))
        try wait("work", copy) { $0 == [.disk] }
    }
}
