import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A machine that sleeps, ends and is locked", .enabled(if: TestBus.canRun, TestBus.missing))
struct LogindTests {
    private func withMachine(
        _ body: (LiveDevice, PlayedLogind, _ app: String) throws -> Void
    ) throws {
        let scratch = try ScratchDirectory()
        let machine = try PlayedLogind(in: scratch)
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.systemBus = machine.address
        try device.start()
        let app = try device.installRecorder()
        try device.open(app)
        try device.wait(app, "active")
        try wait(for: machine, held: true)
        try body(device, machine, app)
    }

    /// Until the machine waits for the device, or doesn't any more.
    private func wait(
        for machine: PlayedLogind, before what: String = "sleep", held: Bool,
        _ line: SourceLocation = #_sourceLocation
    ) throws {
        let end = ContinuousClock.now + .seconds(LiveDevice.patience)
        while try machine.held().contains(what) != held {
            try #require(ContinuousClock.now < end, sourceLocation: line)
        }
    }

    private static let played =
        "logind is played by dbusmock: no machine was seen to sleep and to be awake again"

    @Test(
        "The machine sleeps once apps have left, and the one in front comes back after",
        .behaviour("T5", missing: played))
    func sleeps() throws {
        try withMachine { device, machine, app in
            for _ in 0..<2 {
                try machine.say("PrepareForSleep", true)
                try wait(for: machine, held: false)
                #expect(try device.status().asleep)
                // It has left; the kernel may take a moment to freeze it.
                try device.wait(app, "suspended")
                try machine.say("PrepareForSleep", false)
                try device.wait(app, "active")
                try wait(for: machine, held: true)
                #expect(try !device.status().asleep)
            }
        }
    }

    @Test(
        "The machine is switched off once apps have ended, as have frozen ones",
        .behaviour("W3", missing: played))
    func ends() throws {
        try withMachine { device, machine, app in
            let other = try device.install(
                "KitTestApp", id: "org.quiesce.tests.other", [:])
            try device.open(other)
            try device.wait(other, "active")
            try device.wait(app, "suspended")
            let pids = try [app, other].map { try device.pid($0) }
            try wait(for: machine, before: "shutdown", held: true)
            try machine.say("PrepareForShutdown", true)
            try wait(for: machine, before: "shutdown", held: false)
            for pid in pids { #expect(kill(pid_t(pid), 0) == -1) }
        }
    }

    @Test("The device is locked while its user's session is, and by no other's")
    func locked() throws {
        try withMachine { device, machine, app in
            try machine.lock("other", user: getuid() + 1, true)
            try machine.lock("own", user: getuid(), true)
            try device.wait(app, "suspended")
            #expect(try device.status().locked)
            try machine.lock("other", user: getuid() + 1, false)
            try machine.lock("own", user: getuid(), false)
            try device.wait(app, "active")
            let locks = try device.log().count { $0.kind == "input" && $0.reason == "lock" }
            #expect(locks == 1)
        }
    }

    @Test("A daemon that begins while its user's session is locked locks the device")
    func lockedBefore() throws {
        try withMachine { device, machine, _ in
            #expect(try !device.status().locked)
            try device.succeed(.killed) { try machine.lock("own", user: getuid(), true) }
            try waitUntil("it is locked") { try device.status().locked }
        }
    }

    // No real machine was seen to be woken: the kernel says that it is to be.
    @Test("A sleeping machine is woken for the next alarm, where the daemon may")
    func alarm() throws {
        try withMachine { device, machine, _ in
            /// The kernel's word: timers of CLOCK_REALTIME_ALARM that the daemon has.
            func wakeTimers() -> [String] {
                let folder = "/proc/\(device.daemonPID)/fdinfo"
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return names.compactMap {
                    try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
                }
                .filter { $0.contains("clockid: 8\n") }
            }
            let alarms = try Alarms(device)
            try alarms.schedule("tea", in: 1_000)
            #expect(wakeTimers().isEmpty)
            try machine.say("PrepareForSleep", true)
            try wait(for: machine, held: false)
            let mayWake = getuid() == 0
            #expect(wakeTimers().count == (mayWake ? 1 : 0))
            if mayWake {
                // Seconds and nanoseconds that are left.
                let left = wakeTimers().first?.firstMatch(of: #/it_value: \((\d+), /#)?.1
                #expect((900...1_000).contains(left.flatMap { Int($0) } ?? 0))
            }
            let notes = try device.status().notes
            #expect(notes.contains { $0.contains("CAP_WAKE_ALARM") } == !mayWake)
            try machine.say("PrepareForSleep", false)
            try device.wait(alarms.app, "active")
            #expect(wakeTimers().isEmpty)
        }
    }

    @Test("A logind that begins anew waits for the device as the one before")
    func another() throws {
        try withMachine { device, machine, app in
            try machine.restart()
            try wait(for: machine, held: true)
            try machine.say("PrepareForSleep", true)
            try device.wait(app, "suspended")
        }
    }
}
