import Foundation
import QuiesceDesktop
import Synchronization
import TestSupport
import Testing

@Suite("A desktop that isn't there, goes, or says nothing", .behaviour("N2"))
struct DesktopFailureTests {
    private let scratch: ScratchDirectory
    private let heard = Heard()

    init() throws { scratch = try ScratchDirectory() }

    private func notifications(
        _ desktop: MockedDesktop, answerSeconds: UInt64 = 30
    ) throws -> DesktopNotifications {
        let address = desktop.address
        return try heard.notifications(
            at: { address }, memory: scratch.file("shown"), answerSeconds: answerSeconds)
    }

    private func shown(_ id: UInt64) -> Banner {
        Banner(id: id, app: "org.example.tea", title: "Tea Timer", body: "Tea \(id)")
    }

    /// Waits until the desktop has it.
    private func show(_ id: UInt64, by notifications: DesktopNotifications) throws {
        let done = DispatchSemaphore(value: 0)
        notifications.show(shown(id)) { _ in done.signal() }
        try #require(done.wait(timeout: .now() + 60) == .success, "it is shown")
    }

    @Test("It is said of each whether the desktop has it, and what is asked before the end is done")
    func done() throws {
        let desktop = try MockedDesktop(in: scratch)
        let notifications = try notifications(desktop)
        let has = Mutex<[Bool]>([])
        let done = DispatchSemaphore(value: 0)
        for id: UInt64 in 1...2 {
            notifications.show(shown(id)) { isShown in
                has.withLock { $0.append(isShown) }
                done.signal()
            }
            try #require(done.wait(timeout: .now() + 60) == .success, "it is said")
            if id == 1 { try desktop.serve() }
        }
        #expect(has.withLock { $0 } == [false, true])
        notifications.close(2)
        notifications.shutdown()
        #expect(try desktop.next("CloseNotification").args == [1])
    }

