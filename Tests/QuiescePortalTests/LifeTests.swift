import Glibc
import QuiesceBus
import TestSupport
import Testing

@Suite("The life of the portal's backend", .enabled(if: TestBus.canRun, TestBus.missing))
struct LifeTests {
    @Test("Without a device no app is known, and it says so once")
    func noDevice() throws {
        let portal = try PlayedPortal()
        let caller = try portal.caller()
        for _ in 0..<2 { #expect(try caller.states()?.entries.isEmpty == true) }
        #expect(portal.log.components(separatedBy: "apps aren't known").count == 2)
        let text = try caller.call("org.freedesktop.DBus.Introspectable", "Introspect")
        #expect(text.values.first?.text?.contains("NotifyBackground") == true)
        let all = try caller.call("org.freedesktop.DBus.Properties", "GetAll") {
            call throws(BusError) in try call.append("org.freedesktop.impl.portal.Background")
        }
        #expect(all.values.first?.entries.isEmpty == true)
        #expect(
            try caller.call("org.example.Other", "Method").error?.hasSuffix("UnknownMethod") == true
        )
    }

    @Test("SIGTERM ends it in order: questions are withdrawn, and nothing stays on the screen")
    func ends() throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let caller = try portal.caller()
        let (asked, access) = (
            try caller.notify("org.example.App", handle: "1"), try caller.access("2")
        )
        for _ in 0..<2 { _ = try portal.desktop.next("Notify") }
        kill(portal.process.pid, SIGTERM)
        #expect(try caller.answer(asked).result == 2)
        #expect(try caller.answer(access).response == 2)
        for _ in 0..<2 { _ = try portal.desktop.next("CloseNotification") }
        #expect(portal.process.wait() == 0)
    }

    @Test("The next one takes away what a killed one has left on the screen")
    func killed() throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let caller = try portal.caller()
        let asked = try caller.notify("org.example.App", handle: "1")
        _ = try portal.desktop.next("Notify")
        // It has written down that it is shown once it has answered another question.
        _ = try caller.answer(caller.notify("../", handle: "2"))
        try waitUntil("it is written down") {
            access(portal.scratch.file("quiesce-portal-shown"), F_OK) == 0
        }
        portal.process.end()
        #expect(try caller.answer(asked).error != nil)
        try portal.start()
        #expect(try portal.desktop.next("CloseNotification").args == [1])
    }

    @Test("It ends by itself once nobody follows it, and a second one doesn't begin")
    func idle() throws {
        let portal = try PlayedPortal("--idle", "1")
        var caller: Caller? = try portal.caller()
        _ = try caller?.states()
        let second = try portal.tool("serve")
        #expect(second.exitCode == 1)
        #expect(second.errors.contains("another quiesce-portal"))
        // Longer than it stays without a follower: the bus answers meanwhile.
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end { #expect(try caller?.isPortalThere() == true) }
        caller = nil
        #expect(portal.process.wait() == 0)
    }

    @Test("With the bus it ends, too")
    func bus() throws {
        let portal = try PlayedPortal()
        try portal.desktop.killBus()
        #expect(portal.process.wait() == 0)
    }
}
