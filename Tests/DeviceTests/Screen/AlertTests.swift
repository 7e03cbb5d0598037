import Foundation
import TestSupport
import Testing

/// Questions to the user, whose app is left before they are answered.
@Suite("Alerts on a device") struct AlertTests {
    @Test(
        "An alert that an app was left with is there when it comes back, and is answered then",
        .behaviour("S11"), arguments: ["alert", "sheet"])
    func stays(kind: String) throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "ask \(kind)")
            try device.waitForPlace(of: "Delete")
            try device.perform(.home)
            try device.wait(app, "suspended")
            // It is in the switcher's picture, too.
            #expect(device.waitUntil { (try? device.place(of: "Delete", in: app)) != nil })
            try device.open(app)
            try device.wait(app, "active")
            let place = try device.waitForPlace(of: "Delete")
            #expect(try !device.output(app).contains("answered"))
            let tap = try device.quiesce("send", "touch", "\(place.x)", "\(place.y)")
            #expect(tap.code == 0, "\(tap.error)")
            try device.wait(app, toPrint: "answered Delete")
            // Once, and by the user: what cancels it was never called.
            #expect(
                try device.lines(app).filter { $0.hasPrefix("answered") } == ["answered Delete"])
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "An app of before 4.0 that ends has its alert cancelled first; a later one hasn't",
        .behaviour("S11"), arguments: [("3.1.3", true), ("8.0", false)])
    func atQuit(version: String, isCancelled: Bool) throws {
        try withDevice { device in
            // The later one ends when it is left, too: only what it was built for differs.
            let app = try device.installRecorder([
                "DTPlatformVersion": version, "UIApplicationExitsOnSuspend": true,
            ])
            try device.open(app, "--fifo")
            try device.tell(app, "ask alert")
            try device.waitForPlace(of: "Keep")
            try device.perform(.home)
            try device.wait(app, "notRunning")
            let words = try device.lines(app).compactMap { $0.split(separator: " ").first }
            let end = words.filter { ["answered", "willTerminate"].contains($0) }
            #expect(end == (isCancelled ? ["answered", "willTerminate"] : ["willTerminate"]))
            #expect(try device.lines(app).contains("answered Keep") == isCancelled)
        }
    }
}
