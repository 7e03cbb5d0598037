import QuiesceLinux

/// The traffic that comes in from the network, as the kernel's IP layer counts it, packet by
/// packet: the counters of interfaces may lag by seconds. For where no `TrafficMeter` can be had.
enum NetworkTraffic {
    /// Bytes received since the machine started, from itself too; nil where the kernel doesn't say.
    ///
    /// - Parameter net: `/proc/net`, or a folder like it.
    static func received(net: String) -> UInt64? {
        guard let ipv4 = inOctets(ProcFile.bytes("\(net)/netstat") ?? []) else { return nil }
        let ipv6 = ProcFile.bytes("\(net)/snmp6").map(inOctets6) ?? 0
        return ipv6.map { ipv4 &+ $0 }
    }

    // The two have 7 KB, and an app that is woken to fetch waits for them: they are read as bytes.

    /// A line of names follows one of their values: `IpExt: … InOctets …`, `IpExt: … 4711 …`.
    private static func inOctets(_ text: [UInt8]) -> UInt64? {
        let lines = text.split(separator: newline).filter { $0.starts(with: "IpExt:".utf8) }
        guard lines.count == 2 else { return nil }
        let names = lines[0].split(separator: space)
        let values = lines[1].split(separator: space)
        guard let place = names.firstIndex(where: { $0.elementsEqual("InOctets".utf8) }),
            place < values.count
        else { return nil }
        return number(values[place])
    }

    /// `Ip6InOctets   4711`
    private static func inOctets6(_ text: [UInt8]) -> UInt64? {
        for line in text.split(separator: newline) where line.starts(with: "Ip6InOctets".utf8) {
            let words = line.split { $0 == space || $0 == tab }
            if words.count == 2, words[0].elementsEqual("Ip6InOctets".utf8) {
                return number(words[1])
            }
        }
        return nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        UInt64(String(decoding: digits, as: UTF8.self))
    }

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
}
