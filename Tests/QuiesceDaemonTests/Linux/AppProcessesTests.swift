import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceLinux
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The behaviour that both backends promise.
@Suite struct AppProcessesTests {
    static let backends = ProcessFixture.backends

    @Test(
        "A frozen app gets no CPU time, and goes on when it is thawed", .behaviour("S6"),
        arguments: backends)
    func freezing(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("while :; do :; done")
        let atStart = try device.ticks(pid)
        #expect(device.wait { (try? device.ticks(pid)) ?? 0 > atStart })

        #expect(try device.freeze(key))
        let frozen = try device.ticks(pid)
        // Another process gets through three ticks' worth of work meanwhile.
        let other = try device.shell("i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done")
        #expect(device.wait { device.exits[other.key] != nil })
        #expect(try device.ticks(pid) == frozen)

        device.processes.thaw(key)
        #expect(device.wait { (try? device.ticks(pid)) ?? 0 > frozen })
    }

    @Test("Freezing again right after a thaw is confirmed", arguments: backends)
    func refreezing(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, _) = try device.shell("while :; do :; done")
        for _ in 0..<5 {
            #expect(try device.freeze(key))
            device.processes.thaw(key)
        }
        #expect(try device.freeze(key))
    }

    @Test("A thaw ends a freeze under way", arguments: backends)
    func overtaking(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("while :; do :; done")
        var answers: [Bool] = []
        device.processes.freeze(key) { answers.append($0) }
        device.processes.thaw(key)
        #expect(device.wait { !answers.isEmpty })
        let before = try device.ticks(pid)
        #expect(device.wait { (try? device.ticks(pid)) ?? 0 > before })
        // Whether it was frozen for a moment is the kernel's affair; it is told once.
        #expect(answers.count == 1)
    }

    @Test(
        "A launch with the number of one that is being ended starts once that has ended",
        .behaviour("D1"), arguments: backends)
    func sameNumber(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, old) = try device.shell("while :; do :; done")
        // The daemon is killed before it has stored the launch: the next one gives its number
        // again.
        try device.restart()
        device.processes.killOrphan(key.description)
        let new = try device.spawn(device.request(key, "/bin/sleep", ["1000"])).get()
        #expect(!ProcessFixture.runs(old))
        #expect(ProcessFixture.runs(new))
        device.processes.kill(key)
        #expect(device.wait { device.exits[key] != nil })
    }

    @Test("A process that is just starting another is frozen with it", arguments: backends)
    func freezingVfork(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        // Its child waits for somebody who writes, and has executed nothing yet.
        let gate = "\(device.directory)/gate"
        try #require(mkfifo(gate, 0o666) == 0)
        let (key, pid) = try device.start(
            "/usr/bin/python3",
            [
                "-c",
                "import os; os.posix_spawn('/bin/sleep', ['sleep', '1000'], os.environ, "
                    + "file_actions=[(os.POSIX_SPAWN_OPEN, 0, '\(gate)', os.O_RDONLY, 0)]); "
                    + "os.wait()",
            ])
        func child() -> ProcessStatus? {
            ProcessTable.all().first { $0.status.parent == pid }?.status
        }
        #expect(device.wait { child() != nil && ProcessStatus(pid: pid)?.state == "D" })

        var answers: [Bool] = []
        device.processes.freeze(key) { answers.append($0) }
        #expect(device.wait { !answers.isEmpty || child()?.state == "T" })
        let writer = open(gate, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        #expect(device.wait { answers == [true] })
    }

    @Test(
        "An adopted process is the app's with those that it starts, for the next daemon too, and nobody else of its session is",
        .behaviour("S6", "reliability P8"), arguments: backends)
    func adopting(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let terminal = try SpawnedProcess(
            [
                "setsid", "sh", "-c",
                "sh -c 'sleep 1000 & echo $$ $!; exec sleep 1000' & wait; exec sleep 1000",
            ],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(terminal.output, &buffer, buffer.count)
        let pids = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
            .split { $0.isWhitespace }.compactMap { pid_t($0) }
        try #require(pids.count == 2)
        defer { for pid in pids { kill(pid, SIGKILL) } }
        let adopted = try #require(MainProcess(adopting: pids[0]))
        let start = try #require(ProcessStatus(pid: pids[0])).startTime
        let named = AdoptedProcess(pid: pids[0], startTime: start)
        #expect(named.process != nil)
        #expect(AdoptedProcess(pid: pids[0], startTime: start - 1).process == nil)

        let key = try device.nextKey()
        var request = try device.request(key, "/bin/sleep", ["1000"])
        request.adopted = adopted
        let main = try device.spawn(request).get()
        for isNext in [false, true] {
            if isNext {
                #expect(try device.freeze(key))
                try device.restart()
                device.processes.adopted = { _ in named }
                // The daemon before had no time to record which is the main process.
                let found = try #require(device.processes.observe(recorded: [:]).first)
                #expect(found.mainPID == main)
                #expect(found.isFrozen)
                try #require(device.processes.adopt(key, pid: main))
                device.processes.thaw(key)
            }
            #expect(try device.freeze(key))
            for pid in pids { #expect(ProcessFixture.isFrozen(pid)) }
            #expect(!ProcessFixture.isFrozen(terminal.pid))
            device.processes.reconcile()
            #expect(device.surprises.isEmpty)
            device.processes.thaw(key)
            for pid in pids { #expect(!ProcessFixture.isFrozen(pid)) }
            for pid in [main] + pids { #expect(device.processes.identify(pid: pid) == key) }
            #expect(device.processes.identify(pid: terminal.pid) == nil)
            #expect(Set([main] + pids).isSubset(of: device.processes.processReader(key)!.pids()))
        }
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        for pid in pids { #expect(device.wait { !ProcessFixture.runs(pid) }) }
        #expect(ProcessFixture.runs(terminal.pid))
    }

    @Test("A frozen app can be killed", .behaviour("reliability P5"), arguments: backends)
    func killingFrozen(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("trap '' TERM; sleep 1000 & wait")
        #expect(try device.freeze(key))
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        #expect(device.exits[key] == .signalled(SIGKILL))
        #expect(!ProcessFixture.runs(pid))
    }

    @Test(
        "Killing an app takes its daemonised grandchildren along", .behaviour("reliability P3"),
        arguments: backends)
    func killingGrandchildren(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, _) = try device.shell(
            "(setsid sh -c 'setsid sleep 1000 & echo $!; sleep 1000' &) ; sleep 1000")
        #expect(device.wait { device.output.hasSuffix("\n") })
        let grandchild = try #require(pid_t(device.output.dropLast()))
        #expect(device.wait { ProcessFixture.runs(grandchild) })
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        #expect(!ProcessFixture.runs(grandchild))
    }

    @Test(
        "A bounded fork bomb is killed to the last process", .behaviour("reliability P3"),
        arguments: backends)
    func killingForkBomb(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, _) = try device.shell(
            "b() { [ $1 -gt 0 ] && { b $(($1-1)) & b $(($1-1)) & }; sleep 1000; }; b 4")
        #expect(device.wait { device.processes.observe(recorded: [:]).first?.pids.count ?? 0 > 20 })
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        #expect(device.processes.observe(recorded: [:]).isEmpty)
    }

    @Test(
        "What an app leaves behind when it exits is killed", .behaviour("W5", "reliability P3"),
        arguments: backends)
    func leavingBehind(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, _) = try device.shell("setsid sleep 1000 & echo $!; exit 3")
        #expect(device.wait { device.gone.contains(key) })
        #expect(device.exits[key] == .exited(code: 3))
        let child = try #require(pid_t(device.output.dropLast()))
        #expect(!ProcessFixture.runs(child))
    }

    @Test(
        "How an app ended is told", .behaviour("W5", "reliability P9"),
        arguments: backends,
        [
            ("exit 0", QuiesceCore.ExitStatus.exited(code: 0)),
            ("kill -SEGV $$", .signalled(SIGSEGV)),
        ])
    func exitStatus(
        backend: ProcessBackend, end: (script: String, status: QuiesceCore.ExitStatus)
    ) throws {
        let device = try ProcessFixture(backend)
        let (key, _) = try device.shell(end.script)
        #expect(device.wait { device.exits[key] != nil })
        #expect(device.exits[key] == end.status)
    }

    @Test("An app can be killed while it is being started", arguments: backends)
    func killingWhileStarting(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let request = try device.request(device.nextKey(), "/bin/sleep", ["1000"])
        var pid: pid_t?
        device.processes.spawn(request) { pid = try? $0.get() }
        device.processes.kill(request.key)
        #expect(device.wait { device.gone.contains(request.key) })
        close(request.output)
        #expect(pid != nil)
        #expect(device.exits[request.key] == .signalled(SIGKILL))
    }

    @Test("An app can be frozen while it is being started", arguments: backends)
    func freezingWhileStarting(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let request = try device.request(device.nextKey(), "/bin/sleep", ["1000"])
        var pid: pid_t?
        var answers: [Bool] = []
        device.processes.spawn(request) { pid = try? $0.get() }
        device.processes.freeze(request.key) { answers.append($0) }
        #expect(device.wait { !answers.isEmpty })
        close(request.output)
        #expect(pid != nil)
        #expect(answers == [true])
        device.processes.kill(request.key)
        #expect(device.wait { device.gone.contains(request.key) })
    }

    @Test(
        "A second start under the same launch is refused", .behaviour("reliability P1"),
        arguments: backends)
    func startingTwice(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.start("/bin/sleep", ["1000"])
        #expect(
            try device.spawn(device.request(key, "/bin/true", []))
                == .failure(SpawnError(.makeGroup, errno: EEXIST)))
        #expect(ProcessFixture.runs(pid))
    }

    @Test("Without a cgroup to write, signals are used and the reason is given")
    func fallback() throws {
        let loop = try EventLoop()
        let worker = try Worker(name: "test-worker")
        defer { worker.shutdown() }
        // Its directory's parent is missing.
        let configuration = ProcessConfiguration(deviceID: "missing/device", home: "/nowhere")
        let processes = try ProcessBackend.automatic.make(configuration, loop: loop, worker: worker)
        #expect(processes.name == "signals")
        #expect(processes.notes.first?.hasPrefix("no cgroup can be used: ") == true)
        #expect(throws: SystemCallError.self) {
            try ProcessBackend.cgroup.make(configuration, loop: loop, worker: worker)
        }
    }
}

