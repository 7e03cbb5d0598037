import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// The kind of the machine's network, as the kernel tells it in files: the kind of its default
/// route.
enum NetworkKind {
    /// - Parameters:
    ///   - net: `/proc/net`, or a folder like it.
    ///   - sys: `/sys`, or a tree like it.
    static func read(net: String, sys: String) -> DeviceConditions.Network {
        let interfaces =
            defaultsIPv4(ProcFile.read("\(net)/route") ?? "")
            + defaultsIPv6(ProcFile.read("\(net)/ipv6_route") ?? "")
        // The route that is used first counts.
        let usable = interfaces.sorted { $0.metric < $1.metric }
            .first { isUp($0.interface, sys: sys) }
        return usable.map { kind(of: $0.interface, sys: sys) } ?? .none
    }

    private struct Route {
        var interface: String
        var metric: UInt32
    }

    private static let up: UInt32 = 0x1
    private static let reject: UInt32 = 0x200

    /// `Iface Destination Gateway Flags RefCnt Use Metric Mask …`, in hexadecimal but for Metric.
    private static func defaultsIPv4(_ text: String) -> [Route] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split { $0 == "\t" || $0 == " " }
            guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
                let flags = UInt32(fields[3], radix: 16), flags & up != 0, flags & reject == 0
            else { return nil }
            return Route(interface: String(fields[0]), metric: UInt32(fields[6]) ?? 0)
        }
    }

    /// `destination length source length next metric refcnt use flags interface`, in hexadecimal.
    private static func defaultsIPv6(_ text: String) -> [Route] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count >= 10, fields[1] == "00", fields[0].allSatisfy({ $0 == "0" }),
                let flags = UInt32(fields[8], radix: 16), flags & up != 0, flags & reject == 0,
                fields[9] != "lo"
            else { return nil }
            return Route(
                interface: String(fields[9]), metric: UInt32(fields[5], radix: 16) ?? .max)
        }
    }

    /// Whether it has a carrier; one that doesn't say has.
    private static func isUp(_ interface: String, sys: String) -> Bool {
        let state = ProcFile.read("\(sys)/class/net/\(interface)/operstate")
        return state.map {
            !["down", "lowerlayerdown", "notpresent"].contains($0.filter { $0 != "\n" })
        }
            ?? true
    }

    /// A cable counts as Wi-Fi: what matters is whether it is metered (X4). Of a tunnel nobody
    /// knows what it leads through.
    private static func kind(of interface: String, sys: String) -> DeviceConditions.Network {
        let folder = "\(sys)/class/net/\(interface)"
        let type = ProcFile.read("\(folder)/type").flatMap { Int($0.filter { $0 != "\n" }) }
        let event = ProcFile.read("\(folder)/uevent") ?? ""
        let isMobile =
            event.split(separator: "\n").contains("DEVTYPE=wwan")
            || type.map(mobileTypes.contains) == true
        return isMobile ? .cellular : .wifi
    }

    /// `linux/if_arp.h`: PPP, raw IP, Phonet and its pipe.
    private static let mobileTypes: Set<Int> = [512, 519, 820, 821]
}

/// Calls when interfaces, addresses or routes have changed, once they have been quiet for a moment.
/// Belongs to the loop's thread.
final class NetworkWatch {
    private let socket: OwnedDescriptor
    private let timer: PeriodicTimer

    init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemCallError) {
        socket = try OwnedDescriptor(checkingNegative: ql_route_socket(), "socket")
        // The timer's handler needs the timer, to end it.
        let quiet = Quiet()
        timer = try PeriodicTimer(loop: loop) {
            quiet.timer?.stop()
            handler()
        }
        quiet.timer = timer
        _ = try loop.watch(socket.number) { [unowned self] _ in
            var changed = false
            withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
                // ENOBUFS: some were lost; what is true now is read anyway.
                while case let count = recv(socket.number, buffer.baseAddress, buffer.count, 0),
                    count > 0 || count < 0 && errno == ENOBUFS
                { changed = true }
            }
            if changed { timer.start(milliseconds: Limits.networkQuietMilliseconds) }
        }
    }

    private final class Quiet {
        weak var timer: PeriodicTimer?
    }
}
