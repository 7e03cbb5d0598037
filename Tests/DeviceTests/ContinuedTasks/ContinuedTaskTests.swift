import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("A real app goes on with a task when it is left")
struct LiveContinuedTaskTests {
    private static let plist = [
        "BGTaskSchedulerPermittedIdentifiers": ["org.quiesce.tests.Recorder.film.*"]
    ]
    private static let film = "org.quiesce.tests.Recorder.film.1"

    private func begin(on device: LiveDevice) throws -> String {
        let app = try device.installRecorder(Self.plist)
        try device.open(app, "--fifo")
        try device.wait(app, "active")
        try device.tell(app, "continued \(Self.film) Export")
        try device.wait(app, toPrint: "continued begun \(Self.film)")
        return app
    }

    private func tasks(_ device: LiveDevice) throws -> [ContinuedRow] {
        try device.rows(ContinuedRow.self, .continuedTasks(.continuedTasks))
    }

    @Test(
        "It executes out of sight, its user sees how far it is, and it is frozen once it is done",
        .behaviour("F10", "S5"))
    func goesOn() throws {
        try withDevice(profile: "base = \"ios26\"") { device in
            let app = try begin(on: device)
            try device.perform(.home)
            try device.wait(app, "background")
            try device.tell(app, "progress 3 4")
            try waitUntil("shown") { try tasks(device).first?.percent == 75 }
            #expect(try device.ps(app).state == "background")
            let listed = try device.quiesce("tasks").out
            #expect(listed.contains("Export") && listed.contains("75 %"), "\(listed)")
            let pid = try device.pid(app)
            try device.tell(app, "completeContinued")
            try device.wait(app, "suspended")
            #expect(try tasks(device) == [])
            #expect(try device.pid(app) == pid)
        }
    }

    @Test(
        "Its user stops it, and an app that goes on is ended with the reason", .behaviour("F10"))
    func stopped() throws {
        try withDevice(profile: "base = \"ios26\"") { device in
            let app = try begin(on: device)
            try device.perform(.home)
            let mark = try device.mark()
            let said = try device.quiesce("tasks", "stop", app, Self.film).out
            #expect(said.contains("told to come to an end"), "\(said)")
            try device.wait(app, toPrint: "continued expired \(Self.film)")
            try device.wait(for: "its end", app: app, after: mark) {
                $0.reason == "continuedNotCompleted"
            }
            try device.wait(app, "notRunning")
            #expect(try tasks(device) == [])
        }
    }

    @Test("It expires out of sight where the device is too warm", .behaviour("F10"))
    func tooWarm() throws {
        try withDevice(profile: "base = \"ios26\"") { device in
            let app = try begin(on: device)
            try device.perform(.home)
            try device.wait(app, "background")
            try device.perform(.sendEvent(["thermal", "critical"]))
            try device.wait(app, toPrint: "continued expired \(Self.film)")
            try device.tell(app, "completeContinued")
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "It goes on over a death of the daemon, and what it has done meanwhile is shown",
        .behaviour("F10", "reliability P8"))
    func daemonDies() throws {
        try withDevice(profile: "base = \"ios26\"") { device in
            let app = try begin(on: device)
            try device.perform(.home)
            try device.wait(app, "background")
            let pid = try device.pid(app)
            device.killDaemon()
            try device.start()
            try device.tell(app, "progress 1 2")
            try waitUntil("shown") { try tasks(device).first?.percent == 50 }
            #expect(try device.pid(app) == pid)
            #expect(try device.ps(app).state == "background")
            try device.tell(app, "completeContinued")
            try device.wait(app, "suspended")
        }
    }

    @Test("A system before iOS 26 has none, and says so", .behaviour("F10"))
    func earlier() throws {
        try withDevice { device in
            let app = try device.installRecorder(Self.plist)
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.tell(app, "continued \(Self.film) Export")
            try device.wait(
                app,
                toPrint:
                    "continued refused: this system has no continued tasks: use the profile ios26")
        }
    }
}
