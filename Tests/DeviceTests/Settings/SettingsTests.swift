import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Settings on a device") struct SettingsTests {
    @Test(
        "A running app is told of a changed setting at once, a suspended one when it wakes",
        .behaviour("Q4", "Q5", "Q6", "D1"), arguments: Freezer.available)
    func changed(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let app = try device.installRecorder()
            try device.perform(
                .setting(.setSetting(app: app, key: "speed", value: .string("slow"))))
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.tell(app, "setting speed")
            try device.wait(app, toPrint: "setting slow")
            #expect(try device.quiesce("send", "defaults", "Recorder", "speed", "fast").code == 0)
            try device.wait(app, toPrint: "event defaults fast")
            try device.perform(.home)
            try device.wait(app, "suspended")
            for speed in ["1", "2", "3"] {
                #expect(try device.quiesce("settings", "Recorder", "speed", speed).code == 0)
            }
            try device.perform(.setting(.setSetting(app: app, key: "mood", value: .bool(true))))
            try device.perform(.setting(.setSetting(app: app, key: "mood", value: nil)))
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            let woken = try device.lines(app).drop { $0 != "event defaults 3" }
            #expect(woken.dropFirst().first == "notification willEnterForeground")
            #expect(try device.lines(app).count { $0.hasPrefix("event defaults") } == 2)
            let merged = try device.log(app).filter { $0.kind == "merge" }.map(\.detail)
            #expect(merged == ["defaults: 5 → 1"])
        }
    }

    @Test("What the app saves itself stays, and so does what is set meanwhile", .behaviour("Q5"))
    func concurrent() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "set name Ada")
            try device.wait(app, toPrint: "saved true")
            try device.perform(.setting(.setSetting(app: app, key: "speed", value: .real(0.5))))
            try device.wait(app, toPrint: "event defaults 0.5")
            try device.tell(app, "set name Grace")
            try device.wait(app, toPrint: "saved true", times: 2)
            let rows = try device.quiesce("settings", "Recorder", "--json").array()
            let settings = Dictionary(
                uniqueKeysWithValues: rows.map { ($0["key"] as? String ?? "", $0) })
            #expect(settings["name"]?["value"] as? String == "Grace")
            #expect(settings["speed"]?["value"] as? Double == 0.5)
            #expect(settings["speed"]?["type"] as? String == "real")
        }
    }

    @Test("Values keep their types, in the file that UserDefaults reads", .behaviour("Q5"))
    func types() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            let typed = [
                ("a", "true", "bool"), ("b", "3", "integer"), ("c", "2026-11-21", "date"),
                ("d", "0.25", "real"), ("e", "007", "string"), ("f", "infinity", "string"),
                ("g", "äöü <&>", "string"),
            ]
            for (key, value, _) in typed {
                #expect(try device.quiesce("settings", app, key, value).code == 0)
            }
            #expect(try device.quiesce("settings", app, "h", "12", "--string").code == 0)
            let rows = try device.quiesce("settings", app, "--json").array()
            #expect(
                rows.map { $0["type"] as? String } == typed.map(\.2) + ["string"])
            let container = try #require(
                try device.quiesce("apps", "--json").array().first?["container"] as? String)
            let path = container + "/Library/Preferences/\(app).plist"
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let list =
                try PropertyListSerialization.propertyList(from: data, format: nil)
                as? [String: Any]
            #expect(list?["a"] as? Bool == true)
            #expect(list?["g"] as? String == "äöü <&>")
            #expect(list?["c"] is Date)
            let text = try device.quiesce("settings", app, "b").out
            #expect(text.contains("integer") && text.contains("3"))
            #expect(try device.quiesce("settings", app, "b", "--delete").code == 0)
            #expect(try device.quiesce("settings", app, "b").code == 1)
        }
    }

    @Test("What the app left in the file's place is no way out of its container", .behaviour("Q5"))
    func hostileFiles() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            #expect(try device.quiesce("settings", app, "a", "1").code == 0)
            let container = try #require(
                try device.quiesce("apps", "--json").array().first?["container"] as? String)
            let folder = container + "/Library/Preferences"
            let file = "\(folder)/\(app).plist"
            let files = FileManager.default
            for content in ["", "<plist", "bplist00rubbish", "<plist><array/></plist>"] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: file))
                let result = try device.quiesce("settings", app, "a", "2")
                #expect(result.code == 1, "\(content)")
                #expect(result.error.split(separator: "\n").count == 1)
            }
            let victim = device.scratch + "/victim"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: victim))
            try files.removeItem(atPath: file)
            try files.createSymbolicLink(atPath: file, withDestinationPath: victim)
            #expect(try device.quiesce("settings", app, "a", "2").code == 1)
            try files.removeItem(atPath: folder)
            try files.createSymbolicLink(atPath: folder, withDestinationPath: device.scratch)
            #expect(try device.quiesce("settings", app, "a", "2").code == 1)
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
            #expect(!files.fileExists(atPath: device.scratch + "/\(app).plist"))
        }
    }

    @Test("Unknown apps and impossible settings are refused in one line", .behaviour("Q5", "D1"))
    func refused() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            #expect(try device.quiesce("settings", "org.nobody", "a", "1").code == 1)
            #expect(
                try device.quiesce("settings", app, String(repeating: "k", count: 300), "1").code
                    == 1)
            #expect(
                try device.quiesce("settings", app, "a", String(repeating: "v", count: 20_000)).code
                    == 1)
            #expect(try device.quiesce("settings", app, "a", "\u{1}").code == 1)
            #expect(try device.quiesce("settings", app, "--delete").code == 64)
            #expect(try device.quiesce("settings", app).out.contains("No settings"))
        }
    }
}
