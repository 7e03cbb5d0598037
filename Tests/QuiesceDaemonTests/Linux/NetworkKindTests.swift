import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("What network the machine has") struct NetworkKindTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func write(_ text: String, _ path: String) throws {
        let file = URL(fileURLWithPath: scratch.file(path))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func interface(_ name: String, type: Int, state: String = "up", uevent: String = "")
        throws
    {
        try write("\(type)\n", "sys/class/net/\(name)/type")
        try write("\(state)\n", "sys/class/net/\(name)/operstate")
        try write(uevent, "sys/class/net/\(name)/uevent")
    }

    private func routes(_ lines: String...) throws {
        let header =
            "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
        try write(header + lines.joined(separator: "\n"), "net/route")
    }

    private func route(_ interface: String, metric: Int = 0, flags: String = "0003") -> String {
        "\(interface)\t00000000\t0101A8C0\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0  "
    }

    private var kind: DeviceConditions.Network {
        NetworkKind.read(net: scratch.file("net"), sys: scratch.file("sys"))
    }

    @Test("Without a default route there is none", .behaviour("X4", "X9"))
    func none() throws {
        #expect(kind == .none)
        try interface("eth0", type: 1)
        try routes("eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0")
        try write(
            "\(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) ffffffff 00000001 00000000 00200200       lo\n",
            "net/ipv6_route")
        #expect(kind == .none)
    }

    @Test("A cable and a wireless network aren't metered; a modem is", .behaviour("X4", "X9"))
    func kinds() throws {
        try interface("eth0", type: 1)
        try routes(route("eth0"))
        #expect(kind == .wifi)
        try interface("ppp0", type: 512)
        try routes(route("ppp0"))
        #expect(kind == .cellular)
        try interface("wwan0", type: 1, uevent: "DEVTYPE=wwan\nINTERFACE=wwan0\n")
        try routes(route("wwan0"))
        #expect(kind == .cellular)
        try interface("rmnet0", type: 519)
        try routes(route("rmnet0"))
        #expect(kind == .cellular)
    }

    @Test("The route of the least metric counts, unless its interface is down", .behaviour("X4"))
    func metrics() throws {
        try interface("wlan0", type: 1)
        try interface("wwan0", type: 519)
        try routes(route("wwan0", metric: 700), route("wlan0", metric: 600))
        #expect(kind == .wifi)
        try interface("wlan0", type: 1, state: "down")
        #expect(kind == .cellular)
        try routes(route("wwan0", flags: "0203"))
        #expect(kind == .none)
    }

    @Test("IPv6 alone will do", .behaviour("X4"))
    func version6() throws {
        try interface("wlan0", type: 1)
        let zeros = String(repeating: "0", count: 32)
        try write(
            "\(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003    wlan0\n",
            "net/ipv6_route")
        #expect(kind == .wifi)
    }
}
