import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The app that `quiesce new` writes, which this package has as the target NewApp. `make test-new`
/// builds what is written.
@Suite("The app that `quiesce new` writes, on a device") struct NewAppOnDeviceTests {
    private static let template = BuiltProducts.package.appendingPathComponent(
        "Sources/quiesce/New/Template")

    private func infoPlist() throws -> [String: Any] {
        let file = Self.template.appendingPathComponent("NewApp-Info.plist")
        let list = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: file), format: nil)
        return try #require(list as? [String: Any])
    }

    @Test(
        "It says each step of its life, is woken for its task, and goes on counting after it was ended",
        .behaviour("S5", "S6", "F9", "W5"))
    func life() throws {
        try withDevice { device in
            let app = try device.install("NewApp", id: "org.example.NewApp", infoPlist())
            try device.open(app)
            try device.wait(app, toPrint: "active")
            #expect(
                try device.lines(app) == [
                    "launched: launches 1, refreshes in the background 0", "comes to the front",
                    "active",
                ])
            #expect(
                try device.quiesce("screen").out.contains(
                    "launches 1, refreshes in the background 0"))
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try device.lines(app).suffix(3) == ["inactive", "left", "saved"])

            try device.perform(
                .fetch(.sendTask(app: app, identifier: "org.example.NewApp.refresh")))
            try device.wait(app, toPrint: "refreshed: launches 1, refreshes in the background 1")
            try device.wait(app, toPrint: "saved", times: 2)
            try device.wait(app, "suspended")
            kill(pid_t(try device.pid(app)), SIGKILL)
            try device.wait(app, "notRunning")

            try device.open(app)
            try device.wait(
                app, toPrint: "launched: launches 2, refreshes in the background 1")
        }
    }
}
