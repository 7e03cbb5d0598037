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
                try device.perform(.sendEvent(["orientation", orientation]))
            }
            try device.perform(.sendEvent(["locale", "fr_FR"]))
            try device.perform(.sendEvent(["proximity", "near"]))
            try device.perform(.sendEvent(["proximity", "far"]))
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            let lines = try device.lines(app)
            let woken = lines.drop { $0 != "event orientation landscapeRight" }
            #expect(
                Array(woken.prefix(3)) == [
                    "event orientation landscapeRight", "event locale fr_FR",
                    "notification willEnterForeground",
                ])
            #expect(lines.count { $0.hasPrefix("event") } == 2)
            let merged = try device.log(app).filter { $0.kind == "merge" }.map(\.detail)
            #expect(merged == ["orientation: 3 → 1", "proximity: 2 → 0"])
        }
    }

    @Test(
        "An app that is in one callback while 300 alerts come and go lives, and is told of one",
        .behaviour("S7", "Q1"))
    func alerts() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "block")
            try device.wait(app, toPrint: "blocked")
            for _ in 1...300 {
                try device.perform(.sendEvent(["alert", "show"]))
                try device.perform(.sendEvent(["alert", "dismiss"]))
            }
            try device.perform(.sendEvent(["alert", "show"]))
            #expect(try device.ps(app).state == "inactive")
            try device.tell(app, "free")
            try device.wait(app, toPrint: "notification willResignActive", times: 2)
            try device.perform(.sendEvent(["alert", "dismiss"]))
            try device.wait(app, toPrint: "notification didBecomeActive", times: 3)
            #expect(try device.ps(app).launch == 1)
            let lines = try device.lines(app)
            #expect(lines.count { $0 == "notification willResignActive" } == 2)
        }
    }

    @Test(
        "A running app gets each event as it happens; a launched one finds the device as it is",
        .behaviour("Q4", "Q6"))
    func asItHappens() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.perform(.sendEvent(["orientation", "faceDown"]))
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.sendEvent(["battery", "0.35", "unplugged"]))
            try device.wait(app, toPrint: "event batteryState 1")
            try device.perform(.sendEvent(["timezone", "Pacific/Auckland"]))
            try device.wait(app, toPrint: "event significantTimeChange Pacific/Auckland")
            try device.perform(.sendEvent(["identity", "someone"]))
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
            ["timezone", "Mars/Olympus"], ["weather", "sunny"], ["call", "off"], [],
            ["orientation", "auto"], ["screen", "mode", "0x0"], ["accessory", "connect"],
        ])
    func refused(words: [String]) throws {
        try withDevice { device in
            // The machine's own sources may say something at any time.
            func said() throws -> [UInt64] {
                try device.log().filter { $0.reason != "deviceChanged" }.map(\.seq)
            }
            let before = try said()
            let refusal = try #require(try device.call(.sendEvent(words)).refusal)
            #expect(refusal.reason == "malformed")
            #expect(!refusal.message.isEmpty)
            #expect(try said() == before)
        }
    }

    @Test(
        "A call makes the app in front inactive, and answered sends it to the background",
        .behaviour("S7", "D1"))
    func call() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["call", "incoming"]))
            try device.wait(app, toPrint: "notification willResignActive")
            #expect(try device.ps(app).state == "inactive")
            try device.perform(.sendEvent(["call", "answer"]))
            try device.wait(app, "suspended")
            try device.perform(.sendEvent(["call", "end"]))
            try device.wait(app, "active")
            #expect(try device.call(.sendEvent(["call", "end"])).refusal?.reason == "noCall")
            try device.perform(.sendEvent(["alert", "show"]))
            try device.wait(app, "inactive")
            try device.perform(.sendEvent(["alert", "dismiss"]))
            try device.wait(app, "active")
        }
    }

    @Test(
        "Accessories and screens that came and went while an app slept",
        .behaviour("Q1", "Q6", "D1"))
    func connectedThings() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.perform(.sendEvent(["accessory", "connect", "Lamp"]))
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.sendEvent(["screen", "connect"]))
            try device.wait(app, toPrint: "event screen DidConnect")
            try device.perform(.home)
            try device.wait(app, "suspended")
            for words in [
                ["accessory", "disconnect", "Lamp"], ["accessory", "connect", "Scale"],
                ["screen", "disconnect"], ["screen", "connect", "1280x720"],
            ] {
                try device.perform(.sendEvent(words))
            }
            #expect(
                try device.call(.sendEvent(["accessory", "disconnect", "Pen"])).refusal?.reason
                    == "notConnected")
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            let events = try device.lines(app).filter { $0.hasPrefix("event") }
            #expect(
                events == [
                    "event screen DidConnect", "event accessory Lamp false [\"Scale\"]",
                    "event accessory Scale true [\"Scale\"]", "event screen ModeDidChange",
                ])
        }
    }

    @Test(
        "The status bar grows for an app that comes back during a call, and shrinks after it",
        .behaviour("S9"))
    func statusBar() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["call", "incoming"]))
            try device.perform(.sendEvent(["call", "answer"]))
            try device.wait(app, "suspended")
            try device.open(app)
            try device.wait(app, toPrint: "didChangeStatusBar 20.0 40.0")
            try device.perform(.sendEvent(["call", "end"]))
            try device.wait(app, toPrint: "didChangeStatusBar 40.0 20.0")
            let lines = try device.lines(app)
            #expect(lines.contains("willChangeStatusBar 20.0 40.0"))
            #expect(lines.contains("willChangeStatusBar 40.0 20.0"))
        }
    }
}
