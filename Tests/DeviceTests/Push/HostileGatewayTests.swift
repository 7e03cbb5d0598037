import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// Attacks on a device by a gateway, or by whoever has taken the gateway over:
/// docs/THREAT_MODEL.md.
@Suite("A hostile gateway") struct HostileGatewayTests {
    @Test(
        "What is no push for an app of the device is dropped, and holds nobody up", .behaviour("R1")
    )
    func nonsense() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            let unregistered = try Puppet(device, "unregistered").app
            try joined.suspend()
            let mark = try device.mark()
            let long = String(repeating: "x", count: 10_000)
            let tries: [[String: Any]] = [
                ["payload": "[]"], ["payload": "{\"aps\":"],
                ["payload": String(repeating: "{\"a\":", count: 5_000)],
                ["payload": "{\"aps\":{\"alert\":\"\(long)\"}}"],
                ["id": long], ["collapseID": long],
                ["topic": "../../../etc"], ["topic": ""], ["topic": "not.installed"],
                // Installed, and never registered: nobody but it asks for a token in its name.
                ["topic": unregistered],
                ["topic": unregistered, "token": joined.token],
            ]
            for (number, fields) in tries.enumerated() {
                try joined.say(UInt64(number + 1), fields)
            }
            try joined.gateway.awaitAcknowledged(tries.count)
            #expect(try device.quiesce("notifications", "--json").array().isEmpty)
            #expect(try !device.log(joined.app).contains { $0.seq > mark && $0.kind == "wake" })
            #expect(try device.ps(unregistered).pid == nil)
            try joined.say(100, [:])
            try joined.wait(for: "the next") { $0.reason == "completedNewData" }
        }
    }

    @Test("Numbers as large as they get end nothing", .behaviour("R1")) func extremes() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            try joined.say(7, ["expiration": Int64.max, "priority": Int64.min])
            try joined.wait(for: "its end") { $0.reason == "completedNewData" }
            try joined.say(8, ["expiration": Int64.min])
            let payload =
                "{\"aps\":{\"badge\":1e300,\"alert\":\"x\",\"content-available\":1},\"n\":9}"
            try joined.say(UInt64(Int64.max), ["payload": payload])
            try joined.gateway.awaitAcknowledged(3)
            try waitUntil("both handled") {
                try joined.rows().count { $0.reason == "completedNewData" } == 3
            }
            device.killDaemon()
            try device.start()
            try joined.waitUntilConnected()
        }
    }

    @Test("A push of an older sequence is acknowledged, and not handed on", .behaviour("R1"))
    func replay() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            try joined.say(5, [:])
            try joined.wait(for: "its end") { $0.reason == "completedNewData" }
            for sequence in 1...5 {
                try joined.say(UInt64(sequence), ["id": "other \(sequence)"])
            }
            try joined.gateway.awaitAcknowledged(5)
            #expect(try joined.rows().count == 1)
            #expect(try device.quiesce("notifications", "--json").array().count == 1)
        }
    }

    @Test(
        "A gateway that begins to count anew is told what the device has, until that joins again",
        .behaviour("R1"))
    func jumps() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            let jumps: [UInt64] = [1 << 20, 1 << 40, 1 << 62]
            for sequence in jumps { try joined.say(sequence, [:]) }
            try joined.gateway.awaitAcknowledged(3)
            for sequence in jumps { try joined.say(sequence - 1, ["id": "less \(sequence)"]) }
            try joined.gateway.awaitAcknowledged(6)
            #expect(try joined.rows().count == 3)
            device.killDaemon()
            try device.start()
            #expect(try joined.gateway.next("connected").last == jumps.last)
            #expect(try device.quiesce("gateway", "leave").code == 0)
            let again = try device.quiesce(
                "gateway", "join", joined.gateway.url, "--certificate", joined.gateway.certificate)
            #expect(again.code == 0)
            #expect(try joined.gateway.next("connected").last == 0)
        }
    }

    @Test("A flood of silent pushes wakes an app no more often than its quota", .behaviour("R4"))
    func flood() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            for sequence in 1...200 {
                try joined.say(
                    UInt64(sequence),
                    ["payload": JoinedDevice.payload(sequence, alert: false)])
            }
            try joined.gateway.awaitAcknowledged(200)
            try waitUntil("all but the held one have a verdict") {
                try joined.rows().count { $0.state == "held" } == 1
                    && joined.rows().count { $0.reason == "completedNewData" } == 4
            }
            let rows = try joined.rows()
            #expect(rows.count { $0.state == "woken" } == 4)
            #expect(rows.count { $0.state == "merged" } == 195)
        }
    }

    @Test("Who takes the push agent over has nothing of the device but its line") func caged()
        throws
    {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            let agent = try #require(try joined.agent())
            let status = try String(contentsOfFile: "/proc/\(agent)/status", encoding: .utf8)
            #expect(status.contains("NoNewPrivs:\t1"))
            if getuid() == 0 {
                // Below a folder that is closed to others root alone can run it, and `status` says
                // so (docs/decisions/0027).
                let isOpen = BuiltProducts.areOpenToAll
                let notes = try device.status().notes
                #expect(notes.contains { $0.hasPrefix("quiesce-pushd runs as root") } == !isOpen)
                #expect(status.contains("\nUid:\t0\t") == !isOpen)
                #expect(status.contains("CapEff:\t0000000000000000") == isOpen)
            }
            let limits = try String(contentsOfFile: "/proc/\(agent)/limits", encoding: .utf8)
            let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            #expect(core?.split(whereSeparator: \.isWhitespace)[4...5] == ["0", "0"])
            // Nothing of the device's home is open there but its own log.
            let folder = "/proc/\(agent)/fd"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let path = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(name)")
                #expect(
                    path?.hasPrefix(device.home) != true || path?.hasSuffix("pushd.log") == true,
                    "\(path ?? "")")
            }
        }
    }
}

extension JoinedDevice {
    /// Says a push to the device that no gateway of ours would.
    func say(_ sequence: UInt64, _ fields: [String: Any]) throws {
        var push: [String: Any] = [
            "sequence": sequence, "id": "id \(sequence)", "token": token, "topic": app,
            "type": "alert", "priority": 10, "sent": 0,
            "payload": Self.payload(Int(truncatingIfNeeded: sequence)),
        ]
        push.merge(fields) { $1 }
        let line = try JSONSerialization.data(
            withJSONObject: push, options: [.withoutEscapingSlashes])
        try gateway.say(String(decoding: line, as: UTF8.self))
    }
}
