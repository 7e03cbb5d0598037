import Foundation
import TestSupport
import Testing

@Suite("Location from a source of the machine") struct LocationSourceTests {
    private static let home = "47.0502 8.3093"
    private static let away = "47.0602 8.3093"

    /// An app that may always know, in front of a device whose source is a gpsd.
    private func withRecorder(_ body: (LiveDevice, String, PlayedGPSD) throws -> Void) throws {
        let gpsd = try PlayedGPSD()
        try withDevice(options: ["--gpsd-port", "\(gpsd.port)"]) { device in
            let app = try device.installRecorder(["UIBackgroundModes": ["location"]])
            #expect(try device.quiesce("permissions", app, "location", "allow").code == 0)
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try body(device, app, gpsd)
        }
    }

    @Test(
        "It is asked while an app wants to know, told on in front and out of sight, and closed with the last",
        .behaviour("G2"), .behaviour("G3", "G5"))
    func updates() throws {
        try withRecorder { device, app, gpsd in
            try device.tell(app, "location start 10 0")
            try gpsd.wait("watched")
            try gpsd.locate(Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try gpsd.locate(Self.away)
            try device.wait(app, toPrint: "located \(Self.away) background")
            try device.wait(app, "suspended")
            try device.open(app)
            try device.tell(app, "location stop")
            try gpsd.wait("closed")
        }
    }

    @Test("It launches an app that has ended", .behaviour("G1", "G6"))
    func launches() throws {
        try withRecorder { device, app, gpsd in
            try device.tell(app, "location start 10 0", "location significant")
            try gpsd.wait("watched")
            // An app's request may still be on its way to the daemon when the app says that it has
            // asked.
            try waitUntil("significant changes are asked for") {
                try device.quiesce("location").out.contains("significant changes")
            }
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try gpsd.locate(Self.home)
            try device.wait(app, "suspended")
            try device.wait(app, toPrint: "launched by location")
            try device.wait(app, toPrint: "located \(Self.home) background")
        }
    }

    @Test(
        "Killed while its app sleeps it wakes nobody; found again, the next place does",
        .behaviour("G3", "G5"))
    func killedWhileAsleep() throws {
        try withRecorder { device, app, gpsd in
            try device.tell(app, "location start 10 0")
            try gpsd.wait("watched")
            try gpsd.locate(Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            gpsd.end()
            try waitUntil("the source is lost") {
                try device.quiesce("log").out.contains("locationLost")
            }
            #expect(try device.quiesce("why", app, "--not", "location").out.contains("source"))
            let again = try PlayedGPSD(port: gpsd.port)
            try again.wait("watched")
            #expect(try device.ps(app).state == "suspended")
            // Its time begins anew, and so far from the last place it is believed once it says so
            // again.
            for _ in 0..<2 { try again.locate(Self.away) }
            try device.wait(app, toPrint: "located \(Self.away) background")
            try device.wait(app, "suspended")
            let lines = try device.lines(app)
            #expect(!lines.contains { $0.hasPrefix("location failed") }, "\(lines)")
            // Woken for the place alone.
            let wakes = try device.log(app).map(\.reason).filter { $0.hasPrefix("woken") }
            #expect(Set(wakes) == ["wokenForLocation"])
        }
    }

    @Test(
        "Its end is told once, with what to do; found again it is believed again", .behaviour("G2"))
    func lost() throws {
        try withRecorder { device, app, gpsd in
            try device.tell(app, "location start 10 0")
            try gpsd.wait("watched")
            gpsd.end()
            try device.wait(app, toPrint: "location failed 0")
            #expect(try device.quiesce("log").out.contains("locationLost"))
            // One that begins meanwhile hears at once.
            try device.tell(app, "location stop", "location start 20 0")
            try device.wait(app, toPrint: "location failed 0", times: 2)
            let again = try PlayedGPSD(port: gpsd.port)
            try again.wait("watched")
            try again.locate(Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
            #expect(device.daemonLog.contains("gpsd"))
        }
    }

    @Test(
        "After a tool has played a place, the source's first is believed at once, however far it is",
        .behaviour("G2"))
    func afterPlay() throws {
        try withRecorder { device, app, gpsd in
            try device.tell(app, "location start 10 0")
            try gpsd.wait("watched")
            #expect(try device.quiesce("send", "location", "33.8568", "151.2153").code == 0)
            try device.wait(app, toPrint: "located 33.8568 151.2153 active")
            #expect(try device.quiesce("send", "location", "auto").code == 0)
            try gpsd.wait("watched")
            try gpsd.locate(Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
        }
    }
}
