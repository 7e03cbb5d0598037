import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Suspension on a device") struct SuspensionTests {
    @Test(
        "A suspended app's CPU ticks stand still, and go on when it comes back",
        .behaviour("S8", "H5"), arguments: Freezer.available)
    func ticks(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            #expect(try device.status().freezer == freezer.rawValue)
            let app = try device.install(example: "Misbehaving")
            // A thread of it that never stops computing.
            try device.open(app, "--burn")
            try device.wait(app, "active")
            let pid = try device.pid(app)
            try device.wait(for: 5, moreTicksOf: pid)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let ticks = try #require(device.cpuTicks(pid))
            // Meanwhile another app lives for over half a second.
            let clock = try device.install(example: "SlowCount")
            try device.open(clock, "--count", "30", "--interval", "0.02")
            try device.wait(clock, toPrint: "done")
            #expect(device.cpuTicks(pid) == ticks)
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.ps(app).pid == pid)
            try device.wait(for: 5, moreTicksOf: pid)
        }
    }

    @Test(
        "Every process of an app is suspended with it", .behaviour("S8"),
        arguments: Freezer.available)
    func children(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            // Its daemonised grandchild writes the time ten times a second.
            try device.open(app, "--daemonise")
            try device.wait(app, "active")
            try device.waitForHeartbeat(app)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let beat = device.contained(app, "Documents/heartbeat")
            let clock = try device.install(example: "SlowCount")
            try device.open(clock, "--count", "30", "--interval", "0.02")
            try device.wait(clock, toPrint: "done")
            #expect(device.contained(app, "Documents/heartbeat") == beat)
            try device.open(app)
            try device.wait(app, "active")
            try device.waitForHeartbeat(app, after: beat)
            let main = try device.pid(app)
            let helper = try #require(device.heartbeatPID(app))
            try device.perform(.quit(app: app))
            try device.waitUntilGone(main)
            try device.waitUntilGone(helper)
        }
    }

    @Test(
        "Nothing is called when an app is suspended or killed while suspended",
        .behaviour("S8", "W3"))
    func noCalls() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let pid = try device.pid(app)
            let printed = try device.output(app)
            #expect(printed.hasSuffix("notification didEnterBackground\n"))
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            #expect(try device.output(app) == printed)
        }
    }

    @Test(
        "Without a task an app pauses in the background, and counts on when it comes back",
        .behaviour("S5", "S6", "S8"))
    func pauses() throws {
        try withDevice { device in
            let app = try device.install(example: "SlowCount")
            try device.open(app, "--no-task", "--interval", "0.01", "--count", "200")
            try device.wait(app, toPrint: "5\n")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let count = try device.lines(app).count
            let state = device.contained(app, "Documents/state.json")
            let other = try device.install(example: "ImageHop")
            try device.open(other, "--interval", "0.01")
            try device.wait(other, toPrint: "hop 20\n")
            #expect(try device.lines(app).count == count)
            #expect(device.contained(app, "Documents/state.json") == state)
            try device.open(app)
            try device.wait(app, toPrint: "done")
            #expect(try device.lines(app) == (1...200).map(String.init) + ["done"])
        }
    }

    @Test("What an app prints is bounded, and the newest part is kept")
    func boundedOutput() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    class Chatter(App):
                        def did_finish_launching(self, launch):
                            for line in range(50_000):
                                print(f"{line:06}", "x" * 93)
                            print("end")
                    Chatter().run()
                    """, id: "org.quiesce.tests.Chatter")
            try device.open(app)
            try device.wait(app, toPrint: "end\n")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let path = try device.outputPath(app)
            var status = stat()
            let end = Date() + LiveDevice.patience
            repeat {
                #expect(stat(path, &status) == 0)
            } while status.st_blocks * 512 > 1_100_000 && Date() < end && usleep(5_000) == 0
            #expect(status.st_blocks * 512 <= 1_100_000)
            let text = try device.quiesce("output", app).out
            #expect(text.hasSuffix("end\n"))
            #expect(text.utf8.count > 1_000_000)
            #expect(text.utf8.count < 1_100_000)
        }
    }
}

extension LiveDevice {
    /// Waits until a process has used so many more clock ticks. No event tells of them.
    func wait(for ticks: Int, moreTicksOf pid: Int) throws {
        let start = cpuTicks(pid) ?? 0
        let end = Date() + Self.patience
        while (cpuTicks(pid) ?? 0) < start + ticks {
            guard Date() < end else { throw Failure(description: "\(pid) doesn't run") }
            usleep(5_000)
        }
    }

    /// Waits for a beat of Misbehaving's helper, or another one.
    func waitForHeartbeat(_ app: String, after last: Data? = nil) throws {
        let end = Date() + Self.patience
        while true {
            if let beat = contained(app, "Documents/heartbeat"), !beat.isEmpty, beat != last {
                return
            }
            guard Date() < end else { throw Failure(description: "no heartbeat") }
            usleep(5_000)
        }
    }

    func heartbeatPID(_ app: String) -> Int? {
        contained(app, "Documents/heartbeat")
            .flatMap { String(decoding: $0, as: UTF8.self).split(separator: " ").first }
            .flatMap { Int($0) }
    }
}
