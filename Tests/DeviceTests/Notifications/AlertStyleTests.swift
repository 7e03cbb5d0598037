import Foundation
import QuiesceWire
import TestSupport
import Testing

/// How notifications of an app that isn't in front come over the one that is (S7, S12).
@Suite("Banners and alerts") struct AlertStyleTests {
    /// An app with pushes to show, suspended, and one in front.
    private func withFront(
        profile: String? = nil, wrapper: [String] = [],
        _ body: (LiveDevice, Pushed, Puppet) throws -> Void
    ) throws {
        let device = try LiveDevice(profile: profile)
        defer { device.tearDown() }
        device.wrapper = wrapper
        try device.start()
        let pushed = try Pushed(device)
        let front = try Puppet(device, "front")
        try device.open(front.app)
        try device.wait(front.app, "active")
        try device.wait(pushed.app, "suspended")
        try body(device, pushed, front)
    }

    private func style(_ device: LiveDevice, _ words: String...) throws {
        let command = [BuiltProducts.path("quiesce"), "notifications", "style", "pushed"]
        let result = try LiveDevice.run(command + words, home: device.home)
        #expect(result.code == 0, "\(result.error)")
    }

    private func calls(_ front: Puppet) throws -> [String] {
        try front.ask("result = calls", [String].self)
    }

