import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("What an app asks for right after it is done") struct AfterCompletionTests {
    /// An app that asks for a notification then, suspended.
    private func suspended(_ device: LiveDevice, _ arguments: String...) throws -> String {
        let app = try device.install(
            "KitTestApp", id: "org.quiesce.tests.Afterwards",
            ["UIBackgroundModes": ["fetch", "remote-notification"]])
        // A question would keep it from becoming active.
        for permission in ["notifications", "bluetooth"] {
            try device.perform(
                .permission(
                    .setPermission(app: app, permission: permission, state: "authorized")))
        }
        try device.perform(.open(app: app, arguments: ["--afterwards"] + arguments))
        try device.wait(app, "active")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return app
    }

    /// Waits until it is suspended again, and the notification is shown, in either order.
    private func expectShown(
        _ number: Int, _ device: LiveDevice, _ app: String, after mark: UInt64
    ) throws {
        let end = try device.wait(for: "its end", app: app, after: mark) { $0.to == "suspended" }
        _ = try device.waitUntilShown(body: "after \(number)", of: app)
        #expect(try device.log(app).allSatisfy { $0.seq <= end.seq || $0.kind != "wake" })
        #expect(try device.ps(app).state == "suspended")
    }

    @Test(
        "A notification that is asked for behind the completion of a fetch is shown, sixty times in a row",
        .behaviour("F5", "N4"), arguments: ["block", "callback", "later", "task"])
    func sixtyFetches(way: String) throws {
        try withDevice { device in
            let app = try suspended(device, way)
            for number in 1...60 {
                let mark = try device.mark()
                try device.wake(app, for: "fetch")
                try expectShown(number, device, app, after: mark)
            }
        }
    }

    @Test("So is one behind that of a push", .behaviour("R5", "N4"))
    func pushes() throws {
        try withDevice(profile: LiveDevice.unlimitedPushes) { device in
            let app = try suspended(device, "block")
            for number in 1...20 {
                let mark = try device.mark()
                try device.wake(app, for: "push")
                try expectShown(number, device, app, after: mark)
            }
        }
    }

    @Test(
        "So is one behind the end of a background task", .behaviour("T6", "N4"))
    func tasks() throws {
        try withDevice { device in
            let app = try suspended(device, "block", "--task")
            _ = try device.waitUntilShown(body: "after 1", of: app)
            for number in 2...20 {
                try device.open(app)
                try device.wait(app, "active")
                let mark = try device.mark()
                try device.perform(.home)
                try expectShown(number, device, app, after: mark)
            }
        }
    }
}
