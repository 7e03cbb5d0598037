import BusTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "The question whether an app may run in the background",
    .enabled(if: TestBus.canRun, TestBus.missing))
struct BackgroundTests {
    @Test(
        "The user's answer goes to the portal, and nobody is asked again until it is forgotten",
        arguments: [("run", 1), ("end", 0)])
    func answers(_ button: String, _ result: Int64) throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let caller = try portal.caller()
        let first = try caller.notify("org.example.App", handle: "1")
        let shown = try portal.desktop.next("Notify")
        #expect(shown.args[3] == "My App")
        // No device has the app, so nobody could put it to sleep.
        #expect(
            shown.args[5] == ["default", "", "button:run", "Let it run", "button:end", "End"])
        #expect(try !caller.isAnswered(first))
        try portal.desktop.choose(1, "button:\(button)")
        let answer = try caller.answer(first)
        #expect(answer.response == 0)
        #expect(answer.result == result)
        _ = try portal.desktop.next("CloseNotification")
        let row = try #require(portal.answers().first)
        #expect(row["app"] == "org.example.App")
        #expect(row["answer"] == button)
        #expect(row["by"] == "user")
        let again = try caller.answer(caller.notify("org.example.App", handle: "2"))
        #expect(again.result == result)
        #expect(portal.desktop.rest("Notify") == 0)
        #expect(try portal.tool("forget", "org.example.App").exitCode == 0)
        let unknown = try portal.tool("forget", "org.example.App")
        #expect(unknown.exitCode == 1)
        #expect(unknown.errors.contains("nothing was answered"))
        _ = try caller.notify("org.example.App", handle: "3")
        _ = try portal.desktop.next("Notify")
    }

    @Test("Where nobody answers in time the app stays, and that is remembered")
    func time() throws {
        let portal = try PlayedPortal("--answer-within", "1")
        try portal.desktop.serve()
        let caller = try portal.caller()
        let answer = try caller.answer(caller.notify("org.example.App", handle: "1"))
        #expect(answer.result == 1)
        _ = try portal.desktop.next("CloseNotification")
        #expect(try portal.answers().first?["by"] == "time")
    }

    @Test("Without a notification server the app stays this time, and once there is one it asks")
    func noServer() throws {
        let portal = try PlayedPortal()
        let caller = try portal.caller()
        let answer = try caller.answer(caller.notify("org.example.App", handle: "1"))
        #expect(answer.result == 2)
        #expect(portal.log.contains("org.example.App: it may run"), "\(portal.log)")
        #expect(try portal.answers().isEmpty)
        try portal.desktop.serve()
        let second = try caller.notify("org.example.App", handle: "2")
        _ = try portal.desktop.next("Notify")
        try portal.desktop.killServer()
        #expect(try caller.answer(second).result == 2)
    }

    @Test("Two requests about one app are one question; each is withdrawn by its caller alone")
    func withdrawn() throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let (caller, other) = (try portal.caller(), try portal.caller())
        let first = try caller.notify("org.example.App", handle: "1")
        _ = try portal.desktop.next("Notify")
        let second = try caller.notify("org.example.App", handle: "2")
        let paths = ["1", "2"].map { "\(Caller.path)/notify/\($0)" }
        #expect(try other.close(paths[0]).error?.hasSuffix("AccessDenied") == true)
        #expect(
            try other.answer(other.notify("org.example.App", handle: "1")).error?
                .hasSuffix("ObjectPathInUse") == true)
        #expect(try caller.close(paths[0]).error == nil)
        let withdrawn = try caller.answer(first)
        #expect(withdrawn.response == 2)
        #expect(withdrawn.result == 2)
        #expect(portal.desktop.rest("CloseNotification") == 0)
        #expect(try caller.close(paths[1]).error == nil)
        #expect(try caller.answer(second).result == 2)
        _ = try portal.desktop.next("CloseNotification")
        #expect(portal.desktop.rest("Notify") == 0)
        #expect(try caller.close(paths[1]).error?.hasSuffix("UnknownObject") == true)
    }

    @Test("What is no id is refused, and starts nothing")
    func badIDs() throws {
        let portal = try PlayedPortal()
        let caller = try portal.caller()
        let answer = try caller.answer(caller.notify("../app", handle: "1"))
        #expect(answer.error?.hasSuffix("InvalidArgs") == true)
        #expect(try caller.autostart("../app", true, ["app"]) == false)
        #expect(try caller.autostart("", true, ["app"]) == false)
        #expect(access(portal.scratch.file("autostart"), F_OK) != 0)
        #expect(portal.log.contains("isn't autostarted"))
        #expect(try caller.autostart("org.example.App", true, ["app", "--bg"]) == true)
        let path = portal.scratch.file("autostart/org.example.App.desktop")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Exec=app --bg\n"))
        #expect(try caller.autostart("org.example.App", false, []) == false)
        #expect(access(path, F_OK) != 0)
    }
}
