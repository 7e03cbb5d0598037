import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// A planned restart is noticed by nobody; `down` and Ctrl-C end what there is.
@Suite("Restarting the daemon")
struct RestartTests {
    private struct Seen: Equatable {
        var id: String
        var state: String
        var pid: Int?
        var launch: UInt64
        var since: String
        var reason: String
        var tasks: Int

        init(_ row: ProcessRow) {
            id = row.id
            state = row.state
            pid = row.pid
            launch = row.launch
            since = row.since
            reason = row.reason
            tasks = row.tasks
        }
    }

    /// One suspended, one with a task, one in front, one that has never run.
    private func populate(_ device: LiveDevice) throws -> (suspended: Puppet, counter: String) {
        let suspended = try Puppet(device, "suspended")
        try device.open(suspended.app)
        try device.wait(suspended.app, "active")
        try device.perform(.home)
        try device.wait(suspended.app, "suspended")
        let counter = try device.install(example: "SlowCount")
        try device.open(counter, "--count", "100000", "--interval", "0.05")
        try device.wait(counter, "active")
        try device.perform(.home)
        try device.wait(counter, "background")
        let front = try Puppet(device, "front")
        try device.open(front.app)
        try device.wait(front.app, "active")
        try device.install(example: "HelloNoun")
        return (suspended, counter)
    }

    @Test(
        "SIGTERM, `quiesce restart` and a crash leave every app as it is: the next daemon lists the same processes in the same states",
        .behaviour("reliability P8", "S8"), arguments: Freezer.available,
        LiveDevice.Succession.allCases)
    func nothingChanges(freezer: Freezer, succession: LiveDevice.Succession) throws {
        try withDevice(options: freezer.options) { device in
            let (suspended, counter) = try populate(device)
            let before = try device.ps().map(Seen.init)
            let frozen = try device.ps(suspended.app)
            let ticks = device.cpuTicks(try #require(frozen.pid))
            try device.succeed(succession)
            #expect(try device.ps().map(Seen.init) == before)
            #expect(try device.isFrozen(frozen))
            #expect(device.cpuTicks(try #require(frozen.pid)) == ticks)
            #expect(try !device.status().notes.contains { $0.contains("stopped in between") })
            let printed = try device.lines(counter).count
            try device.wait(counter, toPrint: "\n", times: printed + 5)
            #expect(try device.ps(counter).tasks == 1)
            // A replay verifies the journal of a planned stop, down to its last event.
            let replay = try device.quiesce("replay", device.home + "/journal")
            #expect(replay.code == 0, "\(replay.out)\(replay.error)")
        }
    }

    @Test(
        "`quiesce restart` says how many apps were kept, and the process, its options and its descriptors are the same",
        .behaviour("reliability P8"))
    func restart() throws {
        try withDevice(options: ["--journal-payloads"]) { device in
            let (_, counter) = try populate(device)
            let before = try device.status()
            let tool = try device.quiesce("restart")
            #expect(tool.code == 0, "\(tool.error)")
            #expect(
                tool.out.hasPrefix("\(device.home) is running again after ")
                    && tool.out.contains("pid \(before.pid), ")
                    && tool.out.contains("; 3 of 3 apps were kept\n"), "\(tool.out)")
            let after = try device.status()
            #expect(after.pid == before.pid && after.since != before.since)
            #expect(after.journalPayloads == true && after.profile == before.profile)
            // A number is as good as another, once the apps that run have theirs again: none has
            // piled up.
            func descriptors() throws -> Int {
                for app in [counter, "org.quiesce.test.front"] {
                    try waitUntil("\(app) is connected") {
                        try !device.why(app).pending.contains { $0.kind == "connection" }
                    }
                }
                let folder = "/proc/\(after.pid)/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).count
            }
            let count = try descriptors()
            for _ in 0..<3 { #expect(try device.quiesce("restart").code == 0) }
            try waitUntil("as many as before") { try descriptors() <= count + 2 }
            // No child that ended meanwhile waits for anybody.
            let children = try String(
                contentsOfFile: "/proc/\(after.pid)/task/\(after.pid)/children", encoding: .utf8)
            for child in children.split(separator: " ") {
                let stat = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
                #expect(stat?.contains(") Z ") != true)
            }
        }
    }

    @Test(
        "An app that ended while the daemon was restarted has ended", .behaviour("reliability P8"),
        arguments: LiveDevice.Succession.allCases)
    func endsMeanwhile(succession: LiveDevice.Succession) throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let pid = try device.pid(puppet.app)
            try device.succeed(succession) { kill(pid_t(pid), SIGKILL) }
            try device.wait(puppet.app, "notRunning")
            try waitUntil("reaped") { !processExists(pid) }
        }
    }

    @Test("`down` ends every app and says how many", .behaviour("W3"))
    func down() throws {
        for count in [0, 2] {
            try withDevice { device in
                for number in 0..<count {
                    let puppet = try Puppet(device, "p\(number)")
                    try device.open(puppet.app)
                    try device.wait(puppet.app, "active")
                }
                let pids = try device.ps().compactMap(\.pid)
                let down = try device.quiesce("down")
                #expect(down.code == 0)
                #expect(down.out == (count == 0 ? "no app was running\n" : "2 apps were ended\n"))
                for pid in pids { try device.waitUntilGone(pid) }
            }
        }
    }

    @Test(
        "Ctrl-C ends every app, as there is nobody who would start the next daemon",
        .behaviour("W3"))
    func interrupted() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let pid = try device.pid(puppet.app)
            kill(device.daemonPID, SIGINT)
            try device.waitUntilGone(pid)
            try device.waitUntilGone(Int(device.daemonPID))
        }
    }

    @Test(
        "Where the daemon's program is gone a restart is refused; where the new one can't start, that is said, and the apps stay",
        .behaviour("reliability D9", "reliability P8"))
    func program() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        // As it is installed, and updated.
        device.program = device.scratch + "/quiesced"
        try BuiltProducts.place(BuiltProducts.path("quiesced"), at: device.program)
        try device.start()
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try device.perform(.home)
        try device.wait(puppet.app, "suspended")
        let frozen = try device.ps(puppet.app)
        #expect(rename(device.program, device.program + ".old") == 0)
        let refused = try device.quiesce("restart")
        #expect(refused.code == 1)
        #expect(refused.error.contains("\(device.program) can't be run any more"))
        #expect(try device.ps(puppet.app).state == "suspended")

        let script = device.scratch + "/script"
        try "#!/bin/sh\necho 'the new one: no good' >&2\nexit 78\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        try BuiltProducts.place(script, at: device.program)
        let failed = try device.quiesce("restart")
        #expect(failed.code == 1)
        #expect(device.daemonLog.hasSuffix("the new one: no good\n"))
        #expect(processExists(try #require(frozen.pid)))

        #expect(rename(device.program + ".old", device.program) == 0)
        try device.start()
        #expect(try device.ps(puppet.app).pid == frozen.pid)
        #expect(try device.isFrozen(frozen))
    }
}