/// The processes that a daemon leaves to the next daemon.
@Suite struct AdoptionTests {
    @Test(
        "The next daemon adopts a frozen app, still frozen, and learns of its end",
        .behaviour("reliability P8"), arguments: ProcessFixture.backends)
    func adopting(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("while :; do :; done")
        #expect(try device.freeze(key))
        let frozen = try device.ticks(pid)
        try device.restart()

        let found = try #require(device.processes.observe(recorded: [:]).first)
        #expect(found.key == key)
        #expect(found.mainPID == pid)
        #expect(found.isFrozen)
        #expect(device.processes.adopt(key, pid: pid))
        #expect(try device.ticks(pid) == frozen)
        #expect(device.surprises.isEmpty)

        device.processes.thaw(key)
        #expect(device.wait { (try? device.ticks(pid)) ?? 0 > frozen })
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        // The test's process is still its parent, as no daemon's successor is: it can reap it.
        #expect(device.exits[key] == .signalled(SIGKILL))
    }

    @Test(
        "The end of an adopted app that isn't our child is unknown",
        .behaviour("reliability P8"), arguments: ProcessFixture.backends)
    func unknownExit(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, parent) = try device.shell("sleep 1000 & echo $!; wait")
        #expect(device.wait { device.output.hasSuffix("\n") })
        let pid = try #require(pid_t(device.output.dropLast()))
        try device.restart()
        #expect(device.processes.observe(recorded: [key: pid]).first?.mainPID == pid)
        // Not our child, as no app is its next daemon's.
        #expect(device.processes.adopt(key, pid: pid))
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
        #expect(device.exits[key] == .unknown)
        #expect(waitpid(parent, nil, 0) == parent)
    }

    @Test(
        "What an app has started isn't taken for the app, which has ended",
        .behaviour("reliability P8"), arguments: ProcessFixture.backends)
    func leftovers(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("sleep 1000 & echo $!; wait")
        #expect(device.wait { device.output.hasSuffix("\n") })
        let child = try #require(pid_t(device.output.dropLast()))
        try device.restart()
        #expect(kill(pid, SIGKILL) == 0)
        #expect(waitpid(pid, nil, 0) == pid)
        let found = try #require(device.processes.observe(recorded: [key: pid]).first)
        #expect(found.key == key)
        #expect(found.pids == [child])
        #expect(found.mainPID == nil)
        // If an app's main process was never recorded, the daemon knows nothing better than the
        // child.
        #expect(device.processes.observe(recorded: [:]).first?.mainPID == child)
        device.processes.killOrphan(found.name)
        #expect(device.wait { device.gone.contains(key) })
        #expect(!ProcessFixture.runs(child))
    }

    @Test(
        "A process that isn't the app's can't be adopted as it", .behaviour("reliability P1"),
        arguments: ProcessFixture.backends)
    func adoptingForeignProcesses(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.start("/bin/sleep", ["1000"])
        let (other, otherPID) = try device.start("/bin/sleep", ["1000"])
        try device.restart()
        // As if the number of the recorded process had come to mean another.
        #expect(!device.processes.adopt(key, pid: otherPID))
        #expect(!device.processes.adopt(key, pid: getpid()))
        #expect(!device.processes.adopt(key, pid: pid_t.max))
        for key in [key, other] { device.processes.killOrphan(key.description) }
        #expect(device.wait { device.gone.isSuperset(of: [key, other]) })
        #expect(device.exits.isEmpty)
        for child in [pid, otherPID] { #expect(waitpid(child, nil, 0) == child) }
    }

    @Test(
        "An app that is executing another program is recognised", .behaviour("reliability P8"),
        arguments: ProcessFixture.backends)
    func executing(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell(
            "again='exec /bin/sh -c \"$again\"'; export again; eval \"$again\"")
        try device.restart()
        for _ in 0..<500 {
            #expect(device.processes.observe(recorded: [key: pid]).first?.mainPID == pid)
        }
        device.processes.killOrphan(key.description)
        #expect(device.wait { device.gone.contains(key) })
        #expect(waitpid(pid, nil, 0) == pid)
    }

    @Test("Orphans are killed", .behaviour("reliability P8"), arguments: ProcessFixture.backends)
    func orphans(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let (key, pid) = try device.shell("setsid sleep 1000 & sleep 1000")
        #expect(try device.freeze(key))
        try device.restart()
        device.processes.killOrphan(key.description)
        #expect(device.wait { device.gone.contains(key) })
        #expect(!ProcessFixture.runs(pid))
        #expect(device.processes.observe(recorded: [:]).isEmpty)
        #expect(waitpid(pid, nil, 0) == pid)
    }
}
