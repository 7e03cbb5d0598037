import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The screens of apps in real processes. The app is written in Python and shows its own steps.
@Suite("The screen") struct ScreenTests {
    /// Shows a secret in front, hides it in didEnterBackground, and shows something else later,
    /// unless it was frozen before and is in front again by then.
    static let shower = """
        def scene(text, **more):
            frame = {"x": 0, "y": 0, "width": 320, "height": 480}
            label = {"string": text, "size": 17, "color": "#000000", "alignment": "left"}
            root = {"frame": frame, "text": label, **more}
            size = {"width": 320, "height": 480}
            return {"version": 1, "size": size, "orientation": "portrait", "root": root}

        class Shower(App):
            def did_become_active(self):
                self.away = False
                self.show(scene("secret"))
            def did_enter_background(self):
                self.away = True
                self.show(scene("hidden"))
                self.call_later(0, lambda: self.away and self.show(scene("late")))
            def perform_fetch(self, complete):
                self.show(scene("fetched"))
                complete("newData")
            def did_receive_input(self, event):
                print("input", json.dumps(event, sort_keys=True))
        """

    /// Installed, in front, and showing what it hides when it is left.
    private func openShower(_ device: LiveDevice) throws -> String {
        let app = try device.install(
            python: Self.shower + "\nShower().run()", id: "org.quiesce.tests.Shower",
            ["UIBackgroundModes": ["fetch"]])
        try device.open(app)
        try device.waitForScreen("secret")
        return app
    }

    @Test(
        "The screen shows the app in front, nothing of it when locked, and its snapshot when it was left",
        .behaviour("P2", "H2", "S7"))
    func life() throws {
        try withDevice { device in
            #expect(try device.screen()["shows"] as? String == "home")
            let app = try openShower(device)
            #expect(try device.screen()["shows"] as? String == "scene")
            try device.perform(.lock)
            #expect(try device.screen()["shows"] as? String == "black")
            #expect(try device.screen()["scene"] == nil)
            try device.wait(app, "suspended")
            let kept = try device.screen(app)
            #expect(kept["shows"] as? String == "snapshot")
            #expect(LiveDevice.text(of: kept) == "hidden")
            try device.perform(.unlock)
            try device.waitForScreen("secret")
        }
    }

