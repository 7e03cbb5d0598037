import BusTestSupport
import Foundation
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

    @Test("A question that the server hasn't shown yet when SIGTERM comes doesn't stay, either")
    func endsBeforeItIsShown() throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let caller = try portal.caller()
        let first = try caller.notify("org.example.App", handle: "1")
        _ = try portal.desktop.next("Notify")
        try portal.desktop.freeze()
        let second = try caller.access("2")
        // It is answered behind the question, which is on its way by then.
        #expect(
            try caller.call("org.example.Other", "Method").error?.hasSuffix("UnknownMethod") == true
        )
        kill(portal.process.pid, SIGTERM)
        #expect(try caller.answer(first).result == 2)
        #expect(try caller.answer(second).response == 2)
        try portal.desktop.thaw()
        _ = try portal.desktop.next("Notify")
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
        let portal = try PlayedPortal("--idle", "2")
        let second = try portal.tool("serve")
        #expect(second.exitCode == 1)
        #expect(second.errors.contains("another quiesce-portal"))
        // Longer than it stays without a follower: the bus answers meanwhile.
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end { #expect(try portal.follower?.isPortalThere() == true) }
        portal.follower = nil
        #expect(portal.process.wait() == 0)
    }

    @Test("The session's bus starts it by the file that is installed")
    func activation() throws {
        let scratch = try ScratchDirectory()
        let name = "org.freedesktop.impl.portal.desktop.quiesce"
        let file = BuiltProducts.package.path + "/Desktop/portal/\(name).service"
        let services = scratch.file("share/dbus-1/services")
        try FileManager.default.createDirectory(
            atPath: services, withIntermediateDirectories: true)
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .replacing(
                "/usr/local/bin/quiesce-portal", with: BuiltProducts.path("quiesce-portal"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(services)/\(name).service"))
        let address = "unix:path=\(scratch.file("bus"))"
        let bus = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec dbus-daemon --session --nofork --print-address --address=\"$0\" 2>/dev/null",
                address,
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_DATA_HOME": scratch.path,
                "XDG_DATA_DIRS": scratch.file("share"), "QUIESCE_HOME": scratch.file("home"),
                "XDG_RUNTIME_DIR": scratch.path,
            ], talks: (input: false, output: true))
        defer { bus.end() }
        var serves = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&serves, 1, 60_000) == 1, "the bus serves")
        let caller = try Caller(address)
        #expect(try !caller.isPortalThere())
        #expect(try caller.states()?.entries.isEmpty == true)
        #expect(try caller.isPortalThere())
    }

    @Test("With the bus it ends, too")
    func bus() throws {
        let portal = try PlayedPortal()
        try portal.desktop.killBus()
        #expect(portal.process.wait() == 0)
    }
}
