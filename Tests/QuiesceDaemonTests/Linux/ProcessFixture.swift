import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import Testing

@testable import QuiesceDaemon

/// A device of its own for one test: loop, worker, processes, and a directory for its files. Kills
/// and removes everything at the end.
final class ProcessFixture {
    /// The backends that work here: both as root, only signals without cgroups.
    static let backends: [ProcessBackend] = hasCgroups ? [.cgroup, .signals] : [.signals]
    static let hasCgroups: Bool = {
        guard let mount = CgroupMount.find() else { return false }
        return access("\(mount.ownDirectory)/cgroup.procs", W_OK) == 0 && ql_has_clone3()
    }()

    let loop: EventLoop
    let worker: Worker
    let directory: String
    let configuration: ProcessConfiguration
    let backend: ProcessBackend
    private(set) var processes: any AppProcesses
    private let record = Record()
    var exits: [ProcessKey: QuiesceCore.ExitStatus] { record.exits }
    var gone: Set<ProcessKey> { record.gone }
    /// The states that `onFreezeStateChanged` reported.
    var surprises: [Bool] { record.surprises }
    private var launches: UInt64 = 0
    private var started: Set<ProcessKey> = []

    init(_ backend: ProcessBackend, processLimit: Int = 64) throws {
        self.backend = backend
        loop = try EventLoop()
        worker = try Worker(name: "test-worker")
        let id = "test-\(UUID().uuidString.lowercased())"
        directory = NSTemporaryDirectory() + id
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        configuration = ProcessConfiguration(
            deviceID: id, home: directory, processLimit: processLimit)
        processes = try backend.make(configuration, loop: loop, worker: worker)
        listen()
    }

    deinit {
        for key in started where exits[key] == nil { processes.kill(key) }
        _ = wait { started.allSatisfy { gone.contains($0) } }
        processes.shutdown()
        worker.shutdown()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Apart from the fixture, so that callbacks can come while it is being torn down.
    private final class Record {
        var exits: [ProcessKey: QuiesceCore.ExitStatus] = [:]
        var gone: Set<ProcessKey> = []
        var surprises: [Bool] = []
    }

    private func listen() {
        processes.onExit = { [record, loop] key, status in
            #expect(record.exits[key] == nil, "an exit is told once")
            record.exits[key] = status
            loop.stop()
        }
        processes.onGone = { [record, loop] key in
            record.gone.insert(key)
            loop.stop()
        }
        processes.onFreezeStateChanged = { [record, loop] _, isFrozen in
            record.surprises.append(isFrozen)
            loop.stop()
        }
    }

    /// Replaces a daemon that died with its successor, which gets the apps and nothing else.
    func restart() throws {
        processes.shutdown()
        processes = try backend.make(configuration, loop: loop, worker: worker)
        listen()
    }

    /// Runs the loop until `condition`, asked after every callback and every 5 ms.
    /// - Returns: false after a minute.
    func wait(until condition: () -> Bool) -> Bool {
        let deadline = LinuxClock.now().instant + .seconds(60)
        while !condition() {
            if LinuxClock.now().instant > deadline { return false }
            loop.onTimer = { [unowned loop] in loop.stop() }
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(5))
            loop.run()
        }
        return true
    }

    func nextKey() throws -> ProcessKey {
        launches += 1
        return ProcessKey(
            app: try #require(AppID("org.quiesce.test")), launch: Launch(number: launches))
    }

    func request(_ key: ProcessKey, _ executable: String, _ arguments: [String]) throws
        -> SpawnRequest
    {
        let output = Glibc.open(
            "\(directory)/output", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(output >= 0)
        return SpawnRequest(
            key: key, executable: executable, arguments: arguments,
            environment: configuration.markers(of: key) + ["PATH=/usr/bin:/bin"],
            directory: directory, output: output)
    }

    /// Starts what `request` says and waits for the answer.
    func spawn(_ request: SpawnRequest) throws -> Result<pid_t, SpawnError> {
        var answers: [Result<pid_t, SpawnError>] = []
        processes.spawn(request) { [loop] result in
            answers.append(result)
            loop.stop()
        }
        let isAnswered = wait { !answers.isEmpty }
        close(request.output)
        try #require(isAnswered)
        let result = try #require(answers.first)
        if case .success = result { started.insert(request.key) }
        return result
    }

    func start(_ executable: String, _ arguments: [String] = []) throws -> (
        key: ProcessKey, pid: pid_t
    ) {
        let key = try nextKey()
        return (key, try spawn(request(key, executable, arguments)).get())
    }

    /// Runs a shell script as an app.
    func shell(_ script: String) throws -> (key: ProcessKey, pid: pid_t) {
        try start("/bin/sh", ["-c", script])
    }

    func freeze(_ key: ProcessKey) throws -> Bool {
        var answers: [Bool] = []
        processes.freeze(key) { [loop] isFrozen in
            answers.append(isFrozen)
            loop.stop()
        }
        try #require(wait { !answers.isEmpty })
        return answers == [true]
    }

    /// The output that the apps have printed.
    var output: String {
        (try? String(contentsOfFile: "\(directory)/output", encoding: .utf8)) ?? ""
    }

    func ticks(_ pid: pid_t) throws -> UInt64 { try #require(ProcessStatus(pid: pid)).cpuTicks }

    /// By the kernel's word, whichever the freezer is.
    static func isFrozen(_ pid: pid_t) -> Bool {
        guard ProcessStatus(pid: pid)?.state != "T" else { return true }
        let line = (ProcFile.read("/proc/\(pid)/cgroup") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("0::") }
        guard let line, let mount = CgroupMount.find() else { return false }
        let events = "\(mount.mountPoint)\(line.dropFirst(3))/cgroup.events"
        return ProcFile.read(events)?.contains("frozen 1") == true
    }

    /// Whether a process is there and not a zombie.
    static func runs(_ pid: pid_t) -> Bool {
        ProcessStatus(pid: pid).map { !"ZX".contains($0.state) } ?? false
    }
}
