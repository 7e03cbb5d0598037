import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("What comes in from the network") struct NetworkTrafficTests {
    @Test("It is read from the IP layer's counters, of both versions", .behaviour("F6"))
    func counters() throws {
        let folder = try ScratchDirectory()
        #expect(NetworkTraffic.received(net: folder.path) == nil)
        try """
        TcpExt: SyncookiesSent TW
        TcpExt: 1 2
        IpExt: InNoRoutes InOctets OutOctets
        IpExt: 0 354709997 7

        """.write(toFile: folder.path + "/netstat", atomically: true, encoding: .utf8)
        #expect(NetworkTraffic.received(net: folder.path) == 354_709_997, "no IPv6 here")
        try "Ip6InReceives   \t5\nIp6InOctets     \t3\n".write(
            toFile: folder.path + "/snmp6", atomically: true, encoding: .utf8)
        #expect(NetworkTraffic.received(net: folder.path) == 354_710_000)
        try "IpExt: InOctets\n".write(
            toFile: folder.path + "/netstat", atomically: true, encoding: .utf8)
        #expect(NetworkTraffic.received(net: folder.path) == nil)
    }

    @Test(
        "The kernel counts at once what a program receives, from this machine too", .behaviour("F6")
    )
    func kernel() throws {
        let receiver = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(receiver)
            close(sender)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) {
            try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try #require(bind(receiver, $0, length) == 0)
                try #require(getsockname(receiver, $0, &length) == 0)
                try #require(connect(sender, $0, length) == 0)
            }
        }
        let before = try #require(NetworkTraffic.received(net: "/proc/net"))
        let bytes = [UInt8](repeating: 7, count: 1_000)
        try #require(send(sender, bytes, bytes.count, 0) == bytes.count)
        var buffer = [UInt8](repeating: 0, count: 2_000)
        try #require(recv(receiver, &buffer, buffer.count, 0) == bytes.count)
        let after = try #require(NetworkTraffic.received(net: "/proc/net"))
        #expect(after >= before + 1_000)
    }
}
