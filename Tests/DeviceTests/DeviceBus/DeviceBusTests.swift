import BusTestSupport
import Foundation
import Glibc
import QuiesceBus
import QuiesceWire
import TestSupport
import Testing

@Suite("A device on D-Bus", .enabled(if: TestBus.canRun, TestBus.missing))
struct DeviceBusTests {
    static let app = "org.example.Hosted"

    static func install(on device: LiveDevice) throws {
        try device.install(
            script: "#!/bin/sh\nexec sleep infinity\n", id: app, ["QuiesceHosted": true])
    }

    @Test("An app is opened, left and quit, and each state is signalled with its reason")
    func lifeCycle() throws {
        try withDevice { device in
            try Self.install(on: device)
            let session = try DeviceBusSession(device)
            defer { session.end() }
            // The end of its id is enough, as on the command line.
            #expect(try session.call("Open", "Hosted").error == nil)
            let active = try session.signal("StateChanged", Self.app, "active")
            #expect(active.signature == "sss" && active.values.last?.text?.isEmpty == false)
            try session.signal("ForegroundChanged", Self.app)
            #expect(try session.property("Foreground")?.text == Self.app)
            let row = try #require(try session.result("List").first)
            #expect(row["id"]?.text == Self.app && row["state"]?.text == "active")
            #expect(row["frozen"]?.flag == false)
            #expect(row["pid"]?.number == (try device.ps(Self.app)).pid.map(Int64.init))
            #expect(row["name"]?.text?.isEmpty == false && row["badge"] == nil)
            #expect(try session.call("Leave").error == nil)
            try session.signal("StateChanged", Self.app, "background")
            try session.signal("StateChanged", Self.app, "suspended")
            let state = try session.call("State", "Hosted")
            #expect(state.signature == "a{sv}" && state.values.first?["frozen"]?.flag == true)
            #expect(try session.property("Foreground")?.text == "")
            #expect(try session.call("Quit", Self.app).error == nil)
            try session.signal("StateChanged", Self.app, "notRunning")
            #expect(try session.result("List").first?["pid"] == nil)
        }
    }

