import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Voip pushes on a device") struct VoIPPushDeviceTests {
    private static var voip: [String: Any] { ["UIBackgroundModes": ["voip"]] }

    /// An app in front that has asked for voip pushes.
    private func caller(_ device: LiveDevice) throws -> String {
        let app = try device.installRecorder(Self.voip)
        try device.open(app, "--fifo")
        try device.tell(app, "calls ask")
        try device.wait(for: "its wish", app: app) { $0.reason == "voipPushesAsked" }
        return app
    }

    private func call(_ device: LiveDevice, _ app: String, from: String) throws {
        try device.perform(
            .push(.sendPush(app: app, payload: #"{"from":"\#(from)"}"#, voip: true)))
    }

    @Test("A suspended app is woken, and suspended again", .behaviour("V1", "V9"))
    func suspended() throws {
        try withDevice { device in
            let app = try caller(device)
            try device.perform(.home)
            try device.wait(app, "suspended")
            for number in 1...8 {
                try call(device, app, from: "caller\(number)")
                try device.wait(app, toPrint: "called by caller\(number) main")
                try device.wait(app, "suspended")
            }
            #expect(try device.ps(app).launch == 1)
            #expect(try device.quiesce("notifications", "--json").array().isEmpty)
            let rows = try device.quiesce("pushes", "--json").array()
            #expect(rows.allSatisfy { $0["type"] as? String == "voip" })
            #expect(rows.allSatisfy { $0["reason"] as? String == "completedNewData" })
            #expect(try device.quiesce("pushes").out.contains("voip"))
            #expect(
                try device.quiesce("why", app, "--not", "voipPush").out.contains("Nothing keeps"))
        }
    }

    @Test("An app that has exited is launched, and the launch says why", .behaviour("V1", "S4"))
    func launched() throws {
        try withDevice { device in
            let app = try caller(device)
            try device.tell(app, "calls exit")
            try device.wait(app, "notRunning")
            try call(device, app, from: "Ann")
            try device.wait(app, toPrint: "called by Ann main")
            let row = try device.ps(app)
            #expect(row.launch == 2)
            #expect(try device.lines(app).contains("didFinishLaunching background"))
            try device.wait(for: "the reason", app: app) { $0.reason == "wokenForVoIPPush" }
        }
    }

    @Test("In front it comes to the app", .behaviour("V1"))
    func inFront() throws {
        try withDevice { device in
            let app = try caller(device)
            try call(device, app, from: "Ann")
            try device.wait(app, toPrint: "called by Ann main")
            #expect(try device.ps(app).state == "active")
        }
    }

    @Test("A force-quit app isn't launched, and the tool is told so", .behaviour("U2"))
    func forceQuit() throws {
        try withDevice { device in
            let app = try caller(device)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            let result = try device.quiesce("send", "push", app, "--voip", "-", input: "{}")
            #expect(result.code == 1 && result.error.contains("force-quit"), "\(result.error)")
            #expect(try device.ps(app).launch == 1)
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            let again = try device.quiesce(
                "send", "push", app, "--voip", "-", input: #"{"from":"Ann"}"#)
            #expect(again.code == 0, "\(again.error)")
            try device.wait(app, toPrint: "called by Ann main")
        }
    }

    @Test(
        "Without the mode, or once it has ended its wish, nobody calls it", .behaviour("O4", "R1"))
    func notAsked() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "calls ask")
            try device.wait(for: "the refusal", app: app) { $0.reason == "modeNotDeclared" }
            let refusal = try device.call(
                .push(.sendPush(app: app, payload: "{}", voip: true))
            ).refusal
            #expect(refusal?.reason == "voipPushesNotAsked")
        }
        try withDevice { device in
            let app = try caller(device)
            try device.tell(app, "calls end")
            try device.wait(for: "the end", app: app) { $0.reason == "voipPushesEnded" }
            let result = try device.quiesce("send", "push", app, "--voip", "-", input: "{}")
            #expect(
                result.code == 1 && result.error.contains("desiredPushTypes"), "\(result.error)")
        }
    }

    @Test("Background refresh that is off doesn't hinder it", .behaviour("F8"))
    func refreshOff() throws {
        try withDevice { device in
            let app = try caller(device)
            try device.perform(
                .permission(
                    .setPermission(app: app, permission: "backgroundRefresh", state: "denied")))
            try device.perform(.home)
            try device.wait(app, "suspended")
            try call(device, app, from: "Ann")
            try device.wait(app, toPrint: "called by Ann main")
        }
    }

    @Test(
        "A gateway gives it a token of its own, and what comes by that is called once, whoever dies",
        .behaviour("R1", "V1", "reliability D1"))
    func gateway() throws {
        try withDevice { device in
            let gateway = try FakeGateway()
            let joined = try device.quiesce(
                "gateway", "join", gateway.url, "--certificate", gateway.certificate)
            try #require(joined.code == 0, "\(joined.error)")
            let app = try caller(device)
            let calls = try gateway.next("token")
            #expect(calls.topic == "\(app).voip")
            let token = try #require(calls.token)
            try device.wait(app, toPrint: "call token \(token) PKPushTypeVoIP main")
            try device.tell(app, "pushes register")
            let alerts = try gateway.next("token")
            #expect(alerts.topic == app && alerts.token != token)
            #expect(try device.quiesce("gateway").out.contains("\(app).voip  \(token)"))
            try device.perform(.home)
            try device.wait(app, "suspended")
            try gateway.push(#"{"from":"Ann"}"#, to: token)
            try device.wait(app, toPrint: "called by Ann main")
            try gateway.awaitAcknowledged(1)
            device.killDaemon()
            try gateway.push(#"{"from":"Bob"}"#, to: token)
            try device.start()
            try device.wait(app, toPrint: "called by Bob main")
            try gateway.awaitAcknowledged(2)
            try device.wait(app, "suspended")
            #expect(try device.lines(app).count { $0.hasPrefix("called by") } == 2)
            #expect(try device.quiesce("gateway", "leave").code == 0)
            try device.open(app)
            try device.wait(app, toPrint: "call token is no more main")
        }
    }

    @Test(
        "One that the device has taken is handed over by the next daemon, once",
        .behaviour("U3", "W4", "reliability D1"))
    func daemonKilled() throws {
        try withDevice { device in
            let gateway = try FakeGateway()
            let joined = try device.quiesce(
                "gateway", "join", gateway.url, "--certificate", gateway.certificate)
            try #require(joined.code == 0, "\(joined.error)")
            let app = try caller(device)
            let token = try #require(try gateway.next("token").token)
            try device.perform(.passcode(.setPasscode("1234", old: nil)))
            try device.perform(.reboot)
            // Nothing is launched before the first unlock: it is taken, and waits.
            try gateway.push(#"{"from":"Ann"}"#, to: token)
            try gateway.awaitAcknowledged(1)
            #expect(try device.ps(app).state == "notRunning")
            device.killDaemon()
            try device.start()
            try device.perform(.passcode(.unlockWith(passcode: "1234")))
            try device.wait(app, toPrint: "called by Ann main")
            try device.wait(app, "suspended")
            #expect(try device.lines(app).count { $0.hasPrefix("called by") } == 1)
        }
    }
}
