import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Permissions on a device") struct PermissionTests {
    private func prompts(_ device: LiveDevice) throws -> [PromptRow] {
        try device.perform(.permission(.prompts)).items.map {
            try PromptRow.read(Array($0.utf8))
        }
    }

    @Test(
        "An app asks once, by a prompt that covers it; the answer outlives the daemon",
        .behaviour("U4"))
    func asking() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.tell(app, "register")
            try device.wait(app, "inactive")
            let prompt = try #require(try prompts(device).first)
            #expect(prompt.app == app && prompt.permission == "notifications" && prompt.shown)
            #expect(try device.quiesce("answer", "\(prompt.prompt)", "allow").code == 0)
            try device.wait(app, toPrint: "registered 5")
            try device.wait(app, "active")
            #expect(try device.quiesce("answer", "\(prompt.prompt)", "allow").code == 1)
            device.killDaemon()
            try device.start()
            try device.tell(app, "register")
            try device.wait(app, toPrint: "registered 5", times: 2)
            #expect(try prompts(device).isEmpty)
            let rows = try device.quiesce("permissions", "Recorder", "--json").array()
            #expect(rows.count == 5)
            #expect(
                rows.first { $0["permission"] as? String == "notifications" }?["state"] as? String
                    == "authorized")
        }
    }

    @Test("The user takes it back, and resets it: the app is asked for anew", .behaviour("U4"))
    func changing() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            #expect(try device.quiesce("permissions", app, "notifications", "deny").code == 0)
            try device.tell(app, "register")
            try device.wait(app, toPrint: "registered 0")
            #expect(try prompts(device).isEmpty)
            #expect(try device.quiesce("permissions", app, "notifications", "reset").code == 0)
            try device.tell(app, "register")
            try device.wait(app, "inactive")
            #expect(try device.quiesce("permissions", app, "notifications", "allow").code == 0)
            try device.wait(app, toPrint: "registered 5")
            #expect(try device.quiesce("permissions", app, "teleport", "allow").code == 64)
            #expect(try device.quiesce("permissions", app, "location", "maybe").code == 64)
        }
    }

    @Test(
        "Without background refresh nothing is fetched, the app hears of it, and why says so",
        .behaviour("F8", "U4", "D2"))
    func backgroundRefresh() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.quiesce("permissions", app, "backgroundRefresh", "deny").code == 0)
            try device.wait(app, toPrint: "event backgroundRefresh denied")
            let refusal = try #require(try device.call(.fetch(.sendFetch(app: app))).refusal)
            #expect(refusal.reason == "backgroundRefreshOff" && refusal.rule == "F8")
            let why = try device.quiesce("why", "Recorder", "--not", "fetch").out
            #expect(why.contains("background refresh off"))
            #expect(try device.quiesce("permissions", app, "backgroundRefresh", "reset").code == 0)
            try device.wait(app, toPrint: "event backgroundRefresh available")
            #expect(try device.quiesce("send", "background-refresh", "off").code == 0)
            try device.wait(app, toPrint: "event backgroundRefresh denied", times: 2)
            #expect(try device.call(.fetch(.sendFetch(app: app))).refusal?.rule == "F8")
            #expect(try device.quiesce("send", "background-refresh", "on").code == 0)
            try device.wait(app, toPrint: "event backgroundRefresh available", times: 2)
        }
    }
}