    @Test("Why says what the tool says, and a refusal is an error with the tool's words")
    func words() throws {
        try withDevice { device in
            try Self.install(on: device)
            try device.open(Self.app)
            try device.wait(Self.app, "active")
            let session = try DeviceBusSession(device)
            defer { session.end() }
            let why = try #require(try session.call("Why", "hosted").values.first?.text)
            let sentence = try device.why(Self.app).sentence
            #expect(why.split(separator: "\n").first.map(String.init) == sentence)
            #expect(try device.quiesce("why", Self.app).out.hasPrefix(sentence))
            let tool = try device.quiesce("open", "org.example.Nobody")
            let refused = try session.call("Open", "org.example.Nobody")
            #expect(refused.error == "org.quiesce.Device1.Error.UnknownApp")
            #expect(tool.error == "quiesce: \(refused.errorText ?? "")\n")
            for method in ["State", "Why"] {
                #expect(
                    try session.call(method, "org.example.Nobody").error
                        == "org.quiesce.Device1.Error.UnknownApp", "\(method)")
            }
        }
    }

    @Test("A lock is told by its property, and the properties are the status's")
    func properties() throws {
        try withDevice { device in
            let session = try DeviceBusSession(device)
            defer { session.end() }
            #expect(try session.property("Version")?.number == 1)
            #expect(try session.property("Profile")?.text == (try device.status()).profile)
            #expect(try session.property("Locked")?.flag == false)
            try device.perform(.lock)
            _ = try session.caller.signal("Locked is true") {
                $0.name == "PropertiesChanged" && $0.signature == "sa{sv}as"
                    && $0.values[1]["Locked"]?.flag == true
            }
            #expect(try session.property("Locked")?.flag == true)
        }
    }

    @Test("An installation is signalled, and so is its end") func installations() throws {
        try withDevice { device in
            let session = try DeviceBusSession(device)
            defer { session.end() }
            try session.waitUntilItFollows()
            try Self.install(on: device)
            let installed = try session.signal("Installed", Self.app)
            #expect(installed.signature == "ss" && installed.values[1].text?.isEmpty == false)
            #expect(try device.quiesce("uninstall", Self.app).code == 0)
            try session.signal("Uninstalled", Self.app)
        }
    }

    @Test("A question of an app's to the user is signalled, listed and answered")
    func prompts() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            let session = try DeviceBusSession(device)
            defer { session.end() }
            try session.waitUntilItFollows()
            try device.tell(app, "register")
            try session.signal("StateChanged", app, "inactive")
            let added = try session.signal("PromptAdded", app)
            #expect(added.signature == "tss" && added.values[2].text == "notifications")
            let prompt = try #require(try session.result("Prompts").first)
            #expect(prompt["app"]?.text == app && prompt["shown"]?.flag == true)
            #expect(prompt["permission"]?.text == "notifications")
            let id = UInt64(try #require(prompt["id"]?.number))
            let answer = { (call: borrowing BusMessage) throws(BusError) in
                try call.append(id)
                try call.append(true)
            }
            #expect(try session.call("AnswerPrompt", answer).error == nil)
            let removed = try session.signal("PromptRemoved", app)
            #expect(removed.signature == "ts" && removed.values[0].number == Int64(id))
            try device.wait(app, toPrint: "registered 5")
            #expect(try session.result("Prompts").isEmpty)
            let again = try session.call("AnswerPrompt", answer)
            #expect(again.error?.hasPrefix("org.quiesce.Device1.Error.") == true, "\(again)")
        }
    }

    @Test("Notifications are signalled as they come and go, opened and dismissed")
    func notifications() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let session = try DeviceBusSession(device)
            defer { session.end() }
            for name in ["a", "b"] { try alarms.schedule(name, in: Alarms.soon) }
            try alarms.suspend()
            let added = try (0..<2).map { _ in try session.signal("NotificationAdded", alarms.app) }
            #expect(added.allSatisfy { $0.signature == "tss" })
            let rows = try session.result("Notifications")
            #expect(Set(rows.compactMap { $0["name"]?.text }) == ["a", "b"])
            let ids = added.compactMap { $0.values[0].number.map(UInt64.init) }
            try #require(ids.count == 2)
            #expect(try session.call("DismissNotification", ids[0]).error == nil)
            let removed = try session.signal("NotificationRemoved", alarms.app)
            #expect(removed.signature == "ts" && removed.values[0].number == Int64(ids[0]))
            #expect(
                try session.call("DismissNotification", ids[0]).error?
                    .hasPrefix("org.quiesce.Device1.Error.") == true)
            #expect(try session.call("OpenNotification", ids[1]).error == nil)
            try session.signal("NotificationRemoved", alarms.app)
            try session.signal("ForegroundChanged", alarms.app)
        }
    }

    @Test("A daemon that is killed is missed by name, and its changes are told by the next")
    func restarted() throws {
        try withDevice { device in
            try Self.install(on: device)
            try device.open(Self.app)
            try device.wait(Self.app, "active")
            let session = try DeviceBusSession(device)
            defer { session.end() }
            try waitUntil("it is in front") {
                try session.property("Foreground")?.text == Self.app
            }
            device.killDaemon()
            try session.signal("ForegroundChanged", "")
            let refused = try session.call("List")
            #expect(refused.error == "org.quiesce.Device1.Error.NotRunning")
            #expect(refused.errorText?.contains("quiesce up") == true)
            #expect(try session.property("Profile")?.text == "")
            try device.start()
            _ = try session.caller.signal("the profile is back") {
                $0.name == "PropertiesChanged"
                    && $0.values[1]["Profile"]?.text?.isEmpty == false
            }
            #expect(try session.result("List").first?["id"]?.text == Self.app)
        }
    }

    @Test("A daemon that hangs holds up nobody but who asks it, and not for long") func hung()
        throws
    {
        try withDevice { device in
            try Self.install(on: device)
            let session = try DeviceBusSession(device, "--patience", "2")
            defer { session.end() }
            kill(device.daemonPID, SIGSTOP)
            defer { kill(device.daemonPID, SIGCONT) }
            let slow = try (0..<3).map { _ in
                try session.caller.begin(DeviceBusSession.name, "List")
            }
            #expect(try session.property("Version")?.number == 1)
            #expect(try !session.caller.isAnswered(slow[0]))
            for call in slow {
                let answer = try session.caller.answer(call)
                #expect(answer.error == "org.quiesce.Device1.Error.TimedOut")
                #expect(answer.errorText?.contains("for 2 s") == true, "\(answer)")
            }
            kill(device.daemonPID, SIGCONT)
            #expect(try session.result("List").count == 1)
        }
    }
}
