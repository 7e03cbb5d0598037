import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// The whole daemon, killed at the Nth call that writes: into the store, the journal or a cgroup.
/// (`Tests/QuiesceSystemTests/Store` does the same to the store alone.)
@Suite("A daemon killed at every commit point")
struct KillMatrixTests {
    /// What one run had answered when the daemon died.
    private struct Acknowledged {
        var apps: Set<String> = []
        var wakes = 0
        var forceQuit = false
        var isComplete = false
    }

    @Test(
        "Nothing acknowledged is lost, and every accepted wake-up has one verdict",
        .behaviour("reliability D1", "reliability D2"),
        .enabled(if: access("/usr/bin/strace", X_OK) == 0, "needs strace"),
        arguments: [("fdatasync", 1, 8), ("fsync", 1, 1), ("pwrite64", 2, 10), ("write", 3, 8)])
    func matrix(call: String, step: Int, least: Int) throws {
        var kills = 0
        for when in stride(from: 1, to: 400, by: step) {
            let isComplete = try killed(at: when, of: call)
            if isComplete { break }
            kills += 1
        }
        #expect(kills >= least, "\(call) \(kills)")
    }

    /// - Returns: whether the script came to its end: there is no such call any more.
    private func killed(at when: Int, of call: String) throws -> Bool {
        let device = try LiveDevice(profile: LiveDevice.unrationed)
        defer { device.tearDown() }
        // An app that writes nothing itself: strace follows it too.
        device.wrapper = [
            "strace", "-D", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=\(call)",
            "-e", "signal=none", "-e", "inject=\(call):signal=KILL:when=\(when)",
        ]
        let acknowledged = runScript(on: device)
        if acknowledged.isComplete { return true }
        device.killDaemon()

        device.wrapper = []
        try device.start()
        let point = "\(call) \(when)"
        let apps = Set(try device.apps())
        #expect(apps.isSuperset(of: acknowledged.apps), "\(point)")
        let history = try JournalHistory(device)
        #expect(history.wakes.count >= acknowledged.wakes, "\(point)")
        if acknowledged.forceQuit {
            let refusal = try device.push("org.quiesce.test.a").refusal
            #expect(
                refusal?.reason == "forceQuitByUser", "\(point): \(String(describing: refusal))")
        }
        if !acknowledged.apps.isEmpty {
            let notes = try device.status().notes
            #expect(!notes.contains { $0.contains("damaged") }, "\(point): \(notes)")
        }
        // Down ends every app; what is still to be told comes with the next launch.
        #expect(try device.down() == 0)
        let open = Set(
            try device.storedFacts(like: "wake/%").compactMap { UInt64($0.dropFirst(5)) })
        let ended = try JournalHistory(device).verdicts
        for wake in history.wakes {
            let verdicts = ended[wake]?.count ?? 0
            #expect(verdicts + (open.contains(wake) ? 1 : 0) == 1, "\(point): wake \(wake)")
        }
        return false
    }

    /// Ends where the daemon does.
    private func runScript(on device: LiveDevice) -> Acknowledged {
        var done = Acknowledged()
        do {
            try device.start()
            for name in ["org.quiesce.test.a", "org.quiesce.test.b"] {
                guard try device.install(try device.pythonBundle(name)).refusal == nil else {
                    return done
                }
                done.apps.insert(name)
            }
            for app in ["org.quiesce.test.a", "org.quiesce.test.b"] {
                try device.open(app)
                try device.wait(app, "active")
                try device.perform(.home)
                try device.wait(app, "suspended")
                if try device.push(app, done.wakes).refusal == nil { done.wakes += 1 }
                try device.wait(app, "suspended")
            }
            try device.perform(.quit(app: "org.quiesce.test.a"))
            done.forceQuit = true
            done.isComplete = try device.ps("org.quiesce.test.b").state == "suspended"
        } catch {
            // The daemon is dead.
        }
        return done
    }
}

extension LiveDevice {
    /// The ids of the installed apps.
    func apps() throws -> [String] {
        try perform(.apps).items.map {
            try JSONDecoder().decode(AppRow.self, from: Data($0.utf8)).id
        }
    }
}