    @Test("Without a bus it is said once, and the first notification after it came is shown")
    func noBus() throws {
        let desktop = try MockedDesktop(in: scratch, withBus: false)
        let address = desktop.address
        let gate = Gate()
        let notifications = try heard.notifications(at: { gate.isOpen ? address : nil })
        notifications.show(shown(1))
        notifications.show(shown(2))
        #expect(
            try heard.next()
                == .warned("there is no session bus: notifications aren't shown on a desktop"))
        gate.open()
        notifications.show(shown(3))
        guard case .warned(let problem) = try heard.next() else {
            Issue.record("what is wrong with the address is said")
            return
        }
        #expect(problem.contains("No such file"))
        try desktop.openBus()
        try desktop.serve()
        notifications.show(shown(4))
        #expect(try desktop.next("Notify").args[4] == "Tea 4")
        #expect(try heard.next() == .warned("the desktop shows notifications again"))
    }

    @Test(
        "Nothing but a socket of this machine is a bus",
        arguments: [
            "tcp:host=localhost,port=1", "unixexec:path=/bin/false",
            "unix:path=/x;unixexec:path=/bin/false",
            "nonsense", "", "unix:", ";",
        ])
    func addresses(_ address: String) throws {
        let notifications = try heard.notifications(at: { address })
        notifications.show(shown(1))
        guard case .warned = try heard.next() else {
            Issue.record("it is said")
            return
        }
    }

    @Test("The environment says where the bus is")
    func environment() throws {
        let path = scratch.path
        #expect(DesktopNotifications.sessionBus([:]) == nil)
        #expect(DesktopNotifications.sessionBus(["XDG_RUNTIME_DIR": path]) == nil)
        try Data().write(to: URL(fileURLWithPath: scratch.file("bus")))
        #expect(
            DesktopNotifications.sessionBus(["XDG_RUNTIME_DIR": path]) == "unix:path=\(path)/bus")
        #expect(
            DesktopNotifications.sessionBus([
                "XDG_RUNTIME_DIR": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/other",
            ]) == "unix:path=/other")
    }

    @Test("A bus without a notification server: said once, and the server may come later")
    func noServer() throws {
        let desktop = try MockedDesktop(in: scratch)
        let notifications = try self.notifications(desktop)
        notifications.show(shown(1))
        #expect(
            try heard.next()
                == .warned(
                    "nobody shows notifications on this desktop (org.freedesktop.Notifications)"))
        try desktop.serve()
        notifications.show(shown(2))
        #expect(try desktop.next("Notify").args[4] == "Tea 2")
        #expect(try heard.next() == .warned("the desktop shows notifications again"))
    }

    @Test("Another server shows anew what its predecessor showed, and the old numbers mean nothing")
    func anotherServer() throws {
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        let notifications = try self.notifications(desktop)
        for id in [UInt64(1), 2] {
            try show(id, by: notifications)
            _ = try desktop.next("Notify")
        }
        try desktop.killServer()
        try desktop.serve("body")
        notifications.show(shown(2))
        let again = try desktop.next("Notify")
        #expect(again.args[1] == 0)
        // Its own capabilities count, not the last one's.
        #expect(again.args[5] == [])
        try desktop.choose(2)  // That was the old one's number.
        try desktop.choose(1)
        // The notifications of the old server vanished with it.
        #expect(try heard.next() == .vanished(1))
        #expect(try heard.next() == .vanished(2))
        #expect(try heard.next() == .chosen(2))
        #expect(heard.isEmpty)
    }

    @Test("A bus that died and came back is used again")
    func busReturns() throws {
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        let notifications = try self.notifications(desktop)
        try show(1, by: notifications)
        _ = try desktop.next("Notify")
        try desktop.killBus()
        guard case .warned(let problem) = try heard.next() else {
            Issue.record("that the bus has gone is said")
            return
        }
        #expect(problem.hasPrefix("the session bus can't be used"))
        try desktop.openBus()
        try desktop.serve()
        notifications.show(shown(1))
        let again = try desktop.next("Notify")
        #expect(again.args[1] == 0)
        #expect(try heard.next() == .warned("the desktop shows notifications again"))
        try desktop.choose(1)
        #expect(try heard.next() == .chosen(1))
    }

    @Test("A bus that dies over a question is what is said to be gone, not its server")
    func busDiesOverQuestion() throws {
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        let notifications = try self.notifications(desktop)
        try show(1, by: notifications)
        try desktop.freeze()
        notifications.show(shown(2))
        try desktop.killBus()
        guard case .warned(let problem) = try heard.next() else {
            Issue.record("that the bus has gone is said")
            return
        }
        #expect(problem.hasPrefix("the session bus can't be used"))
    }

    @Test("A server that never answers costs what was to be shown, not what comes later")
    func silentServer() throws {
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        // It answers in time once it can.
        let notifications = try self.notifications(desktop, answerSeconds: 5)
        try desktop.freeze()
        notifications.show(shown(1))
        notifications.show(shown(2))
        #expect(
            try heard.next() == .warned("the desktop's notification server doesn't answer"))
        try desktop.thaw()
        notifications.show(shown(3))
        #expect(try desktop.next("Notify").args[4] == "Tea 3")
        #expect(try heard.next() == .warned("the desktop shows notifications again"))
    }

    @Test("A bus that lets nobody in is given up")
    func silentBus() throws {
        let socket = try ListeningSocket(scratch.file("bus"))
        let notifications = try heard.notifications(
            at: { [path = socket.path] in "unix:path=\(path)" }, answerSeconds: 1)
        notifications.show(shown(1))
        guard case .warned(let problem) = try heard.next() else {
            Issue.record("it is said")
            return
        }
        #expect(problem.contains("timed out"))
        notifications.shutdown()
    }

    @Test("What the desktop can't take in time is bounded")
    func flood() throws {
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        let notifications = try self.notifications(desktop)
        try desktop.freeze()
        for id in 1...UInt64(DesktopLimits.waiting) + 10 { notifications.show(shown(id)) }
        #expect(
            try heard.next()
                == .warned("the desktop is behind: some notifications aren't shown there"))
        try desktop.thaw()
        for id in 1...DesktopLimits.waiting {
            #expect(try desktop.next("Notify").args[4] == .text("Tea \(id)"))
        }
        #expect(try heard.next() == .warned("the desktop shows notifications again"))
        #expect(desktop.rest("Notify") == 0)
    }
}
