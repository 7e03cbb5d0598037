import Foundation
import QuiesceWire
import TestSupport
import Testing

/// From an app to the user's desktop and back: a real daemon, a real app, and a desktop's
/// notification server.
@Suite("Alarms on a desktop", .behaviour("N2")) struct BannerTests {
    private let desktop: MockedDesktop
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
    }

    private func withDesktop(_ body: (LiveDevice, Alarms) throws -> Void) throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.wrapper = ["env", "DBUS_SESSION_BUS_ADDRESS=\(desktop.address)"]
        try device.start()
        try body(device, try Alarms(device))
    }

    private func nextBanner(_ name: String) throws {
        let call = try desktop.next("Notify")
        #expect(call.args[4].text == "It is \(name)")
        #expect(call.args[5] == ["default", "Drink", "open", "Drink"])
    }

    @Test("The user chooses a banner: its frozen app comes to the front with it")
    func frozen() throws {
        try withDesktop { device, alarms in
            try alarms.schedule("tea", in: Alarms.soon, "action='Drink'")
            try alarms.suspend()
            try nextBanner("tea")
            #expect(try device.ps(alarms.app).state == "suspended")
            try desktop.choose(1, "open")
            try alarms.wait(for: "opened tea")
            #expect(try device.ps(alarms.app).state == "active")
            #expect(try desktop.next("CloseNotification").args == [1])
            #expect(try alarms.rows().isEmpty)
        }
    }

    @Test("The same of a dead app, which is launched for it; the daemon was killed meanwhile")
    func dead() throws {
        try withDesktop { device, alarms in
            try alarms.schedule("tea", in: Alarms.soon, "action='Drink'")
            try alarms.quit()
            try nextBanner("tea")
            // Until the daemon has recorded that it is shown, the next one would show it again.
            _ = try alarms.waitUntilShown("tea")
            device.killDaemon()
            try device.start()
            // The new daemon asks the server what it still shows before it hears of anything.
            try waitUntil("the banner opens the app") {
                // The second, where the first was killed before it had recorded the server's
                // answer.
                for banner in 1...2 { try desktop.choose(banner) }
                return try device.ps(alarms.app).state == "active"
            }
            #expect(
                try alarms.calls().prefix(2)
                    == ["didFinishLaunching localNotification", "launched by tea"])
            #expect(try alarms.rows().isEmpty)
        }
    }
}
