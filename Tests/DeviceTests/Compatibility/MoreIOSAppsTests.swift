import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// More of the apps of Tests/IOSApps, which are written as for iOS, on a device.
@Suite("More apps as they are written for iOS, on a device") struct MoreIOSAppsTests {
    // MARK: Health

    /// Keeps what is put, below a folder.
    private static let server = """
        import http.server, os, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with open(os.path.join(sys.argv[1], os.path.basename(self.path)), "wb") as file: file.write(body)
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private func withServer(_ body: (_ address: String, ScratchDirectory) throws -> Void) throws {
        let folder = try ScratchDirectory()
        let server = Process()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        server.arguments = ["-c", Self.server, folder.path]
        let output = Pipe()
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        server.standardInput = FileHandle.nullDevice
        try server.run()
        // The runner may have blocked SIGTERM, which it inherits; alive it would hold the runner's
        // output.
        defer { kill(server.processIdentifier, SIGKILL) }
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try body("http://127.0.0.1:\(port)/", folder)
    }

    private static let health = "org.quiesce.tests.health"

    private func withHealth(_ body: (LiveDevice, String) throws -> Void) throws {
        try withDevice { device in
            try device.perform(.sendEvent(["network", "wifi"]))
            let app = try device.install(
                "IOSHealth", id: Self.health,
                [
                    "UIBackgroundModes": ["fetch", "processing", "remote-notification"],
                    "BGTaskSchedulerPermittedIdentifiers": [
                        "\(Self.health).refresh", "\(Self.health).upload",
                    ],
                ])
            try body(device, app)
        }
    }

    @Test(
        "A health app reads while it is frozen, and is woken for the end of the upload that its processing began",
        .behaviour("F1", "X6"), .behaviour("T1"))
    func health() throws {
        try withServer { address, folder in
            try withHealth { device, app in
                try device.quiesce("settings", app, "server", address)
                try device.open(app)
                try device.wait(app, toPrint: "launched with 0 days")
                try device.wait(app, "active")
                try device.perform(.home)
                try device.wait(app, toPrint: "saved")
                try device.wait(app, "suspended")
                try device.perform(
                    .fetch(.sendTask(app: app, identifier: "\(Self.health).refresh")))
                try device.wait(app, toPrint: "read 1250")
                try device.wait(app, "suspended")
                try device.perform(
                    .fetch(.sendTask(app: app, identifier: "\(Self.health).upload")))
                try device.wait(app, toPrint: "sending 1")
                try device.wait(app, toPrint: "finished events")
                try device.wait(app, "suspended")
                let lines = try device.lines(app)
                #expect(lines.contains("events of \(Self.health).summaries"))
                let day = try #require(lines.first { $0.hasPrefix("sent ") }).dropFirst(5)
                let sent = FileManager.default.contents(atPath: folder.file(String(day)))
                #expect(sent == Data(#"{"steps":1250}"#.utf8))
                // There is nothing else.
                try device.wake(app, for: "push")
                try device.perform(
                    .push(
                        .sendPush(
                            app: app, payload: #"{"aps":{"content-available":1},"sync":true}"#)))
                try device.wait(app, toPrint: "asked to sync 0")
            }
        }
    }

    @Test(
        "Its readings are there behind the lock, but not before the first unlock, and nothing wakes it before",
        .behaviour("P3", "U3"))
    func locked() throws {
        try withHealth { device, app in
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, toPrint: "saved")
            try device.wait(app, "suspended")
            let file = try #require(device.contained(app, "Documents/days.json"))
            #expect(file.range(of: Data("steps".utf8)) == nil)

            try device.perform(.lock)
            let refresh = ControlRequest.fetch(
                .sendTask(app: app, identifier: "\(Self.health).refresh"))
            try device.perform(refresh)
            try device.wait(app, toPrint: "read 1250")
            try device.wait(app, "suspended")

            let mark = try device.mark()
            try device.perform(.reboot)
            try device.perform(refresh)
            #expect(try device.ps(app).state == "notRunning")
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.wait(for: "its launch", app: app, after: mark) { $0.reason == "launched" }
            try device.wait(app, toPrint: "launched with 1 days")
            try device.wait(app, toPrint: "read 1500")
        }
    }

    // MARK: News

    @Test(
        "A news reader finds an article while it is frozen, is opened by its notification, a URL and a quick action, and where it was left",
        .behaviour("F1", "N2", "S3", "S6"))
    func news() throws {
        try withDevice { device in
            let server = try WebServer()
            let feed = #"[{"number":6,"title":"Snow"},{"number":7,"title":"Thaw"}]"#
            try Data(feed.utf8).write(to: URL(fileURLWithPath: server.folder.file("feed.json")))
            try device.perform(.sendEvent(["network", "wifi"]))
            let refresh = "org.quiesce.tests.news.refresh"
            let app = try device.install(
                "IOSNews", id: "org.quiesce.tests.news",
                [
                    "UIBackgroundModes": ["fetch"],
                    "BGTaskSchedulerPermittedIdentifiers": [refresh],
                    "CFBundleURLTypes": [["CFBundleURLSchemes": ["news-test"]]],
                ])
            try device.quiesce("permissions", app, "notifications", "allow")
            try device.quiesce("settings", app, "feed", server.url("feed.json"))
            try device.open(app)
            try device.wait(app, toPrint: "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.perform(.fetch(.sendTask(app: app, identifier: refresh)))
            try device.wait(app, toPrint: "refreshed 2")
            let row = try device.waitUntilShown("article-7", of: app)
            #expect(row.title == "Thaw")
            try device.wait(app, "suspended")

            #expect(try device.quiesce("notifications", "open", "\(row.notification)").code == 0)
            try device.wait(app, toPrint: "reads 7 by notification: Thaw")
            try device.wait(app, "active")
            #expect(try device.quiesce("open-url", "news-test://article/6").code == 0)
            try device.wait(app, toPrint: "reads 6 by URL: Snow")
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try device.quiesce("open", app, "--shortcut", "latest").code == 0)
            try device.wait(app, toPrint: "reads 7 by quick action: Thaw")
            try device.perform(.home)
            try device.wait(app, "suspended")
            kill(pid_t(try device.pid(app)), SIGKILL)
            try device.wait(app, "notRunning")
            try device.open(app)
            try device.wait(app, toPrint: "reads 7 by restoration: not here yet")
        }
    }

    // MARK: Thermometer

    @Test(
        "A thermometer is woken for each reading, launched for the next after its end, and warns of what is too warm",
        .behaviour("W6"), .behaviour("N1"))
    func thermometer() throws {
        try withDevice { device in
            func play(_ words: String...) throws {
                let run = try LiveDevice.run(
                    [BuiltProducts.path("quiesce"), "send", "bluetooth"] + words,
                    home: device.home)
                #expect(run.code == 0, "\(run.error)")
            }
            let app = try device.install(
                "IOSThermometer", id: "org.quiesce.tests.thermometer",
                ["UIBackgroundModes": ["bluetooth-central"]])
            for permission in ["bluetooth", "notifications"] {
                #expect(try device.quiesce("permissions", app, permission, "allow").code == 0)
            }
            try play("on")
            try device.open(app)
            try device.wait(app, toPrint: "launched by the user")
            try play("near", "Fridge", "1809/2A1C:notify=00280000FF")
            try device.wait(app, toPrint: "listening")
            try device.perform(.home)
            try device.wait(app, "suspended")
            // 4.5 degrees, and below zero: -1.5.
            try play("value", "Fridge", "2A1C", "002D0000FF")
            try device.wait(app, toPrint: "logged 1: 4.5")
            try device.wait(app, "suspended")
            try play("value", "Fridge", "2A1C", "00F1FFFFFF")
            try device.wait(app, toPrint: "logged 2: -1.5")
            try device.wait(app, "suspended")

            let mark = try device.mark()
            kill(pid_t(try device.pid(app)), SIGKILL)
            try device.wait(app, "notRunning")
            try play("value", "Fridge", "2A1C", "005F0000FF")
            try device.wait(for: "its next launch", app: app, after: mark) {
                $0.reason == "launched"
            }
            try device.wait(app, toPrint: "launched for fridge")
            try device.wait(app, toPrint: "logged 3: 9.5")
            let row = try device.waitUntilShown("warm", of: app)
            #expect(row.body == "The fridge has 9.5 degrees")
        }
    }
}
