import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("A phone that a real SIP server calls") struct SoftphoneTests {
    @Test(
        "Suspended, it rings, shows who calls, answers, hangs up and is suspended again",
        .behaviour("V1", "V5", "V9", "N1"), arguments: ["tcp", "udp"])
    func rings(transport: String) throws {
        try withDevice { device in
            let phone = try device.install(example: "Softphone")
            let port = try Self.freePort(transport)
            let caller = try SIPCaller(transport, waits: 4, port: port)
            try awaitServer(port, transport)
            try device.perform(
                .permission(
                    .setPermission(app: phone, permission: "notifications", state: "authorized")))
            for (key, value) in [("server", caller.address), ("answers", "0.3")] {
                let run = try device.quiesce("send", "defaults", phone, key, value)
                #expect(run.code == 0, "\(run.error)")
            }
            try device.open(phone)
            try device.wait(phone, toPrint: "registered: 200")
            try device.perform(.home)
            try device.wait(phone, "suspended")
            try device.wait(phone, toPrint: "it rings")
            try device.wait(phone, toPrint: "the call is on")
            try device.wait(phone, toPrint: "the call is over")
            #expect(caller.end() == "")
            try device.wait(phone, "suspended")
            // Whoever has the phone in the pocket was shown who calls, while it was awake for that.
            let reasons = try device.log(phone).map(\.reason)
            let woken = try #require(reasons.firstIndex(of: "wokenForVoIP"))
            #expect(reasons.firstIndex(of: "notificationFired").map { $0 > woken } == true)
            #expect(device.daemonLog.contains("is calling"), "\(device.daemonLog)")
            #expect(try device.quiesce("notifications").out.contains("is calling"))
            #expect(try device.ps(phone).launch == 1)
        }
    }

    @Test(
        "A server that is started anew gets another registration, without the phone being opened",
        .behaviour("V1", "V4"))
    func serverRestarts() throws {
        try withDevice { device in
            let phone = try device.install(example: "Softphone")
            let port = try Self.freePort("tcp")
            var caller: SIPCaller? = try SIPCaller("tcp", waits: 50, port: port)
            try awaitServer(port, "tcp")
            for (key, value) in [("server", "tcp:127.0.0.1:\(port)"), ("answers", "0.2")] {
                #expect(try device.quiesce("send", "defaults", phone, key, value).code == 0)
            }
            try device.open(phone)
            try device.wait(phone, toPrint: "registered: 200")
            try device.perform(.home)
            try device.wait(phone, "suspended")
            caller = nil
            try device.wait(phone, toPrint: "the server has ended the connection")
            let other = try SIPCaller("tcp", waits: 1, port: port)
            try device.wait(phone, toPrint: "registered: 200", times: 2)
            try device.wait(phone, toPrint: "the call is over")
            #expect(other.end() == "")
            withExtendedLifetime(caller) {}
        }
    }

    @Test(
        "A phone that ended by itself is launched again, makes its connection anew, and hears by it",
        .behaviour("V4", "V6"))
    func crashes() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let phone = try device.install(example: "Softphone")
            let address = "tcp:127.0.0.1:\(server.place)"
            #expect(try device.quiesce("send", "defaults", phone, "server", address).code == 0)
            try device.open(phone)
            try server.answer()
            try device.perform(.home)
            try device.wait(phone, "suspended")
            let pid = try device.pid(phone)
            #expect(kill(pid_t(pid), SIGKILL) == 0)
            #expect(try server.receive() == "")
            server.hangUp()
            // Nobody opens it, and its registration comes by another connection.
            try server.answer()
            try device.wait(phone, "suspended")
            #expect(try device.ps(phone).launch == 2)
            try server.say(
                "OPTIONS sip:phone@127.0.0.1 SIP/2.0\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n"
            )
            #expect(try server.receive().hasPrefix("SIP/2.0 200 OK"))
        }
    }

    /// The kernel gives out none of these by itself for a while.
    private static func freePort(_ transport: String) throws -> Int {
        let type = transport == "tcp" ? SOCK_STREAM : SOCK_DGRAM
        let made = socket(AF_INET, CInt(type.rawValue), 0)
        defer { close(made) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(made, $0, size) == 0 && getsockname(made, $0, &size) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Nothing announces that a socket is there: the kernel's list of them is asked.
    private func awaitServer(_ port: Int, _ transport: String) throws {
        let entry = "0100007F:" + String(format: "%04X", port)
        let end = Date() + LiveDevice.patience
        while !(try String(contentsOfFile: "/proc/net/\(transport)", encoding: .utf8))
            .contains(entry)
        {
            try #require(Date() < end, "sipp listens")
            usleep(2_000)
        }
    }
}
