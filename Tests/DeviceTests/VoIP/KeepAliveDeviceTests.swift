import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Keep-alive handlers of real apps") struct KeepAliveDeviceTests {
    private static let voip = ["UIBackgroundModes": ["voip"]]
    /// Five minutes are for a day's use.
    private static let profile = "keepAliveLeastSeconds = 2"

    private func install(_ device: LiveDevice, _ name: String) throws -> String {
        let app = try device.install(
            "KitTestApp", id: "org.quiesce.tests.\(name)", Self.voip)
        try device.open(app, "--fifo")
        try device.tell(app, "keepAliveLeast 2")
        return app
    }

    private func connect(_ device: LiveDevice, _ app: String, to server: CallServer) throws {
        try device.tell(app, "socket \(server.kind.rawValue) \(server.place)")
        try device.wait(app, toPrint: "kept true")
        try server.answer()
    }

    private func isKeepAlive(_ row: LogRow) -> Bool {
        row.kind == "wake" && row.reason == "wokenForKeepAlive"
    }

    @Test(
        "A suspended app is called in each interval, at most a quarter of it early, and says something by its kept socket",
        .behaviour("V1", "V2"))
    func called() throws {
        try withDevice(profile: Self.profile) { device in
            let server = try CallServer(.tcp, in: device.home)
            let phone = try install(device, "Phone")
            try connect(device, phone, to: server)
            try device.tell(phone, "keepAlive 8")
            var last = try device.wait(for: "the handler", app: phone) {
                $0.reason == "keepAliveSet"
            }
            try device.perform(.home)
            try device.wait(phone, "suspended")
            let pid = try device.pid(phone)
            for _ in 0..<3 {
                let call = try device.wait(
                    for: "a call", app: phone, after: last.seq, isKeepAlive)
                // Another interval has not passed without a call, however late a busy machine is.
                #expect(try (5.99..<16).contains(device.seconds(from: last, to: call)))
                #expect(call.rule == "V2")
                #expect(try server.receive() == "alive;")
                try device.wait(for: "its sleep", app: phone, after: call.seq) {
                    $0.to == "suspended"
                }
                last = call
            }
            #expect(try device.output(phone).components(separatedBy: "keepAlive called").count == 4)
            #expect(try device.pid(phone) == pid)
        }
    }

    @Test(
        "Two apps whose intervals end near each other are called at one moment, and an alarm's moment is shared, too",
        .behaviour("V2"))
    func together() throws {
        try withDevice(profile: Self.profile) { device in
            let apps = try ["First", "Second"].map { name in
                let app = try install(device, name)
                try device.tell(app, "begin 1")
                try device.wait(app, toPrint: "task 1")
                return app
            }
            let alarms = try Alarms(device)
            for app in apps { try device.tell(app, "keepAlive 32") }
            let set = try apps.map { app in
                try device.wait(for: "a handler", app: app) { $0.reason == "keepAliveSet" }
            }
            // Within the last quarter of both, and before either of them ends.
            try alarms.schedule("tea", in: 25)
            try alarms.suspend()
            for app in apps {
                try device.tell(app, "end 1")
                try device.wait(app, "suspended")
            }
            let calls = try zip(apps, set).map { app, set in
                try device.wait(for: "a call", app: app, after: set.seq, isKeepAlive)
            }
            #expect(calls[0].time == calls[1].time)
            let ring = try device.wait(for: "the alarm", app: alarms.app) {
                $0.reason == "notificationFired"
            }
            #expect(calls[0].time == ring.time)
            for (set, call) in zip(set, calls) {
                #expect(try (23.99..<32).contains(device.seconds(from: set, to: call)))
            }
        }
    }

    @Test(
        "One whose handler doesn't return in its time is ended, with the reason", .behaviour("V2"))
    func hangs() throws {
        try withDevice(profile: Self.profile + "\nkeepAliveLimitSeconds = 2") { device in
            let phone = try install(device, "Phone")
            try device.tell(phone, "keepAlive 4 hangs")
            try device.wait(phone, toPrint: "keepAlive true")
            try device.perform(.home)
            try device.wait(phone, "suspended")
            let pid = try device.pid(phone)
            let call = try device.wait(for: "a call", app: phone, isKeepAlive)
            try device.wait(phone, toPrint: "keepAlive called", launch: 1)
            let end = try device.wait(for: "its end", app: phone) { $0.kind == "kill" }
            #expect(end.reason == "completionHandlerMissing")
            #expect(end.rule == "V2")
            #expect(try device.seconds(from: call, to: end) >= 1.99)
            try device.waitUntilGone(pid)
        }
    }

    @Test(
        "A connection whose other end has vanished without a word is found out by the keep-alive alone",
        .behaviour("V1", "V2"), .enabled(if: geteuid() == 0, "a peer that vanishes takes root"))
    func halfOpen() throws {
        try withDevice(profile: Self.profile) { device in
            let server = try CallServer(.tcp, in: device.home)
            let phone = try install(device, "Phone")
            try connect(device, phone, to: server)
            try device.tell(phone, "keepAlive 8")
            try device.wait(phone, toPrint: "keepAlive true")
            try device.perform(.home)
            try device.wait(phone, "suspended")
            try server.vanish()
            try device.wait(for: "a call", app: phone, isKeepAlive)
            let printed = try device.wait(phone, toPrint: "error ")
            let lines = printed.split(separator: "\n").map(String.init)
            let called = try #require(lines.firstIndex(of: "keepAlive called"))
            let found = try #require(lines.firstIndex { $0.hasPrefix("error ") })
            #expect(called < found)
            #expect(lines[found].hasSuffix(" \(ECONNRESET)"))
        }
    }
}