    @Test(
        "The snapshot is a file for its owner's eyes, without what was hidden, and goes with the app",
        .behaviour("P2", "U1"))
    func file() throws {
        try withDevice { device in
            let app = try openShower(device)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let row = try #require(try device.quiesce("switcher", "--json").array().first)
            let path = try #require(row["snapshot"] as? String)
            #expect(row["snapshotTaken"] as? String != nil)
            #expect(path == "\(device.home)/snapshots/\(app).json")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("hidden") && !text.contains("secret") && !text.contains("late"))
            let modes = try [path, "\(device.home)/snapshots"].map {
                try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o600, 0o700])

            try device.perform(.uninstall(app: app))
            #expect(device.waitUntil { !FileManager.default.fileExists(atPath: path) })
        }
    }

    @Test(
        "After a fetch the snapshot is what the app shows then; it outlives the daemon and the device",
        .behaviour("P2", "F7"))
    func fetched() throws {
        try withDevice { device in
            let app = try openShower(device)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            try device.perform(.fetch(.sendFetch(app: app)))
            try device.wait(for: "the end of it", app: app, after: mark) { $0.to == "suspended" }
            #expect(device.waitUntil { LiveDevice.text(of: try? device.screen(app)) == "fetched" })
            try device.perform(.reboot)
            try device.wait(app, "notRunning")
            #expect(LiveDevice.text(of: try device.screen(app)) == "fetched")
        }
    }

    @Test(
        "An app that comes back shows its snapshot until it has drawn, and the answer says so",
        .behaviour("P2", "S6"))
    func comesBack() throws {
        try withDevice { device in
            let app = try device.install(
                python: Self.shower + """

                    class Slow(Shower):
                        def __init__(self):
                            super().__init__()
                            self.times = 0
                        def did_become_active(self):
                            self.times += 1
                            if self.times == 1:
                                super().did_become_active()
                        def did_enter_background(self):
                            self.show(scene("hidden"))
                    Slow().run()
                    """, id: "org.quiesce.tests.Slow")
            try device.open(app)
            try device.waitForScreen("secret")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.open(app)
            try device.wait(app, "active")
            let back = try device.screen()
            #expect(back["shows"] as? String == "snapshot")
            #expect(LiveDevice.text(of: back) == "hidden")
        }
    }

    @Test(
        "A tap, a shake and a button reach the app in front", .behaviour("D1", "H2"))
    func input() throws {
        try withDevice { device in
            let app = try openShower(device)
            #expect(try device.quiesce("send", "touch", "160", "52.5").code == 0)
            #expect(try device.quiesce("send", "shake").code == 0)
            #expect(try device.quiesce("send", "remote-control", "nextTrack").code == 0)
            try device.wait(app, toPrint: "nextTrack")
            #expect(
                try device.lines(app).filter { $0.hasPrefix("input") } == [
                    #"input {"phase": "began", "type": "touch", "x": 160, "y": 52.5}"#,
                    #"input {"phase": "ended", "type": "touch", "x": 160, "y": 52.5}"#,
                    #"input {"type": "shake"}"#,
                    #"input {"command": "nextTrack", "type": "remoteControl"}"#,
                ])
            let outside = try device.quiesce("send", "touch", "320", "10")
            #expect(outside.code == 1 && outside.error.contains("320"))
            #expect(try device.quiesce("send", "touch", "left", "10").code == 64)
            #expect(try device.quiesce("send", "touch", "1", "1", "--phase", "up").code == 64)
            try device.perform(.home)
            let nobody = try device.quiesce("send", "touch", "1", "1")
            #expect(nobody.code == 1 && nobody.error.contains("in front"))
        }
    }

    @Test(
        "An app in front that doesn't answer input is said not to respond, and lives",
        .behaviour("H3"))
    func unresponsive() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    import os, time
                    class Hung(App):
                        def did_receive_input(self, event):
                            open("Documents/hung", "w").close()
                            while os.path.exists("Documents/hung"):
                                time.sleep(0.01)
                    os.chdir(os.environ["QUIESCE_CONTAINER"])
                    Hung().run()
                    """, id: "org.quiesce.tests.Hung")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["shake"]))
            try device.wait(for: "word of it", app: app) { $0.reason == "unresponsive" }
            #expect(try device.ps(app).unresponsive == true)
            #expect(try device.why(app).pending.contains { $0.kind == "input" && $0.rule == "H3" })
            try FileManager.default.removeItem(
                atPath: "\(device.home)/containers/\(app)/Documents/hung")
            try device.wait(for: "an answer", app: app) { $0.reason == "responsive" }
            #expect(try device.ps(app).unresponsive == nil)
            #expect(try device.ps(app).state == "active")
        }
    }

    @Test(
        "Drawings have the app's images in them, and nothing from outside of the app",
        .behaviour("P2"))
    func images() throws {
        try withDevice { device in
            let app = try device.install(
                python: Self.shower + """

                    import os
                    PNG = b"\\x89PNG\\r\\n\\x1a\\n"
                    class Images(Shower):
                        def did_become_active(self):
                            with open("Documents/own.png", "wb") as file:
                                file.write(PNG + b"own")
                            with open("Documents/text.png", "w") as file:
                                file.write("<svg/>")
                            os.symlink("/etc/passwd", "Documents/link.png")
                            os.symlink("/", "Documents/root")
                            os.mkfifo("Documents/fifo.png")
                            names = ["own.png", "text.png", "link.png", "root/etc/passwd",
                                     "fifo.png", "missing.png"]
                            frame = {"x": 0, "y": 0, "width": 9, "height": 9}
                            self.show(scene("images", children=[
                                {"frame": frame, "image": "Documents/" + name} for name in names]))
                    os.chdir(os.environ["QUIESCE_CONTAINER"])
                    Images().run()
                    """, id: "org.quiesce.tests.Images")
            try device.open(app)
            try device.waitForScreen("images")
            let drawing = try device.quiesce("screen", "--svg", "-")
            #expect(drawing.code == 0)
            #expect(drawing.out.components(separatedBy: "href=").count == 2)
            #expect(drawing.out.components(separatedBy: "<path ").count == 6)
            let own = Data([0x89] + Array("PNG\r\n\u{1a}\nown".utf8)).base64EncodedString()
            #expect(drawing.out.contains("data:image/png;base64,\(own)"))
            #expect(!drawing.out.contains("root:"))
        }
    }

    @Test("A page of the switcher has every app's last screen")
    func page() throws {
        try withDevice { device in
            let app = try openShower(device)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let page = try device.quiesce("switcher", "--html", "-")
            #expect(page.code == 0)
            #expect(page.out.contains("hidden</text>") && page.out.contains(app))
            #expect(!page.out.contains("secret"))
        }
    }
}

extension LiveDevice {
    /// The answer of `quiesce screen --json`.
    func screen(_ app: String? = nil) throws -> [String: Any] {
        let answer =
            try app.map { try quiesce("screen", $0, "--json") } ?? quiesce("screen", "--json")
        return try answer.object()
    }

    /// The text of a scene's window.
    static func text(of screen: [String: Any]?) -> String? {
        let scene = screen?["scene"] as? [String: Any]
        let root = scene?["root"] as? [String: Any]
        return (root?["text"] as? [String: Any])?["string"] as? String
    }

    func waitForScreen(_ text: String) throws {
        guard waitUntil({ (try? Self.text(of: screen())) == text }) else {
            throw Failure(description: "the screen never showed \(text): \(try screen())")
        }
    }

    /// Asks again and again, as nothing tells.
    func waitUntil(_ holds: () -> Bool) -> Bool {
        let end = Date() + Self.patience
        while Date() < end {
            if holds() { return true }
        }
        return false
    }
}
