import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Use of the processor that the kernel tells of") struct UseSampleTests {
    /// Says a line for each that it reads, when it has done this.
    private func program(_ work: String) throws -> SpawnedProcess {
        try SpawnedProcess(
            [
                "/usr/bin/python3", "-c",
                """
                import os, sys, threading, time
                def burn(seconds):
                    end = time.process_time() + seconds
                    while time.process_time() < end:
                        pass
                print("begins", flush=True)
                for line in sys.stdin:
                    \(work)
                    print("done", flush=True)
                """,
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
    }

    private func hear(_ program: SpawnedProcess) {
        var line = [UInt8](repeating: 0, count: 64)
        #expect(read(program.output, &line, line.count) > 0)
    }

    /// The use while it does its work once.
    private func use(of program: SpawnedProcess) -> ProgramUse {
        let pid = program.pid
        let reader = ProcessReader(
            pids: { [pid] }, known: { [pid] }, cpuMicroseconds: { nil },
            cgroup: nil)
        hear(program)
        let before = UseSample(of: reader, pids: reader.pids())
        #expect(write(program.input, "\n", 1) == 1)
        hear(program)
        return UseSample(of: reader, pids: reader.pids()).use(since: before)
    }

    @Test("Less than a tick of the clock is counted, and so is each sleep")
    func fine() throws {
        let use = use(of: try program("burn(0.004); [time.sleep(0.001) for _ in range(20)]"))
        #expect(use.cpu >= .milliseconds(4))
        #expect(use.wakeUps >= 20)
    }

    @Test("A child that has ended was the program's, and a thread's end takes nothing off")
    func ended() throws {
        let use = use(
            of: try program(
                "os.system('i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'); "
                    + "t = threading.Thread(target=time.sleep, args=(0.01,)); t.start(); t.join()"))
        // In ticks of 10 ms.
        #expect(use.cpu >= .milliseconds(20))
        #expect(use.wakeUps >= 0)
    }

    @Test("A program that is gone has used nothing")
    func gone() throws {
        let reader = ProcessReader(
            pids: { [.max] }, known: { [.max] }, cpuMicroseconds: { nil }, cgroup: nil)
        let sample = UseSample(of: reader, pids: reader.pids())
        #expect(sample.use(since: sample) == .none)
        #expect(UseSample.swappedBytes(of: reader) == 0)
    }
}
