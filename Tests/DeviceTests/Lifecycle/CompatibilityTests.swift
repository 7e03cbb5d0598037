import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Opting out and compatibility on a device") struct CompatibilityTests {
    @Test(
        "HelloNoun is terminated when it is left: willTerminate, no background, no place in the switcher, a fresh start",
        .behaviour("O1", "W3", "W4"))
    func helloNoun() throws {
        try withDevice { device in
            let app = try device.install(example: "HelloNoun")
            try device.open(app, "--noun", "Quiesce")
            try device.wait(app, "active")
            let pid = try device.pid(app)
            #expect(try device.recents() == [app])
            try device.perform(.home)
            #expect(try device.recents() == [])
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == "optedOut")
            #expect(end.rule == "O1")
            try device.waitUntilGone(pid)
            #expect(try device.lines(app) == ["Hello, Quiesce!", "Goodbye"])
            let states = try device.log(app).compactMap(\.to)
            #expect(states == ["inactive", "active", "inactive", "notRunning"])
            try device.expectWhy(
                app, "optedOut", "O1", "UIApplicationExitsOnSuspend", "when it was left"
            )
            // It starts fresh.
            try device.open(app)
            try device.wait(app, toPrint: "Hello, world!", launch: 2)
            #expect(try device.ps(app).launch == 2)
            let state = try #require(device.contained(app, "Documents/state.json"))
            #expect(try JSONDecoder().decode([String: Int].self, from: state) == ["greetings": 1])
        }
    }

    @Test("Such an app is terminated when another is opened, too", .behaviour("O1"))
    func leftForAnother() throws {
        try withDevice { device in
            let app = try device.install(example: "HelloNoun")
            let other = try device.install(example: "ImageHop")
            try device.open(app)
            try device.wait(app, "active")
            try device.open(other)
            try device.wait(app, "notRunning")
            try device.wait(other, "active")
            #expect(try device.recents() == [other])
        }
    }

    @Test("Terminating an app that opted out may take 5 s and no more", .behaviour("O1", "W1"))
    func slowToEnd() throws {
        try withDevice(profile: "terminationLimitSeconds = 1") { device in
            let app = try device.install(
                "Misbehaving", id: "org.quiesce.tests.Stubborn",
                ["UIApplicationExitsOnSuspend": true])
            try device.open(app, "--slow-terminate", "600")
            try device.wait(app, "active")
            try device.perform(.home)
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == "terminationTimedOut")
        }
    }

    @Test(
        "An app built for a system before 4.0 is terminated when it is left; a later one isn't",
        .behaviour("O3", "W3", "W4"), arguments: [("3.1.3", true), ("4.0", false), ("10.2", false)])
    func builtFor(version: String, ends: Bool) throws {
        try withDevice { device in
            let app = try device.install(
                "Misbehaving", id: "org.quiesce.tests.Old", ["DTPlatformVersion": version])
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            let end = try device.wait(for: "its end", app: app) {
                ["notRunning", "suspended"].contains($0.to)
            }
            #expect(end.to == (ends ? "notRunning" : "suspended"))
            #expect(end.reason == (ends ? "builtForOldSystem" : "idle"))
            if ends {
                #expect(end.rule == "O3")
                #expect(try device.lines(app).suffix(2) == ["willResignActive", "willTerminate"])
                #expect(try device.recents() == [])
            }
        }
    }

    @Test(
        "Where the device does not multitask, leaving an app terminates it, and nothing runs in the background",
        .behaviour("O2", "W3", "W4"))
    func noMultitasking() throws {
        try withDevice(profile: "base = \"ios8\"\nmultitaskingSupported = false") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, toPrint: "didBecomeActive")
            try device.perform(.home)
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == "multitaskingUnavailable")
            #expect(end.rule == "O2")
            #expect(try device.lines(app).suffix(2) == ["willResignActive", "willTerminate"])
            let refusal = try device.call(.fetch(.sendFetch(app: app))).refusal
            #expect(refusal?.reason == "multitaskingUnavailable")
            #expect(refusal?.rule == "O2")
        }
    }

    @Test(
        "Unknown background modes are reported at the installation and do no harm",
        .behaviour("O4"))
    func unknownMode() throws {
        try withDevice { device in
            let bundle = try device.bundle("Teleporter") { bundle in
                try FileManager.default.copyItem(
                    at: BuiltProducts.directory.appendingPathComponent("ImageHop"),
                    to: bundle.appendingPathComponent("ImageHop"))
                try PropertyListSerialization.data(
                    fromPropertyList: [
                        "CFBundleIdentifier": "org.quiesce.tests.Teleporter",
                        "CFBundleExecutable": "ImageHop",
                        "UIBackgroundModes": ["fetch", "teleport"],
                    ], format: .xml, options: 0
                ).write(to: bundle.appendingPathComponent("Info.plist"))
            }
            let answer = try device.install(bundle)
            #expect(answer.refusal == nil)
            #expect(
                answer.message?.contains("unknown background modes are ignored: teleport (O4)")
                    == true)
            try device.wake("org.quiesce.tests.Teleporter", for: "fetch")
            try device.wait("org.quiesce.tests.Teleporter", "suspended")
        }
    }

    @Test(
        "A wake-up for which the app declared no mode is refused, in the answer, the log and why",
        .behaviour("O4", "W2", "D2"),
        arguments: [("fetch", "fetch"), ("push", "remote-notification")])
    func undeclaredMode(cause: String, mode: String) throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            let refusal = try #require(
                device.call(
                    cause == "fetch"
                        ? .fetch(.sendFetch(app: app))
                        : .push(.sendPush(app: app, payload: WakeTests.silent))
                ).refusal)
            #expect(refusal.reason == "modeNotDeclared")
            #expect(refusal.rule == "O4")
            let words = "its Info.plist does not declare the mode \"\(mode)\""
            #expect(refusal.message.hasPrefix("\(app): \(words)"))
            #expect(refusal.message.contains("(O4)"))
            let row = try #require(device.log(app).last)
            #expect(row.kind == "refuse")
            #expect(row.reason == "modeNotDeclared")
            #expect(row.rule == "O4")
            let why = try device.why(app, not: cause)
            #expect(why.obstacles.first?.reason == "modeNotDeclared")
            #expect(why.sentence.hasPrefix("ImageHop would not be woken for a \(cause): \(words)"))
            #expect(try device.ps(app).state == "notRunning")
        }
    }
}

extension LiveDevice {
    /// The apps in the switcher, the newest first.
    func recents() throws -> [String] {
        try perform(.switcher).items.map {
            try ProcessRow.read(Array($0.utf8)).id
        }
    }
}
