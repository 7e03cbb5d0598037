import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("What the machine itself says") struct RealSourceTests {
    /// A machine with a battery, of which the mouse's is another, in Paris.
    private func withMachine(_ body: (LiveDevice, String) throws -> Void) throws {
        let machine = try ScratchDirectory()
        let root = machine.path
        for (name, text) in [
            ("AMOUSE/type", "Battery"), ("AMOUSE/scope", "Device"), ("AMOUSE/capacity", "3"),
            ("BAT0/type", "Battery"), ("BAT0/capacity", "42"), ("BAT0/status", "Discharging"),
            ("AC/type", "Mains"),
        ] {
            let file = URL(fileURLWithPath: "\(root)/class/power_supply/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((text + "\n").utf8).write(to: file)
        }
        try FileManager.default.createSymbolicLink(
            atPath: root + "/localtime", withDestinationPath: "/usr/share/zoneinfo/Europe/Paris")
        try withDevice(options: ["--sys", root, "--localtime", root + "/localtime"]) {
            try body($0, root)
        }
        withExtendedLifetime(machine) {}
    }

    @Test(
        "The battery and the time zone are the machine's, until a tool overrides them",
        .behaviour("D1", "Q4", "Q6"))
    func sources() throws {
        try withMachine { device, root in
            let app = try device.installRecorder()
            try device.wait(for: "the battery") { $0.detail == "battery 0.42 unplugged" }
            try device.wait(for: "the zone") { $0.detail == "timezone Europe/Paris" }
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.sendEvent(["battery", "0.9", "charging"]))
            try device.wait(app, toPrint: "event batteryLevel 0.9")
            try device.perform(.sendEvent(["battery", "auto"]))
            try device.wait(app, toPrint: "event batteryLevel 0.42")
            // The machine's owner travels.
            try replaceLink(root + "/localtime", "/usr/share/zoneinfo/Asia/Tokyo")
            try device.wait(app, toPrint: "event significantTimeChange Asia/Tokyo")
            try device.perform(.sendEvent(["timezone", "America/New_York"]))
            try device.wait(app, toPrint: "event significantTimeChange America/New_York")
            try device.perform(.sendEvent(["timezone", "auto"]))
            try device.wait(app, toPrint: "event significantTimeChange Asia/Tokyo", times: 2)
            #expect(
                try device.lines(app).count { $0.hasPrefix("event significantTimeChange") } == 3)
        }
    }

    /// At once, as those who set time zones do.
    private func replaceLink(_ path: String, _ target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path + ".new", withDestinationPath: target)
        #expect(rename(path + ".new", path) == 0)
    }
}
