import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("System events on a device") struct SystemEventTests {
    @Test(
        "An app that slept through three rotations and a locale change wakes to one event of each kind",
        .behaviour("Q1", "Q2", "Q5", "Q6", "D1"), arguments: Freezer.available)
    func netChange(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.home)
            try device.wait(app, "suspended")
            for orientation in ["landscapeLeft", "faceUp", "landscapeRight"] {
                try device.perform(.sendChange(["orientation", orientation]))
            }
            try device.perform(.sendChange(["locale", "fr_FR"]))
            try device.perform(.sendChange(["proximity", "near"]))
            try device.perform(.sendChange(["proximity", "far"]))
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            let lines = try device.lines(app)
            let woken = lines.drop { $0 != "event orientation landscapeRight" }
            #expect(
                Array(woken.prefix(3)) == [
                    "event orientation landscapeRight", "event locale fr_FR",
                    "willEnterForeground background",
                ])
            #expect(lines.count { $0.hasPrefix("event") } == 2)
            let merged = try device.log(app).filter { $0.kind == "merge" }.map(\.detail)
            #expect(merged == ["orientation: 3 → 1", "proximity: 2 → 0"])
        }
    }

    @Test(
        "A running app gets each event as it happens; a launched one finds the device as it is",
        .behaviour("Q4", "Q6"))
    func asItHappens() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.perform(.sendChange(["orientation", "faceDown"]))
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.sendChange(["battery", "0.35", "unplugged"]))
            try device.wait(app, toPrint: "event batteryState 1")
            try device.perform(.sendChange(["timezone", "Pacific/Auckland"]))
            try device.wait(app, toPrint: "event significantTimeChange Pacific/Auckland")
            try device.perform(.sendChange(["identity", "someone"]))
            try device.wait(app, toPrint: "event ubiquityIdentity")
            try device.tell(app, "orientation")
            try device.wait(app, toPrint: "oriented faceDown")
            let lines = try device.lines(app)
            #expect(lines.contains("event batteryLevel 0.35"))
            #expect(!lines.contains { $0.hasPrefix("event orientation") })
        }
    }

    @Test(
        "What can't be is refused with what was expected, and changes nothing", .behaviour("D1"),
        arguments: [
            ["battery", "7", "full"], ["orientation", "up"], ["locale", "zz_ZZ_zz"],
            ["timezone", "Mars/Olympus"], ["weather", "sunny"], [],
        ])
    func refused(words: [String]) throws {
        try withDevice { device in
            let before = try device.mark()
            let refusal = try #require(try device.call(.sendChange(words)).refusal)
            #expect(refusal.reason == "malformed")
            #expect(!refusal.message.isEmpty)
            #expect(try device.mark() == before)
        }
    }
}
