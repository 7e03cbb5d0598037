import Foundation
import TestSupport
import Testing

/// When an app's views are drawn: what is changed where nobody sees it waits.
@Suite("Drawing on a device") struct DrawingTests {
    /// The lines that the canvas printed about its drawings, each with the text that was drawn.
    private func drawn(_ app: String, _ device: LiveDevice) throws -> [String] {
        try device.lines(app).filter { $0.hasPrefix("drawn") }
    }

    /// An app in front, whose canvas was drawn for the first time.
    private func openCanvas(_ device: LiveDevice) throws -> String {
        let app = try device.installRecorder()
        try device.open(app, "--fifo")
        try device.tell(app, "canvas")
        try device.wait(app, toPrint: "drawn 0")
        return app
    }

    @Test(
        "A view that is marked dirty a hundred times in the background is drawn once, when its app comes back",
        .behaviour("Q3"))
    func comesBack() throws {
        try withDevice { device in
            let app = try openCanvas(device)
            let pid = try device.pid(app)
            // It goes on in the background.
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1")
            try device.perform(.home)
            try device.wait(app, toPrint: "notification didEnterBackground")
            try device.tell(app, "dirty 100")
            try device.wait(app, toPrint: "dirtied 100")
            #expect(try device.ps(app).state == "background")
            #expect(try drawn(app, device) == ["drawn 0"])
            try device.open(app)
            try device.waitForPlace(of: "100")
            #expect(try drawn(app, device) == ["drawn 0", "drawn 100"])
            // Nor was it ended for that.
            #expect(try device.pid(app) == pid)
            #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
        }
    }

    @Test(
        "A view that is marked dirty in a fetch is drawn once, for the snapshot that is taken after",
        .behaviour("Q3"))
    func snapshot() throws {
        try withDevice { device in
            let app = try openCanvas(device)
            let pid = try device.pid(app)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            try device.wake(app, for: "fetch")
            try device.wait(app, toPrint: "performFetch background")
            try device.tell(app, "dirty 100")
            try device.wait(app, toPrint: "dirtied 100")
            #expect(try drawn(app, device) == ["drawn 0"])
            try device.tell(app, "complete")
            try device.wait(for: "the end of it", app: app, after: mark) { $0.to == "suspended" }
            #expect(device.waitUntil { (try? device.place(of: "100", in: app)) != nil })
            #expect(try drawn(app, device) == ["drawn 0", "drawn 100"])
            #expect(try device.pid(app) == pid)
            #expect(try device.log(app).allSatisfy { $0.kind != "kill" })
        }
    }
}
