import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Tests/IOSLinks, which is written as for iOS, on a device.
@Suite("URLs and quick actions on a device") struct LinksOnDeviceTests {
    private func install(_ device: LiveDevice, _ name: String) throws -> String {
        try device.install(
            "IOSLinks", id: "org.quiesce.tests.links.\(name)",
            ["CFBundleURLTypes": [["CFBundleURLSchemes": ["links-\(name)"]]]])
    }

    @Test(
        "A URL launches an app, is handed to it when it is in front, and thaws it when it is frozen",
        .behaviour("S3", "S6"))
    func openURL() throws {
        try withDevice { device in
            let app = try install(device, "a")
            #expect(try device.quiesce("open-url", "links-a://dead").code == 0)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "launched for links-a://dead of nobody")
            try device.wait(app, toPrint: "open links-a://dead of nobody inactive")
            #expect(try device.quiesce("open-url", "LINKS-A://front", "--app", app).code == 0)
            try device.wait(app, toPrint: "://front of nobody active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try device.quiesce("open-url", "links-a://frozen").code == 0)
            try device.wait(app, toPrint: "open links-a://frozen of nobody inactive")
            try device.wait(app, "active")
            let log = try device.quiesce("log", "--app", app)
            #expect(log.out.contains("openedByURL"))
            #expect(!log.out.contains("frozen of"))
        }
    }

    @Test("An app opens another's URL, and hears that it did; a scheme that no app has is refused")
    func others() throws {
        try withDevice { device in
            let first = try install(device, "a")
            let second = try install(device, "b")
            #expect(try device.quiesce("open-url", "links-a://open?links-b://hello").code == 0)
            try device.wait(second, "active")
            try device.wait(second, toPrint: "launched for links-b://hello of \(first)")
            let printed = try device.wait(first, toPrint: "left")
            #expect(printed.contains("can true\nopened true\nleft"))
            #expect(try device.quiesce("open-url", "links-b://open?links-c://hello").code == 0)
            try device.wait(second, toPrint: "opened false")
            let refused = try device.quiesce("open-url", "links-c://hello")
            #expect(refused.code == 1)
            #expect(refused.error.contains("links-c"))
            #expect(refused.error.contains("CFBundleURLTypes"))
        }
    }

    @Test(
        "A quick action is performed by an app that runs, and launches one that doesn't",
        .behaviour("S3"))
    func shortcut() throws {
        try withDevice { device in
            let app = try install(device, "a")
            try device.open(app)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "launched")
            #expect(try device.quiesce("open", app, "--shortcut", "new").code == 0)
            try device.wait(app, toPrint: "action new New note inbox")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(try device.quiesce("open", app, "--shortcut", "new").code == 0)
            try device.wait(app, toPrint: "launched for new")
            try device.wait(app, toPrint: "action new New note inbox")
        }
    }

    @Test(
        "A page of its domain launches an app, another app opens one, and a tool has it go on with an activity",
        .behaviour("S3", "S6"))
    func activities() throws {
        try withDevice { device in
            let reader = try device.install(
                "IOSLinks", id: "org.quiesce.tests.links.reader",
                [
                    "com.apple.developer.associated-domains": ["applinks:*.example.com"],
                    "NSUserActivityTypes": ["reading"],
                ])
            let other = try install(device, "a")
            #expect(try device.quiesce("open-url", "https://www.example.com/x").code == 0)
            try device.wait(reader, "active")
            try device.wait(
                reader,
                toPrint: "launched for NSUserActivityTypeBrowsingWeb https://www.example.com/x")
            try device.wait(reader, toPrint: "page https://www.example.com/x")
            let page = "links-a://universal?https://shop.example.com/y"
            #expect(try device.quiesce("open-url", page).code == 0)
            try device.wait(other, toPrint: "opened true")
            try device.wait(reader, toPrint: "page https://shop.example.com/y")
            try device.perform(.home)
            try device.wait(reader, "suspended")
            #expect(
                try device.quiesce(
                    "open", reader, "--activity", "reading", "--user-info", #"{"page":7}"#
                ).code == 0)
            try device.wait(reader, toPrint: "restores 7")
            let log = try device.quiesce("log", "--app", reader)
            #expect(log.out.contains("openedByActivity"))
            #expect(!log.out.contains("com/y"))
            let refused = try device.quiesce("open", other, "--activity", "reading")
            #expect(refused.code == 1)
            #expect(refused.error.contains("NSUserActivityTypes"))
            let none = try device.quiesce("open-url", "https://example.com/")
            #expect(none.code == 1)
            #expect(none.error.contains("com.apple.developer.associated-domains"))
        }
    }

    @Test("A desktop's entry follows the apps that are installed, and opens a URL with its app")
    func desktop() throws {
        try withDevice { device in
            let app = try install(device, "a")
            let dataHome = try ScratchDirectory()
            func entries(_ arguments: String...) throws -> [String] {
                let command = [
                    "/usr/bin/env", "XDG_DATA_HOME=" + dataHome.path, BuiltProducts.path("quiesce"),
                    "desktop-entries",
                ]
                let run = try LiveDevice.run(command + arguments, home: device.home)
                #expect(run.code == 0, "\(run.error)")
                return try FileManager.default.contentsOfDirectory(
                    atPath: dataHome.file("applications")
                ).filter { $0.hasSuffix(".desktop") }
            }
            #expect(try entries() == ["quiesce-\(app).desktop"])
            let text = try String(
                contentsOfFile: dataHome.file("applications/quiesce-\(app).desktop"),
                encoding: .utf8)
            let exec = try #require(text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
            // Nothing in it needs escaping: a shell reads it as a desktop does.
            let line = exec.dropFirst(5).replacing("%u", with: "links-a://desktop")
            let opened = try LiveDevice.run(["/bin/sh", "-c", String(line)], home: "/nowhere")
            #expect(opened.code == 0, "\(opened.error)")
            try device.wait(app, "active")
            try device.wait(app, toPrint: "launched for links-a://desktop of nobody")
            #expect(try device.quiesce("uninstall", app).code == 0)
            #expect(try entries().isEmpty)
        }
    }
}
