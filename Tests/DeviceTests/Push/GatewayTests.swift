import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("The push gateway and the device") struct GatewayTests {
    @Test("A push of a server's wakes its app, and has a receipt", .behaviour("R1", "R2"))
    func wakes() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            #expect(try joined.row().state == "connected")
            try waitUntil("known") { try joined.row().tokens[joined.app] == joined.token }
            try joined.suspend()
            try joined.gateway.push(JoinedDevice.payload(1), to: joined.token, ["id": "ID-1"])
            let row = try joined.wait(for: "completed") { $0.reason == "completedNewData" }
            #expect(row.state == "woken" && row.id == "ID-1" && !row.silent)
            try joined.gateway.awaitAcknowledged(1)
            let shown = try device.quiesce("notifications", "--json").array()
            #expect(shown.first?["body"] as? String == "mail 1")
            let table = try device.quiesce("pushes").out
            #expect(table.contains(joined.app) && table.contains("woken"))
            try device.open(joined.app)
            #expect(try joined.calls().contains("push 1"))
        }
    }

    @Test("What came while the daemon was dead comes when it is back, once", .behaviour("R1"))
    func daemonDead() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            device.killDaemon()
            for number in 1...3 {
                try joined.gateway.push(JoinedDevice.payload(number), to: joined.token)
            }
            try device.start()
            try joined.gateway.awaitAcknowledged(3)
            try waitUntil("completed") {
                try joined.rows().count { $0.reason == "completedNewData" } == 3
            }
            #expect(try joined.row().tokens[joined.app] == joined.token)
        }
    }

    @Test("What comes again is acknowledged again, and not handed on", .behaviour("R1"))
    func again() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try joined.suspend()
            try joined.gateway.push(JoinedDevice.payload(1), to: joined.token)
            // On the same line, as the acknowledgement is on its way.
            try joined.gateway.sendAgain()
            try joined.gateway.drop()
            try joined.gateway.awaitAcknowledged(1)
            try joined.gateway.push(JoinedDevice.payload(2), to: joined.token)
            try joined.gateway.awaitAcknowledged(2)
            try waitUntil("completed") {
                try joined.rows().count { $0.reason == "completedNewData" } == 2
            }
            #expect(try joined.rows().count == 2)
        }
    }

    @Test("The agent is started again when it is killed", .behaviour("R1")) func agentKilled()
        throws
    {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            let agent = try #require(try joined.agent())
            kill(agent, SIGKILL)
            try waitUntil("started again") {
                try joined.agent().map { $0 != agent } ?? false
            }
            try joined.waitUntilConnected()
            try joined.suspend()
            try joined.gateway.push(JoinedDevice.payload(1), to: joined.token)
            try joined.gateway.awaitAcknowledged(1)
        }
    }

    @Test("A reboot keeps the account and the token", .behaviour("R1")) func reboot() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            try waitUntil("known") { try joined.row().tokens[joined.app] == joined.token }
            _ = try device.perform(.reboot)
            try joined.waitUntilConnected()
            #expect(try joined.row().tokens[joined.app] == joined.token)
        }
    }

    @Test("After leaving nobody reaches the device, and nothing of the account is left")
    func leave() throws {
        try withDevice { device in
            let joined = try JoinedDevice(device)
            let account = device.home + "/gateway/account.json"
            var status = stat()
            #expect(stat(account, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try device.quiesce("gateway", "leave").code == 0)
            #expect(access(account, F_OK) != 0)
            _ = try joined.gateway.next("disconnected")
            try waitUntil("ended") { try joined.agent() == nil }
            #expect(try joined.row() == GatewayRow(state: "none"))
            let again = try device.quiesce("gateway", "leave")
            #expect(again.code == 1 && again.error.contains("joined no gateway"))
        }
    }

    @Test("Joining says what is wrong, and what to do") func refusals() throws {
        try withDevice { device in
            let gateway = try FakeGateway()
            let other = try FakeGateway()
            func join(_ url: String, _ certificate: String) throws -> ToolResult {
                try device.quiesce("gateway", "join", url, "--certificate", certificate)
            }
            for (url, certificate, words) in [
                (gateway.url, other.certificate, "certificate isn't the one"),
                ("https://127.0.0.1:1", gateway.certificate, "can't be reached"),
                ("http://127.0.0.1:1", gateway.certificate, "by https, not by http"),
                ("127.0.0.1:1", gateway.certificate, "https://HOST:PORT"),
                (gateway.url + "/3/device", gateway.certificate, "without path"),
                (gateway.url, device.scratch + "/log", "no certificate"),
                (gateway.url, device.scratch + "/none", "could not read"),
            ] {
                let result = try join(url, certificate)
                #expect(result.code == 1 && result.error.contains(words), "\(result.error)")
                #expect(result.error.split(separator: "\n").count == 1)
            }
            #expect(try device.quiesce("gateway", "join", gateway.url).code == 64)
            let status = try device.quiesce("gateway", "--json").object()
            #expect(status["state"] as? String == "none")
            #expect(try device.quiesce("pushes").out.contains("send push"))
        }
    }
}
