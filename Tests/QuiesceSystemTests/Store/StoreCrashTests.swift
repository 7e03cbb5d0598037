import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceSystem

@Suite("The fact store, when its process dies or its disk fails")
struct StoreCrashTests {
    static let count = 6
    static let group = 2

    @Test(
        "Killed at any system call that writes, it lost nothing acknowledged",
        .behaviour("reliability D1"),
        arguments: ["pwrite64", "fdatasync", "fsync", "ftruncate"])
    func killed(call: String) throws {
        var kills = 0
        for when in 1... {
            let scratch = try ScratchDirectory()
            let run = try ProbeRun.run(
                injecting: "signal=KILL", into: call, when: "\(when)",
                [scratch.path, "\(Self.count)", "\(Self.group)"])
            let stored = try storedNumbers(scratch.path)
            #expect(stored.count >= run.acks.count, "\(call) \(when)")
            #expect(stored.count <= run.acks.count + Self.group, "\(call) \(when)")
            #expect(Set(stored).isSuperset(of: run.acks), "\(call) \(when)")
            if run.lines.last == "closed" {
                #expect(stored == Array(0..<Self.count))
                break
            }
            kills += 1
            #expect(run.status == nil || run.status == 137, "\(run)")
        }
        // The matrix isn't empty: a commit writes and syncs the WAL.
        if call == "pwrite64" || call == "fdatasync" { #expect(kills >= Self.count / Self.group) }
    }

    @Test(
        "A full disk refuses with noSpace, whole submissions at a time, and then works again",
        .behaviour("reliability D5"), arguments: ["pwrite64", "fdatasync"])
    func injectedFullDisk(call: String) throws {
        try failures(of: call, error: "ENOSPC", expecting: StoreError.noSpace.description)
    }

    @Test(
        "After a failed write or sync the file is read anew, and the store works again",
        .behaviour("reliability D6"), arguments: ["pwrite64", "fdatasync"])
    func injectedError(call: String) throws {
        try failures(of: call, error: "EIO", expecting: "disk I/O error")
    }

    /// Fails each of the probe's calls in turn, once.
    func failures(of call: String, error: String, expecting text: String) throws {
        var refusals = 0
        for when in 1... {
            let scratch = try ScratchDirectory()
            let run = try ProbeRun.run(
                injecting: "error=\(error)", into: call, when: "\(when)",
                [scratch.path, "\(Self.count)", "1"])
            if run.status != 0 {
                // The store couldn't even be made; nothing was accepted.
                #expect(run.acks.isEmpty && run.lines.last?.hasPrefix("error ") == true, "\(run)")
                continue
            }
            refusals += run.failures.count
            #expect(run.failures.allSatisfy { $0.contains(text) }, "\(run)")
            #expect(run.failures.count <= 1, "\(run)")
            #expect(run.acks.count + run.failures.count == Self.count, "\(run)")
            #expect(try storedNumbers(scratch.path) == run.acks, "\(call) \(when)")
            // Beyond the probe's last call nothing fails: 40 is above what it makes.
            if when >= 40 && run.failures.isEmpty { break }
        }
        #expect(refusals > 0)
    }

    @Test(
        "A change that nobody waits for is tried again until it is stored",
        .behaviour("reliability D5", "reliability D6"), arguments: ["ENOSPC", "EIO"])
    func retained(error: String) throws {
        var failures = 0
        // From the first sync of the probe's commits on, one after the other.
        for when in 5...12 {
            let scratch = try ScratchDirectory()
            let run = try ProbeRun.run(
                injecting: "error=\(error)", into: "fdatasync", when: "\(when)",
                [scratch.path, "4", "1", "8", "plain"])
            guard run.status == 0 else { continue }
            failures += run.failures.count
            let (store, facts, _) = try FactStore.open(directory: scratch.path, now: Date())
            store.close()
            let plain = facts.map(\.key).filter { $0.hasPrefix("p") }
            #expect(plain == ["p0", "p1", "p2", "p3"], "\(when) \(run)")
        }
        #expect(failures > 0)
    }

    @Test("While every sync fails nothing is acknowledged", .behaviour("reliability D6"))
    func everySyncFails() throws {
        let scratch = try ScratchDirectory()
        let made = try ProbeRun.run([scratch.path, "1", "1"])
        #expect(made.acks == [0])
        let run = try ProbeRun.run(
            injecting: "error=EIO", into: "fdatasync", when: "1+", [scratch.path, "4", "1", "9"])
        #expect(run.acks.isEmpty, "\(run)")
        #expect(run.failures.count == 4 || run.status == 1, "\(run)")
        #expect(try storedNumbers(scratch.path).contains(0))
    }

    @Test(
        "On a full file system submissions are refused and what was accepted stays",
        .behaviour("reliability D5"), .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
    func fullFileSystem() throws {
        let scratch = try ScratchDirectory()
        // A mount that only this child sees, and that goes with it.
        let script = """
            d=$1; shift; mount -t tmpfs -o size=256k,mode=0711 none "$d" || exit 99
            "$@" "$d" 40 1 16000; "$@" "$d" 0 1
            """
        let run = try ProbeRun.run(
            wrapper: ["unshare", "-m", "sh", "-c", script, "sh", scratch.path], [])
        #expect(run.status == 0, "\(run)")
        #expect(!run.acks.isEmpty && !run.failures.isEmpty)
        #expect(run.failures.allSatisfy { $0.hasSuffix(StoreError.noSpace.description) }, "\(run)")
        #expect(run.acks.count + run.failures.count == 40)
        #expect(run.lines.contains("open \(run.acks.count)"), "\(run)")
    }
}
