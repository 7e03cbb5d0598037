import Foundation
import TestSupport
import Testing

/// Caches, which the system keeps for an app in the foreground, and not for an app that was left.
@Suite("Caches on a device") struct CacheTests {
    @Test(
        "A picture's name stands for the file it was found in, until the app is left",
        .behaviour("M3"))
    func images() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            let bundle = URL(fileURLWithPath: "\(device.home)/bundles/\(app)")
            let old = bundle.appendingPathComponent("picture.png")
            let oldBytes = Self.picture("old")
            let newBytes = Self.picture("new")
            try oldBytes.write(to: old)
            try device.open(app, "--fifo")
            try device.tell(app, "picture picture")
            try device.waitForDrawing(of: oldBytes)
            // The name isn't looked for again: it is found in the cache alone.
            try FileManager.default.removeItem(at: old)
            try device.tell(app, "picture picture")
            try device.wait(app, toPrint: "picture picture true", times: 2)
            try device.perform(.home)
            try device.wait(app, "suspended")
            try newBytes.write(to: bundle.appendingPathComponent("picture"))
            try device.open(app)
            try device.tell(app, "picture picture")
            try device.waitForDrawing(of: newBytes)
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "An app that comes back draws its screen anew, though nothing has changed",
        .behaviour("M3"))
    func backingStore() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "canvas", "dirty 1")
            try device.waitForPlace(of: "1")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.open(app)
            // Its own scene again, not the snapshot, which is shown until there is one.
            try device.waitForPlace(of: "1")
            #expect(try device.ps(app).launch == 1)
        }
    }

    /// Bytes that the screen takes for a PNG picture.
    private static func picture(_ text: String) -> Data {
        Data([0x89] + Array("PNG\r\n\u{1a}\n\(text)".utf8))
    }
}

extension LiveDevice {
    /// Waits until the picture of the screen has this one in it.
    fileprivate func waitForDrawing(of picture: Data) throws {
        let text = picture.base64EncodedString()
        guard waitUntil({ (try? quiesce("screen", "--svg", "-").out.contains(text)) == true })
        else {
            throw Failure(description: "never shown: \(try quiesce("screen", "--svg", "-").out)")
        }
    }
}
