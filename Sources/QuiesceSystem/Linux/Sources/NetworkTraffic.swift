/// What comes in from the network, as the kernel's IP layer counts it, packet by packet: the counters of interfaces
/// may lag by seconds, and one for a cgroup there is only with eBPF, for root.
enum NetworkTraffic {
    /// Bytes received since the machine started, from itself too; nil where the kernel doesn't say.
    ///
    /// - Parameter net: `/proc/net`, or a folder like it.
    static func received(net: String) -> UInt64? {
        guard let ipv4 = inOctets(ProcFile.read("\(net)/netstat") ?? "") else { return nil }
        let ipv6 = ProcFile.read("\(net)/snmp6").map(inOctets6) ?? 0
        return ipv6.map { ipv4 &+ $0 }
    }

    /// A line of names follows one of their values: `IpExt: … InOctets …`, `IpExt: … 4711 …`.
    private static func inOctets(_ text: String) -> UInt64? {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("IpExt:") }
        guard lines.count == 2 else { return nil }
        let names = lines[0].split(separator: " ")
        let values = lines[1].split(separator: " ")
        guard let place = names.firstIndex(of: "InOctets"), place < values.count else { return nil }
        return UInt64(values[place])
    }

    /// `Ip6InOctets   4711`
    private static func inOctets6(_ text: String) -> UInt64? {
        for line in text.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count == 2, words[0] == "Ip6InOctets" { return UInt64(words[1]) }
        }
        return nil
    }
}