    @Test(
        "A banner leaves the app in front active; an alert makes it inactive until it is dismissed",
        .behaviour("S7", "S12"))
    func bannerAndAlert() throws {
        try withFront { device, pushed, front in
            try pushed.send(1, alert: "one")
            let banner = try pushed.waitUntilShown("one")
            #expect(banner.style == "banner" && banner.covers == nil)
            #expect(try device.ps(front.app).state == "active")

            try style(device, "alert")
            try pushed.send(2, alert: "two")
            try pushed.send(3, alert: "three")
            let two = try pushed.waitUntilShown("two")
            let three = try pushed.waitUntilShown("three")
            #expect(two.style == "alert" && two.covers == true && three.covers == true)
            try device.wait(front.app, "inactive")
            for row in [two, three] {
                #expect(try device.ps(front.app).state == "inactive")
                let number = "\(row.notification)"
                #expect(try device.quiesce("notifications", "dismiss", number).code == 0)
            }
            try device.wait(front.app, "active")
            try front.run("while calls.count('didBecomeActive') < 2: time.sleep(0.002)")
            #expect(
                try calls(front).filter { $0.hasSuffix("Active") }
                    == ["didBecomeActive", "willResignActive", "didBecomeActive"])

            try style(device, "none")
            try pushed.send(4, alert: "four")
            #expect(try pushed.waitUntilShown("four").style == "none")
            #expect(try device.ps(front.app).state == "active")
            #expect(try device.ps(pushed.app).state == "suspended")
        }
    }

    @Test(
        "Opened from an alert, its app comes to the front, and the one under it is left",
        .behaviour("S7", "S12", "N2"))
    func action() throws {
        try withFront { device, pushed, front in
            try style(device, "alert")
            try pushed.send(1, alert: "one")
            let row = try pushed.waitUntilShown("one")
            try device.wait(front.app, "inactive")
            #expect(try device.quiesce("notifications", "open", "\(row.notification)").code == 0)
            try device.wait(pushed.app, "active")
            try device.wait(front.app, "suspended")
            try device.open(front.app)
            try device.wait(front.app, "active")
            try front.run("while calls.count('didBecomeActive') < 2: time.sleep(0.002)")
            #expect(
                try calls(front).suffix(5) == [
                    "didBecomeActive", "willResignActive", "didEnterBackground",
                    "willEnterForeground", "didBecomeActive",
                ])
        }
    }

    @Test(
        "The notification centre makes the app in front inactive until it is dismissed or another app is opened",
        .behaviour("S12"))
    func notificationCenter() throws {
        try withFront { device, pushed, front in
            #expect(try device.quiesce("send", "notification-center", "show").code == 0)
            try device.wait(front.app, "inactive")
            #expect(try device.quiesce("send", "notification-center", "dismiss").code == 0)
            try device.wait(front.app, "active")
            #expect(try device.quiesce("send", "notification-center", "show").code == 0)
            try device.wait(front.app, "inactive")
            try device.open(pushed.app)
            try device.wait(pushed.app, "active")
            try device.wait(front.app, "suspended")
        }
    }

    @Test("A locked screen has no alerts, and none is left of them", .behaviour("S7", "S12"))
    func locked() throws {
        try withFront { device, pushed, front in
            try style(device, "alert")
            try pushed.send(1, alert: "before")
            let before = try pushed.waitUntilShown("before")
            try device.wait(front.app, "inactive")
            _ = try device.perform(.lock)
            try pushed.send(2, alert: "locked")
            #expect(try pushed.waitUntilShown("locked").style == "banner")
            _ = try device.perform(.unlock)
            try device.wait(front.app, "active")
            let row = try pushed.shown().first { $0.notification == before.notification }
            #expect(row != nil && row?.covers == nil, "it is still listed")
        }
    }

    @Test(
        "The choice, and what lies over an app, are known to a new daemon",
        .behaviour("S12", "reliability P8"))
    func killed() throws {
        try withFront { device, pushed, front in
            try style(device, "alert")
            try pushed.send(1, alert: "one")
            let row = try pushed.waitUntilShown("one")
            try device.wait(front.app, "inactive")
            device.killDaemon()
            try device.start()
            let rows = try device.quiesce("notifications", "style", "--json").array()
            #expect(
                rows.contains { $0["style"] as? String == "alert" && $0["chosen"] as? Bool == true }
            )
            #expect(try device.ps(front.app).state == "inactive")
            #expect(try device.quiesce("notifications", "dismiss", "\(row.notification)").code == 0)
            try device.wait(front.app, "active")
            try style(device, "reset")
            #expect(try device.quiesce("notifications", "style").out.contains("banner"))
        }
    }

    @Test(
        "On the desktop an alert stays until it is answered; one that is gone by itself covers nothing",
        .behaviour("S7", "S12"))
    func desktop() throws {
        let scratch = try ScratchDirectory()
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        let wrapper = ["env", "DBUS_SESSION_BUS_ADDRESS=\(desktop.address)"]
        try withFront(wrapper: wrapper) { device, pushed, front in
            try style(device, "alert")
            try pushed.send(1, alert: "one")
            let call = try desktop.next("Notify")
            #expect(call.args[6]["urgency"] == 2 && call.args[7] == 0)
            let row = try pushed.waitUntilShown("one")
            try device.wait(front.app, "inactive")
            try desktop.closed(1, reason: 1)
            try device.wait(front.app, "active")
            #expect(try pushed.shown().map(\.notification) == [row.notification])

            try pushed.send(2, alert: "two")
            _ = try desktop.next("Notify")
            _ = try pushed.waitUntilShown("two")
            try device.wait(front.app, "inactive")
            try desktop.closed(2, reason: 2)
            try device.wait(front.app, "active")
            #expect(try pushed.shown().map(\.body) == ["one"])
        }
    }

    @Test("Before iOS 5 there are alerts, and no banners to choose", .behaviour("S12"))
    func beforeBanners() throws {
        try withFront(profile: "base = \"ios4\"") { device, pushed, front in
            let refused = try device.quiesce("notifications", "style", "pushed", "banner")
            #expect(refused.code == 1)
            #expect(refused.error.contains("no banners, like iOS before 5"))
            #expect(try device.quiesce("notifications", "style", "pushed", "loud").code == 64)
            #expect(try device.quiesce("notifications", "style", "nobody", "alert").code == 1)
            try pushed.send(1, alert: "one")
            #expect(try pushed.waitUntilShown("one").style == "alert")
            try device.wait(front.app, "inactive")
        }
    }
}
