import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The fact store, when its process dies or its disk fails")
struct StoreCrashTests {
    static let count = 6
    static let group = 2

    @Test(
        "Killed at any system call that writes, it lost nothing acknowledged",
        .behaviour("reliability D1"), arguments: ["pwrite64", "fdatasync", "ftruncate"],
        ProbeStage.allCases)
    func killed(call: String, stage: ProbeStage) throws {
        var kills = 0
        for when in 1... {
            let scratch = try ScratchDirectory()
            let (run, wasKilled) = try ProbeRun.run(
                injecting: "signal=KILL", into: call, when: "\(when)",
                path: try stage.prepare(scratch.path),
                [scratch.path, "\(Self.count)", "\(Self.group)"])
            let stored = try storedNumbers(scratch.path)
            #expect(stored.count >= run.acks.count, "\(when) \(run)")
            #expect(stored.count <= run.acks.count + Self.group, "\(when) \(run)")
            #expect(Set(stored).isSuperset(of: run.acks), "\(when) \(run)")
            guard wasKilled else {
                #expect(run.lines.last == "closed" && stored == Array(0..<Self.count), "\(run)")
                break
            }
            kills += 1
        }
        // The matrix isn't empty: every stage writes, and every commit syncs the WAL.
        if call == "fdatasync" {
            #expect(kills >= (stage == .committing ? Self.count / Self.group : 1))
        }
    }

    @Test(
        "A full disk refuses with noSpace, whole submissions at a time, and then works again",
        .behaviour("reliability D5"), arguments: ["pwrite64", "fdatasync"], ProbeStage.allCases)
    func injectedFullDisk(call: String, stage: ProbeStage) throws {
        try fail(call, stage, with: "ENOSPC", expecting: StoreError.noSpace.description)
    }

    @Test(
        "After a failed write or sync the file is read anew, and the store works again",
        .behaviour("reliability D6"), arguments: ["pwrite64", "fdatasync"], ProbeStage.allCases)
    func injectedError(call: String, stage: ProbeStage) throws {
        try fail(call, stage, with: "EIO", expecting: "disk I/O error")
    }

    /// Fails each of the probe's calls in turn, once.
    func fail(
        _ call: String, _ stage: ProbeStage, with error: String, expecting text: String
    ) throws {
        var refusals = 0
        for when in 1... {
            let scratch = try ScratchDirectory()
            let (run, wasInjected) = try ProbeRun.run(
                injecting: "error=\(error)", into: call, when: "\(when)",
                path: try stage.prepare(scratch.path), [scratch.path, "\(Self.count)", "1"])
            if run.status == 0 {
                refusals += run.failures.count
                #expect(run.failures.count <= 1, "\(when) \(run)")
                #expect(run.failures.allSatisfy { $0.contains(text) }, "\(when) \(run)")
                #expect(run.acks.count + run.failures.count == Self.count, "\(when) \(run)")
                #expect(try storedNumbers(scratch.path) == run.acks, "\(when) \(run)")
            } else {
                // The store couldn't even be made: it says so, and accepted nothing.
                #expect(stage == .making && run.lines.count == 1, "\(when) \(run)")
                #expect(run.lines.first?.hasPrefix("error ") == true, "\(when) \(run)")
            }
            guard wasInjected else { break }
        }
        if stage == .committing { #expect(refusals >= Self.count) }
    }

    @Test(
        "A change that nobody waits for is tried again until it is stored",
        .behaviour("reliability D5", "reliability D6"), arguments: ["ENOSPC", "EIO"])
    func retained(error: String) throws {
        var failures = 0
        // Two failures from each sync on; after the last commits' there would be no next one.
        for when in 1...Self.count {
            let scratch = try ScratchDirectory()
            let (run, wasInjected) = try ProbeRun.run(
                injecting: "error=\(error)", into: "fdatasync", when: "\(when)..\(when + 1)",
                path: try ProbeStage.committing.prepare(scratch.path),
                [scratch.path, "\(Self.count)", "1", "8", "plain"])
            guard wasInjected else { break }
            failures += run.failures.count
            let (store, facts, _) = try FactStore.open(directory: scratch.path, now: Date())
            store.close()
            let plain = facts.map(\.key).filter { $0.hasPrefix("p") }
            #expect(plain == (0..<Self.count).map { "p\($0)" }, "\(when) \(run)")
        }
        // A full disk fails the batch, then the plain change alone; what comes after that fits.
        #expect((failures > 0) == (error == "EIO"))
    }

    @Test("While every sync fails nothing is acknowledged", .behaviour("reliability D6"))
    func everySyncFails() throws {
        let scratch = try ScratchDirectory()
        let made = try ProbeRun.run([scratch.path, "1", "1"])
        #expect(made.acks == [0])
        let (run, _) = try ProbeRun.run(
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
