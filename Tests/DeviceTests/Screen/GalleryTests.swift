import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("An app with views, on a device") struct GalleryTests {
    private static let owner = "Shared by Ann, 555-0100"

    @Test(
        "The Gallery is touched, left without its owner's name, turned while it sleeps, and comes back",
        .behaviour("H2", "H4", "P2", "Q1", "Q2", "S6"))
    func tour() throws {
        try withDevice { device in
            let app = try device.install(example: "Gallery")
            try device.open(app)
            try device.waitForText(Self.owner)
            // The third picture of the list.
            #expect(try device.quiesce("send", "touch", "250", "480").code == 0)
            try device.wait(app, toPrint: "shows moon")
            try device.waitForText("moon")
            #expect(try device.quiesce("send", "touch", "5000", "10").code == 1)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let snapshot = try device.quiesce("screen", app, "--json").out
            #expect(snapshot.contains("moon") && !snapshot.contains(Self.owner))
            for orientation in ["landscapeLeft", "portrait", "landscapeRight"] {
                try device.perform(.sendEvent(["orientation", orientation]))
            }
            try device.open(app)
            try device.waitForText(Self.owner)
            try device.waitForText("landscapeLeft")
            // On its side, the list is on the right: the second picture, then the button's.
            #expect(try device.quiesce("send", "touch", "350", "150").code == 0)
            try device.wait(app, toPrint: "shows hills")
            #expect(try device.quiesce("send", "remote-control", "previousTrack").code == 0)
            try device.wait(app, toPrint: "shows sun", times: 2)
            #expect(try device.ps(app).launch == 1)
        }
    }
}

extension LiveDevice {
    /// Waits until what the app in front shows says so somewhere.
    fileprivate func waitForText(_ text: String) throws {
        guard waitUntil({ (try? quiesce("screen", "--json").out.contains(text)) == true }) else {
            throw Failure(
                description: "the screen never showed \(text): \(try quiesce("screen").out)")
        }
    }
}
