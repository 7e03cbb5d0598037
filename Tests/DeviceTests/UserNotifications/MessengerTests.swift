import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Examples/Messenger, which is written as for iOS, on a device.
@Suite("A messenger as it is written for iOS, on a device") struct MessengerOnDeviceTests {
    /// It is suspended, and its reminder is shown.
    private func reminded(_ device: LiveDevice) throws -> (app: String, row: NotificationRow) {
        let app = try device.install(example: "Messenger")
        #expect(
            try device.quiesce("permissions", app, "notifications", "allow").code == 0)
        try device.open(app)
        try device.wait(app, toPrint: "added ada true")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return (app, try device.waitUntilShown("ada", of: app))
    }

    @Test(
        "A reply is written from the notification: the frozen app is woken for it behind what is in front",
        .behaviour("N2"))
    func reply() throws {
        try withDevice { device in
            let (app, row) = try reminded(device)
            #expect(row.actions?.map(\.id) == ["REPLY", "READ", "CALL"])
            let number = "\(row.notification)"
            let refused = try device.quiesce("notifications", "open", number, "--action", "REPLY")
            #expect(refused.code == 1)
            #expect(refused.error.contains("--text"))
            let done = try device.quiesce(
                "notifications", "open", number, "--action", "REPLY", "--text", "Yes, at eight")
            #expect(done.code == 0, "\(done.error)")
            try device.wait(app, toPrint: "reply Yes, at eight to ada behind")
            try device.wait(app, toPrint: "badge true")
            try device.wait(app, "suspended")
            #expect(try device.notificationRows(of: app).isEmpty)
            let why = try device.quiesce("why", app, "--not", "notificationAction")
            #expect(why.code == 0)
        }
    }

    @Test("An app that was quit is launched for an answer, and opened by another", .behaviour("N2"))
    func launched() throws {
        try withDevice { device in
            let (app, row) = try reminded(device)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(
                try device.quiesce(
                    "notifications", "open", "\(row.notification)", "--action", "READ"
                ).code == 0)
            try device.wait(app, toPrint: "action READ")
            try device.wait(app, "suspended")
            // The launch has scheduled the reminder anew.
            let again = try device.waitUntilShown("ada", of: app)
            #expect(
                try device.quiesce(
                    "notifications", "open", "\(again.notification)", "--action", "CALL"
                ).code == 0)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "action CALL")
        }
    }

    @Test(
        "In front it has its reminder shown, and finds it among what is delivered", .behaviour("N3")
    )
    func presented() throws {
        try withDevice { device in
            let app = try device.install(example: "Messenger")
            #expect(
                try device.quiesce("permissions", app, "notifications", "allow").code == 0)
            try device.open(app)
            try device.wait(app, toPrint: "present Ada: Are you coming?")
            let row = try device.waitUntilShown("ada", of: app)
            #expect(row.style == "banner")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.open(app)
            try device.wait(app, toPrint: #"delivered ["ada"]"#)
            #expect(try device.quiesce("notifications", "dismiss", "--all").code == 0)
            try device.wait(app, toPrint: "dismissed ada")
        }
    }

    @Test(
        "An answer is on the disk once it is taken: killed at once, the daemon's next tells the app"
    )
    func killed() throws {
        try withDevice { device in
            let (app, row) = try reminded(device)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            #expect(
                try device.quiesce(
                    "notifications", "open", "\(row.notification)", "--action", "REPLY", "--text",
                    "Yes"
                ).code == 0)
            device.killDaemon()
            try device.start()
            try device.wait(app, toPrint: "reply Yes to ada behind")
        }
    }

    @Test("On a desktop the user writes into its field, and presses its buttons", .behaviour("N2"))
    func desktop() throws {
        let scratch = try ScratchDirectory()
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve("body actions inline-reply")
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.wrapper = ["env", "DBUS_SESSION_BUS_ADDRESS=\(desktop.address)"]
        try device.start()
        let (app, _) = try reminded(device)
        let banner = try desktop.next("Notify")
        #expect(banner.args[4] == "Ada\nyesterday\nAre you coming?")
        #expect(
            banner.args[5] == [
                "default", "View", "inline-reply", "Reply", "button:READ", "Mark as read",
                "button:CALL", "Call",
            ])
        #expect(banner.args[6]["x-kde-reply-placeholder-text"] == "Message")
        try desktop.reply(1, "Yes")
        try device.wait(app, toPrint: "reply Yes to ada behind")
        #expect(try desktop.next("CloseNotification").args == [1])
        // Opened and left, it reminds again.
        try device.perform(.quit(app: app))
        try device.wait(app, "notRunning")
        try device.open(app)
        try device.wait(app, toPrint: "added ada true")
        try device.perform(.home)
        try device.wait(app, "suspended")
        _ = try desktop.next("Notify")
        try desktop.choose(2, "button:CALL")
        try device.wait(app, toPrint: "action CALL")
        try device.wait(app, "active")
    }
}
