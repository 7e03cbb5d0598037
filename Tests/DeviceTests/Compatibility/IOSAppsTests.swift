import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The apps of Tests/IOSApps, which are written as for iOS, on a device.
@Suite("Apps as they are written for iOS, on a device") struct IOSAppsTests {
    /// Half a second of silence: 8,000 samples a second, of a byte each.
    private static let episode: Data = {
        func bytes<T: FixedWidthInteger>(_ value: T) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        let samples = Data(repeating: 128, count: 4_000)
        var format = Data("fmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1))
        format += bytes(UInt32(8_000)) + bytes(UInt32(8_000)) + bytes(UInt16(1)) + bytes(UInt16(8))
        let data = Data("data".utf8) + bytes(UInt32(samples.count)) + samples
        let body = Data("WAVE".utf8) + format + data
        return Data("RIFF".utf8) + bytes(UInt32(body.count)) + body
    }()

    private func withPodcast(_ body: (LiveDevice, WebServer, _ app: String) throws -> Void) throws {
        try withDevice { device in
            let server = try WebServer()
            try Self.episode.write(to: URL(fileURLWithPath: server.folder.file("sleep.wav")))
            try device.perform(.sendEvent(["network", "wifi"]))
            let app = try device.install(
                "IOSPodcast", id: "org.quiesce.tests.podcast", ["UIBackgroundModes": ["audio"]])
            #expect(try device.quiesce("permissions", app, "notifications", "allow").code == 0)
            try body(device, server, app)
        }
    }

    @Test(
        "A podcast player is woken for its episode, opened from its notification, and plays it to the end behind another app",
        .behaviour("X6", "A1"), .behaviour("N2"))
    func podcast() throws {
        try withPodcast { device, server, app in
            try device.open(app, "--get", server.url("held/sleep.wav"))
            try device.wait(app, toPrint: "downloading")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try server.openGate()
            try device.wait(app, toPrint: "kept sleep.wav")
            try device.wait(app, toPrint: "told true")
            let row = try device.waitUntilShown("sleep.wav", of: app)
            #expect(row.body == "A new episode is ready")
            try device.wait(app, "suspended")

            #expect(try device.quiesce("notifications", "open", "\(row.notification)").code == 0)
            try device.wait(app, toPrint: "opened On sleep")
            try device.wait(app, toPrint: "plays true")
            try device.perform(.home)
            try device.wait(app, toPrint: "finished true")
            // Nothing plays any more.
            try device.wait(app, "suspended")
            #expect(try device.quiesce("send", "remote-control", "play").code == 0)
            try device.wait(app, toPrint: "plays on")
            try device.wait(app, toPrint: "finished true", times: 2)
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test("In front it is asked how its notification is presented, and answers", .behaviour("N3"))
    func presented() throws {
        try withPodcast { device, server, app in
            try device.open(app, "--get", server.url("sleep.wav"))
            try device.wait(app, toPrint: "present sleep.wav")
            #expect(try device.waitUntilShown("sleep.wav", of: app).style == "banner")
        }
    }

    @Test(
        "A calendar reminds by the clock, puts a reminder off behind what is in front, and finds what is new while it is frozen",
        .behaviour("N1", "N2"), .behaviour("F1"))
    func calendar() throws {
        try withDevice { device in
            let refresh = "org.quiesce.tests.calendar.refresh"
            let app = try device.install(
                "IOSCalendar", id: "org.quiesce.tests.calendar",
                [
                    "UIBackgroundModes": ["fetch"],
                    "BGTaskSchedulerPermittedIdentifiers": [refresh],
                    "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": false],
                ])
            #expect(try device.quiesce("permissions", app, "notifications", "allow").code == 0)
            try device.open(app, "--soon")
            try device.wait(app, toPrint: "reminds of Call Meeting Walk, 3 ahead")
            try device.perform(.home)
            try device.wait(app, toPrint: "refresh submitted")
            try device.wait(app, "suspended")
            let row = try device.waitUntilShown("Call", of: app)
            let answer = ["notifications", "open", "\(row.notification)", "--action", "LATER"]
            let run = try LiveDevice.run(
                [BuiltProducts.path("quiesce")] + answer, home: device.home)
            #expect(run.code == 0, "\(run.error)")
            try device.wait(app, toPrint: "put off Call")
            _ = try device.waitUntilShown("Call again", of: app)
            try device.wait(app, "suspended")

            try device.perform(.fetch(.sendTask(app: app, identifier: refresh)))
            try device.wait(app, toPrint: "reminds of Call Dinner Meeting Walk, 4 ahead")
            try device.wait(app, toPrint: "refresh submitted", times: 2)
            try device.wait(app, "suspended")
            let scheduled = try device.notificationRows(of: app, scheduled: true)
            #expect(Set(scheduled.compactMap(\.name)) == ["Call", "Dinner", "Meeting", "Walk"])
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "A tracker that was quit is launched for the place that its owner leaves, and writes it down",
        .behaviour("G4", "W6"))
    func tracker() throws {
        try withDevice { device in
            let app = try device.install("IOSTracker", id: "org.quiesce.tests.tracker")
            for permission in ["location", "notifications"] {
                #expect(try device.quiesce("permissions", app, permission, "allow").code == 0)
            }
            #expect(try device.quiesce("send", "location", "47.0502", "8.3093").code == 0)
            try device.open(app)
            try device.wait(app, toPrint: "watches home")
            try device.wait(app, toPrint: "state inside")
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try device.quiesce("send", "location", "47.0602", "8.3093").code == 0)
            try device.wait(app, toPrint: "noted left home 1")
            #expect(try device.waitUntilShown("visit", of: app).body == "left home")
            try device.wait(app, "suspended")

            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(try device.quiesce("send", "location", "47.0502", "8.3093").code == 0)
            try device.wait(app, toPrint: "launched for a place")
            try device.wait(app, toPrint: "noted came home 2")
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
        }
    }
}
