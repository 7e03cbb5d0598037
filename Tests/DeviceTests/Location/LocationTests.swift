import Foundation
import TestSupport
import Testing

@Suite("Location on a device") struct LocationTests {
    private static let home = "47.0502 8.3093"
    private static let away = "47.0602 8.3093"

    private func withRecorder(
        _ modes: [String] = ["location"], profile: String? = nil,
        _ body: (LiveDevice, String) throws -> Void
    ) throws {
        try withDevice(profile: profile) { device in
            let app = try device.installRecorder(["UIBackgroundModes": modes])
            try allow(device, app)
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try body(device, app)
        }
    }

    private func allow(_ device: LiveDevice, _ app: String, _ choice: String = "allow") throws {
        #expect(try device.quiesce("permissions", app, "location", choice).code == 0)
    }

    private func quiesce(_ device: LiveDevice, _ words: [String]) throws -> ToolResult {
        try LiveDevice.run([BuiltProducts.path("quiesce")] + words, home: device.home)
    }

    private func move(_ device: LiveDevice, _ place: String, _ more: String...) throws {
        let words = ["send", "location"] + place.split(separator: " ").map(String.init) + more
        let run = try quiesce(device, words + more)
        #expect(run.code == 0, "\(run.error)")
    }

    @Test(
        "An app in front is told where the device is, and where it points to",
        .behaviour("G2"),
        .behaviour("D1"))
    func inFront() throws {
        try withRecorder { device, app in
            try device.tell(app, "location start 10 0", "location heading")
            try device.wait(app, toPrint: "asked heading")
            try move(device, Self.home, "--heading", "90")
            try device.wait(app, toPrint: "located \(Self.home) active")
            try device.wait(app, toPrint: "heading 90")
            #expect(
                try device.quiesce("why", app).out.contains(
                    "It is told where the device is, within 10 m"))
            let rows = try device.quiesce("location", "--json").array()
            #expect(rows.first?["keepsOn"] as? Bool == true)
            for question in ["why-awake", "forecast"] {
                let kept = "\(app) keeps location on (G5): updates within 10 m"
                #expect(try device.quiesce(question).out.contains(kept), "\(question)")
            }
            #expect(try device.quiesce("location", "--svg", "-").out.hasPrefix("<svg"))
        }
    }

    @Test(
        "Updates are paused while the device lies still, the source is off, and in front they go on",
        .behaviour("G5"))
    func paused() throws {
        try withRecorder(profile: "locationPauseSeconds = 2") { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            try move(device, Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
            let mark = try device.mark()
            try device.perform(.home)
            try device.wait(for: "a pause", app: app, after: mark) { $0.reason == "locationPaused" }
            #expect(try !device.quiesce("why-awake").out.contains("keeps location on"))
            let why = try device.quiesce("why", app, "--not", "location").out
            #expect(why.contains("are paused"), "\(why)")
            try move(device, Self.away)
            try device.open(app)
            try device.wait(app, toPrint: "location resumed")
            try device.wait(app, toPrint: "located \(Self.away) active")
            let lines = try device.lines(app)
            let told = lines.filter { ["location paused", "location resumed"].contains($0) }
            #expect(told == ["location paused", "location resumed"])
            #expect(!lines.contains { $0.hasPrefix("located") && $0.hasSuffix("background") })
        }
    }

    @Test(
        "With the mode a suspended app is woken for each place, and suspended again",
        .behaviour("G3"))
    func woken() throws {
        try withRecorder { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try move(device, Self.home)
            try device.wait(app, toPrint: "located \(Self.home) background")
            try device.wait(app, "suspended")
            try move(device, Self.away)
            try device.wait(app, toPrint: "located \(Self.away) background")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test("Without the mode it hears nothing while it is suspended", .behaviour("G2"))
    func notWoken() throws {
        try withRecorder([]) { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try move(device, Self.home)
            #expect(
                try device.quiesce("why", app, "--not", "location").out.contains("\"location\""))
            try device.open(app)
            try device.wait(app, toPrint: "didBecomeActive active", times: 2)
            try move(device, Self.away)
            try device.wait(app, toPrint: "located \(Self.away) active")
            let places = try device.lines(app).filter { $0.hasPrefix("located ") }
            #expect(places.allSatisfy { $0.hasSuffix(" active") }, "\(places)")
        }
    }

    @Test(
        "A region wakes a suspended app, and launches one that was force-quit",
        .behaviour("G4"), .behaviour("W6", "U2"))
    func region() throws {
        try withRecorder([]) { device, app in
            try device.tell(app, "location monitor home \(Self.home) 100")
            try device.wait(app, toPrint: "asked monitor")
            try move(device, Self.away)
            try device.perform(.home)
            try device.wait(app, "suspended")
            try move(device, Self.home)
            try device.wait(app, toPrint: "entered home background")
            try device.wait(app, "suspended")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try move(device, Self.away)
            try device.wait(app, "suspended")
            try device.wait(app, toPrint: "left home background")
            #expect(try device.lines(app).contains("launched by location"))
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test(
        "A beacon that is heard wakes a suspended app, and launches one that was force-quit when it is gone",
        .behaviour("G4"))
    func beacon() throws {
        let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
        try withRecorder([]) { device, app in
            try device.tell(app, "location beacons shop \(uuid)")
            try device.wait(app, toPrint: "asked beacons")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let beacon = ["send", "beacon", uuid, "--major", "7"]
            #expect(try quiesce(device, beacon).code == 0)
            try device.wait(app, toPrint: "entered shop background")
            try device.wait(app, "suspended")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(try quiesce(device, beacon + ["--gone"]).code == 0)
            try device.wait(app, "suspended")
            try device.wait(app, toPrint: "left shop background")
            #expect(try device.ps(app).launch == 2)
            #expect(try quiesce(device, ["send", "beacon", "shop"]).code == 64)
        }
    }

    @Test("A region outlives the daemon's death", .behaviour("G4", "reliability P1"))
    func afterAKill() throws {
        try withRecorder([]) { device, app in
            try device.tell(app, "location monitor home \(Self.home) 100")
            try device.wait(app, toPrint: "asked monitor")
            try move(device, Self.away)
            try device.perform(.home)
            try device.wait(app, "suspended")
            device.killDaemon()
            try device.start()
            try move(device, Self.home)
            try device.wait(app, toPrint: "entered home background")
        }
    }

    @Test(
        "A significant change launches an app that has ended, with the key of location",
        .behaviour("G1"))
    func significant() throws {
        try withRecorder([]) { device, app in
            try device.tell(app, "location significant")
            try device.wait(app, toPrint: "asked significant")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try move(device, Self.home)
            try device.wait(app, "suspended")
            try device.wait(app, toPrint: "launched by location")
            try device.wait(app, toPrint: "located \(Self.home) background")
        }
    }

    @Test(
        "With the mode an app that has ended is launched for the next place",
        .behaviour("G6"))
    func relaunched() throws {
        try withRecorder { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try move(device, Self.home)
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
            #expect(try device.lines(app).contains("launched by location"))
        }
    }

    @Test(
        "The user's no ends it at once, and the app is told so",
        .behaviour("G5"), .behaviour("U4"))
    func denied() throws {
        try withRecorder { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            try move(device, Self.home)
            try device.wait(app, toPrint: "located \(Self.home) active")
            try allow(device, app, "deny")
            try move(device, Self.away)
            let rows = try device.quiesce("location", "--json").array()
            #expect(rows.first?["keepsOn"] as? Bool == false)
            #expect(!(try device.lines(app)).contains { $0.contains(Self.away) })
        }
    }

    @Test("A walk from a GPX file is walked as fast as is asked", .behaviour("D1"))
    func walk() throws {
        try withRecorder { device, app in
            try device.tell(app, "location start 10 0")
            try device.wait(app, toPrint: "asked start")
            let file = "\(device.home)/walk.gpx"
            try Data(
                """
                <gpx version="1.1" creator="test"><trk><trkseg>
                <trkpt lat="47.0502" lon="8.3093"><time>2026-01-01T08:00:00Z</time></trkpt>
                <trkpt lat="47.0602" lon="8.3093"><time>2026-01-01T08:10:00Z</time></trkpt>
                </trkseg></trk></gpx>
                """.utf8
            ).write(to: URL(fileURLWithPath: file))
            let run = try device.quiesce("send", "location", "--gpx", file, "--speed", "600")
            #expect(run.code == 0, "\(run.error)")
            try device.wait(app, toPrint: "located \(Self.away) active")
            #expect(try device.lines(app).contains("located \(Self.home) active"))
        }
    }

    @Test("A place that is none, and half a place, are refused with what to do", .behaviour("D1"))
    func refused() throws {
        try withDevice { device in
            for words in [["91", "8"], ["47"], ["here", "there"], ["47", "8", "--accuracy=-1"]] {
                let run = try quiesce(device, ["send", "location"] + words)
                #expect(run.code == 64, "\(words): \(run.error)")
            }
            #expect(try device.quiesce("location").out.contains("no place is known"))
            #expect(try device.quiesce("send", "location", "-33.8568", "151.2153").code == 0)
        }
    }
}
