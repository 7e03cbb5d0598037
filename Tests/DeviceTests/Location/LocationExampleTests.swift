import Foundation
import TestSupport
import Testing

@Suite("The examples of location, on a device") struct LocationExampleTests {
    private func withExample(
        _ name: String, _ body: (LiveDevice, String) throws -> Void
    ) throws {
        try withDevice { device in
            let app = try device.install(example: name)
            #expect(try device.quiesce("permissions", app, "location", "allow").code == 0)
            // There is a source, as the app looks for it at its launch.
            try send(device, "37.7749", "-122.4194", "--heading", "90")
            try body(device, app)
        }
    }

    private func send(_ device: LiveDevice, _ words: String...) throws {
        let run = try LiveDevice.run(
            [BuiltProducts.path("quiesce"), "send", "location"] + words, home: device.home)
        #expect(run.code == 0, "\(run.error)")
    }

    private func gpx(_ name: String) -> String {
        BuiltProducts.package.appending(path: "Examples/Scenarios/\(name).gpx").path
    }

    @Test(
        "Runner writes down a run out of sight, and knows when it left home and came back",
        .behaviour("G3", "G4", "S5"))
    func runner() throws {
        try withExample("Runner") { device, app in
            try send(device, "47.0502", "8.3093")
            try device.open(app)
            try device.wait(app, "active")
            // Home is where it begins.
            try send(device, "47.0502", "8.3093")
            try device.wait(app, toPrint: "1: 0 m, 1 place, at home")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try send(device, "--gpx", gpx("lake"), "--speed", "1800")
            try device.wait(app, toPrint: "at home again")
            try device.wait(app, "suspended")
            let lines = try device.lines(app)
            let left = try #require(lines.firstIndex(of: "left home"))
            #expect(left < (lines.firstIndex(of: "at home again") ?? 0))
            #expect(lines.contains { $0.hasPrefix("2: 3.1 km, 2 places") }, "\(lines)")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test("Ended by its user, Runner goes on with the run at the next place", .behaviour("G6"))
    func goesOn() throws {
        try withExample("Runner") { device, app in
            try device.open(app)
            try device.wait(app, "active")
            // It begins where the device is.
            try device.wait(app, toPrint: "1: 0 m, 1 place, at home")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try send(device, "37.7759", "-122.4194")
            try device.wait(app, toPrint: "launched for a place")
            try device.wait(app, toPrint: "2: 111 m, 2 places, at home")
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "Cupertino says which way and how far in front, follows out of sight, and stops where it has arrived",
        .behaviour("G2", "G3", "G5"))
    func cupertino() throws {
        try withExample("Cupertino") { device, app in
            try device.open(app)
            try device.wait(app, "active")
            try send(device, "37.7749", "-122.4194", "--heading", "145")
            try device.wait(app, toPrint: "38 miles to Cupertino")
            try device.wait(app, toPrint: "go straight")
            try send(device, "37.7749", "-122.4194", "--heading", "90")
            try device.wait(app, toPrint: "go right")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try send(device, "--gpx", gpx("to-cupertino"), "--speed", "1320")
            try device.wait(app, toPrint: "You are in Cupertino")
            try device.wait(app, "suspended")
            let rows = try device.quiesce("location", "--json").array()
            let row = try #require(rows.first { $0["app"] as? String == app })
            #expect(row["keepsOn"] as? Bool == false)
        }
    }
}
