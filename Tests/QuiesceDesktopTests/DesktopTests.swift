import Foundation
import QuiesceDesktop
import TestSupport
import Testing

@Suite("Notifications on the desktop", .behaviour("N2"))
struct DesktopTests {
    private let scratch: ScratchDirectory
    private let desktop: MockedDesktop
    private let heard = Heard()
    private let notifications: DesktopNotifications

    init() throws {
        scratch = try ScratchDirectory()
        desktop = try MockedDesktop(in: scratch)
        let address = desktop.address
        notifications = try heard.notifications(
            at: { address }, memory: scratch.file("shown"))
    }

    private func shown(_ id: UInt64, _ body: String = "Tea") -> Banner {
        Banner(id: id, app: "org.example.tea", title: "Tea Timer", body: body)
    }

    @Test("Name, text, icon, sound and button reach the desktop")
    func everything() throws {
        try desktop.serve()
        var tea = shown(7, "Tea is <ready> & hot")
        tea.icon = "/apps/Tea Timer.app/icon.png"
        tea.sound = .file("/apps/Tea Timer.app/bell.caf")
        tea.action = "Drink"
        tea.stays = true
        notifications.show(tea)
        let call = try desktop.next("Notify")
        let icon: MockedDesktop.Value = "file:///apps/Tea%20Timer.app/icon.png"
        #expect(
            Array(call.args[..<6]) == [
                "Tea Timer", 0, icon, "Tea Timer", "Tea is &lt;ready&gt; &amp; hot",
                ["default", "Drink", "open", "Drink"],
            ])
        let hints = call.args[6]
        #expect(hints["sound-file"] == "/apps/Tea Timer.app/bell.caf")
        #expect(hints["suppress-sound"] == nil)
        #expect(hints["image-path"] == icon)
        #expect(hints["urgency"] == 2)
        #expect(hints["category"] == "x-quiesce.notification")
        #expect(hints["desktop-entry"] == "quiesce-org.example.tea")
        #expect(call.args[7] == 0)
    }

    @Test("A sound that we play is not played twice, and the default one has the desktop's name")
    func sounds() throws {
        try desktop.serve()
        notifications.show(shown(1))
        let silent = try desktop.next("Notify")
        #expect(silent.args[6]["suppress-sound"] == true)
        #expect(silent.args[7] == .number(-1))
        #expect(silent.args[6]["urgency"] == 1)
        var standard = shown(2)
        standard.sound = .standard
        notifications.show(standard)
        #expect(try desktop.next("Notify").args[6]["sound-name"] == "message-new-instant")
    }

    @Test("Without markup and buttons in the server's capabilities it gets none")
    func capabilities() throws {
        try desktop.serve("body")
        notifications.show(shown(1, "1 < 2"))
        let call = try desktop.next("Notify")
        #expect(call.args[4] == "1 < 2")
        #expect(call.args[5] == [])
    }

    @Test(
        "Choosing it, by a click or by its button, tells so once, and it goes",
        arguments: [
            "default", "open",
        ])
    func choosing(_ action: String) throws {
        try desktop.serve()
        notifications.show(shown(41))
        notifications.show(shown(42))
        _ = try desktop.next("Notify")
        _ = try desktop.next("Notify")
        try desktop.choose(2, action)
        #expect(try heard.next() == .chosen(42))
        #expect(try desktop.next("CloseNotification").args == [2])
        try desktop.choose(2, action)
        try desktop.choose(1, "something-else")
        try desktop.choose(1, action)
        #expect(try heard.next() == .chosen(41))
    }

    @Test("The user's own closing is told apart from the end of its time")
    func closing() throws {
        try desktop.serve()
        for id: UInt64 in 1...3 {
            notifications.show(shown(id))
            _ = try desktop.next("Notify")
        }
        try desktop.closed(1, reason: 1)
        try desktop.closed(2, reason: 2)
        #expect(try heard.next() == .vanished(1))
        #expect(try heard.next() == .dismissed(2))
        // It is over for both: nothing can be chosen there any more.
        try desktop.choose(1)
        try desktop.choose(2)
        try desktop.choose(3)
        #expect(try heard.next() == .chosen(3))
    }

    @Test("What is shown again replaces what was shown")
    func replacing() throws {
        try desktop.serve()
        notifications.show(shown(1, "one"))
        _ = try desktop.next("Notify")
        notifications.show(shown(1, "two"))
        let second = try desktop.next("Notify")
        #expect(second.args[1] == 1)
        #expect(second.args[4] == "two")
        notifications.close(1)
        #expect(try desktop.next("CloseNotification").args == [1])
        notifications.show(shown(1, "three"))
        #expect(try desktop.next("Notify").args[1] == 0)
    }

    private func nextDaemon() throws -> (DesktopNotifications, Heard) {
        notifications.shutdown()
        let address = desktop.address
        let next = Heard()
        return (
            try next.notifications(at: { address }, memory: scratch.file("shown")), next
        )
    }

    @Test("The next daemon replaces what the last one showed, and hears of what is chosen")
    func anotherDaemon() throws {
        try desktop.serve()
        notifications.show(shown(1, "one"))
        notifications.show(shown(2, "two"))
        _ = try desktop.next("Notify")
        _ = try desktop.next("Notify")
        // Its answer has been heard when that of a later one has.
        notifications.show(shown(2, "again"))
        _ = try desktop.next("Notify")
        let (daemon, next) = try nextDaemon()
        daemon.show(shown(1, "one"))
        #expect(try desktop.next("Notify").args[1] == 1)
        try desktop.choose(2)
        #expect(try next.next() == .chosen(2))
    }

    @Test("The next daemon takes away what the last one showed and it doesn't, however early")
    func keeping() throws {
        try desktop.serve()
        for id: UInt64 in 1...3 {
            notifications.show(shown(id))
            _ = try desktop.next("Notify")
        }
        // Its answer has been heard when that of a later one has.
        notifications.show(shown(3, "again"))
        _ = try desktop.next("Notify")
        let (daemon, next) = try nextDaemon()
        daemon.keep([1, 3])
        #expect(try desktop.next("CloseNotification").args == [2])
        daemon.close(3)
        #expect(try desktop.next("CloseNotification").args == [3])
        try desktop.choose(2)
        try desktop.choose(1)
        #expect(try next.next() == .chosen(1))
        #expect(next.isEmpty)
    }

    @Test("Signals of anybody else count for nothing, nor do those about others' notifications")
    func forgery() throws {
        try desktop.serve()
        notifications.show(shown(1))
        _ = try desktop.next("Notify")
        try desktop.forge("ActionInvoked", [1, "default"])
        try desktop.forge("NotificationClosed", [1, 2])
        try desktop.choose(99)
        try desktop.closed(99, reason: 2)
        try desktop.choose(1)
        #expect(try heard.next() == .chosen(1))
        #expect(heard.isEmpty)
    }

    @Test("Texts that would break a message or fill a screen come through tamed")
    func hostileTexts() throws {
        try desktop.serve()
        var evil = shown(1, String(repeating: "\u{0}\u{FFFE}<b>", count: 25_000))
        evil.title = "Settings\u{0}\u{202E}\n" + String(repeating: "x", count: 1_000)
        evil.app = "a\u{0}b"
        evil.action = "\u{1B}]0;x\u{7}"
        evil.icon = "/\u{0}\n%"
        evil.sound = .file("/a\u{0}b")
        notifications.show(evil)
        let call = try desktop.next("Notify")
        #expect(call.args[0] == call.args[3])
        #expect(try #require(call.args[3].text).hasPrefix("Settings xxx"))
        // The characters that are taken out count, too; the last character is an ellipsis.
        #expect(try #require(call.args[3].text).count == DesktopLimits.titleCharacters - 2 + 1)
        let body = try #require(call.args[4].text)
        #expect(body.hasPrefix("\u{FFFD}&lt;b&gt;"))
        #expect(body.count < 10 * DesktopLimits.bodyCharacters)
        #expect(call.args[5] == ["default", "]0;x", "open", "]0;x"])
        #expect(heard.isEmpty)
    }

    @Test("An app can't pass for a program of the desktop")
    func identity() throws {
        try desktop.serve()
        var liar = shown(1)
        liar.app = "org.gnome.Settings"
        notifications.show(liar)
        #expect(
            try desktop.next("Notify").args[6]["desktop-entry"] == "quiesce-org.gnome.Settings")
    }

    @Test("A vibration goes to feedbackd, without a sound", .behaviour("N6"))
    func vibration() throws {
        notifications.vibrate(app: "org.example.tea")  // To nobody.
        try desktop.startFeedback()
        notifications.vibrate(app: "org.example.tea")
        let call = try desktop.next("TriggerFeedback")
        #expect(call.args[0] == "quiesce-org.example.tea")
        #expect(call.args[1] == "message-new-instant")
        #expect(call.args[2]["profile"] == "quiet")
        #expect(call.args[3] == .number(-1))
        #expect(heard.isEmpty)
    }
}
