import Foundation
import Glibc

/// How soon a suspended app has read what came on its kept socket, compared with how soon the same
/// app's delegate is called for a fetch, both by a clock outside; how soon a phone rings; what
/// 1,000 kept sockets cost at rest.
struct VoIPBenchmark {
    /// No app is woken so often in a row that it has to wait (20 times), nor soon again.
    private static let phones = 60
    /// A phone's calls: no more than it is woken for in a row, with the end of each.
    private static let calls = 8
    private static let restingApps = 100
    private static let socketsEach = 10
    let rounds: Int
    let seconds: Int

    func run() throws -> Section {
        var section = Section(title: "voip (\(rounds) of each, in turn)")
        try wakes(&section)
        try rings(&section)
        try rest(&section)
        return section
    }

    // MARK: Wake-ups

    private func wakes(_ section: inout Section) throws {
        let device = try BenchDevice(traced: true)
        defer { device.stop() }
        let peer = try Peer()
        let phones = try (1...Self.phones).map { number in
            Progress.show("voip: starting phone \(number) of \(Self.phones)")
            return try Phone(device, peer, number)
        }
        var (calls, fetches) = (Samples(), Samples())
        let warmUp = Self.phones
        for round in 0..<(rounds + warmUp) {
            Progress.show("voip: \(round) of \(rounds)")
            let phone = phones[round % phones.count]
            let call = try phone.time(of: .read) { try peer.send("ring", to: phone.address) }
            BenchDevice.rest()
            let fetch = try phone.time(of: .fetch) {
                try device.ask(#"{"type":"sendFetch","app":"\#(phone.app)"}"#)
            }
            BenchDevice.rest()
            guard round >= warmUp else { continue }
            calls.add(call)
            fetches.add(fetch)
        }
        section.measurements += [
            Measurement("a fetch's request to the delegate, p50", fetches.median / 1_000, "µs"),
            Measurement("likewise, p99", fetches.p99 / 1_000, "µs"),
            Measurement(
                "bytes on a kept socket to the app's read, p50", calls.median / 1_000, "µs"),
            Measurement("likewise, p99", calls.p99 / 1_000, "µs"),
            Measurement("bytes / fetch, p50", calls.median / fetches.median, "×", .atMost(2)),
            Measurement("bytes / fetch, p99", calls.p99 / fetches.p99, "×", .atMost(2)),
        ]
    }

    // MARK: Calls

    private func rings(_ section: inout Section) throws {
        let device = try BenchDevice(traced: false)
        defer { device.stop() }
        let server = try Peer()
        let phone = try device.install("Softphone", id: "org.quiesce.examples.Softphone")
        try device.ask(
            #"{"type":"setPermission","app":"\#(phone)","permission":"notifications","state":"authorized"}"#
        )
        try device.quiesce("send", "defaults", phone, "server", "udp:127.0.0.1:\(server.port)")
        try device.ask(#"{"type":"open","app":"\#(phone)"}"#)
        let registration = try server.receive()
        try server.send(SIP.accept(registration.text), to: registration.address)
        try device.ask(#"{"type":"home"}"#)
        var worst: Int64 = 0
        for call in 1...Self.calls {
            Progress.show("voip: call \(call) of \(Self.calls)")
            try device.wait(for: "\(phone) to sleep") { try device.state(phone) == "suspended" }
            let start = Clock.now
            try server.send(SIP.request("INVITE", call), to: registration.address)
            try server.receive(startingWith: "SIP/2.0 180")
            worst = max(worst, Clock.now - start)
            try server.send(SIP.request("CANCEL", call), to: registration.address)
            try server.receive(startingWith: "SIP/2.0 200")
        }
        section.measurements.append(
            Measurement(
                "an INVITE to the ringing of a frozen phone, the slowest of \(Self.calls)",
                Double(worst) / 1e6, "ms", .atMost(200)))
    }

    // MARK: At rest

    private func rest(_ section: inout Section) throws {
        let without = try resting(sockets: 0)
        let with = try resting(sockets: Self.socketsEach)
        let count = Self.restingApps * Self.socketsEach
        section.measurements += [
            Measurement(
                "\(count) kept sockets for \(seconds) s: wake-ups of the daemon's threads",
                Double(with.switches), "", .atMost(0)),
            Measurement("likewise: its CPU time", Double(with.ticks), "ticks", .atMost(0)),
            Measurement(
                "its anonymous memory for each",
                Double(with.anonymous - without.anonymous) * 1_024
                    / Double(count), "bytes", .atMost(1_024)),
        ]
    }

    /// Measures a daemon's cost in the time, and its memory.
    private func resting(sockets: Int) throws -> (switches: Int, ticks: Int, anonymous: Int) {
        let device = try BenchDevice(traced: false)
        defer { device.stop() }
        let peer = try Peer()
        for number in 1...Self.restingApps {
            Progress.show("voip: app \(number) of \(Self.restingApps), \(sockets) sockets each")
            _ = try Phone(device, peer, number, sockets: sockets)
        }
        // Whatever the last one set going comes to its end.
        sleep(5)
        Progress.show("voip: at rest for \(seconds) s")
        let before = try ProcessCost(device.pid)
        sleep(UInt32(seconds))
        let after = try ProcessCost(device.pid)
        return (after.switches - before.switches, after.ticks - before.ticks, after.anonymous)
    }
}

/// A suspended app that has sockets kept.
private struct Phone {
    let app: String
    let address: sockaddr_in
    private let device: BenchDevice
    private let marks: MarkReader

    init(_ device: BenchDevice, _ peer: Peer, _ number: Int, sockets: Int = 1) throws {
        self.device = device
        app = try device.install("Phone\(number)")
        try "\(peer.port) \(sockets)".write(
            toFile: "\(device.home)/containers/\(app)/peer", atomically: false, encoding: .utf8)
        try device.openAndLeave(app)
        var address = sockaddr_in()
        for _ in 0..<sockets { address = try peer.receive().address }
        self.address = address
        marks = try device.marks(app)
    }

    /// Nanoseconds from before `cause` to the app's first mark of `step`; returns once it is
    /// suspended again.
    func time(of step: AppStep, after cause: () throws -> Void) throws -> Int64 {
        marks.skip()
        let trace = device.trace
        trace?.skip()
        let start = Clock.now
        try cause()
        try device.wait(for: "\(app) to be suspended again") {
            trace?.new.contains(.frozen) == true && marks.new.first(step) != nil
        }
        let new = marks.new
        guard let at = new.first(step) else { throw Failure("no mark of \(step)") }
        return new[at].time - start
    }
}

private enum Clock {
    /// CLOCK_MONOTONIC, nanoseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The messages that a phone hears from its server.
private enum SIP {
    static func accept(_ request: String) -> String {
        let kept = request.components(separatedBy: "\r\n").filter { line in
            ["Via", "From", "To", "Call-ID", "CSeq"].contains { line.hasPrefix($0 + ":") }
        }
        return (["SIP/2.0 200 OK"] + kept + ["Content-Length: 0", "", ""]).joined(separator: "\r\n")
    }

    static func request(_ method: String, _ call: Int) -> String {
        [
            "\(method) sip:phone@127.0.0.1 SIP/2.0",
            "Via: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bKcall\(call)",
            "From: Caller <sip:caller@127.0.0.1>;tag=caller", "To: <sip:phone@127.0.0.1>",
            "Call-ID: call\(call)", "CSeq: 1 \(method)", "Max-Forwards: 70", "Content-Length: 0",
            "", "",
        ].joined(separator: "\r\n")
    }
}

/// The other end of the apps' sockets: UDP, on loopback.
private final class Peer {
    let port: UInt16
    private let descriptor: CInt

    init() throws {
        let made = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(made, $0, size) == 0 && getsockname(made, $0, &size) == 0
            }
        }
        guard isBound else { throw Failure("bind", errno: errno) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        descriptor = made
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    func send(_ text: String, to address: sockaddr_in) throws {
        var address = address
        let sent = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, text, text.utf8.count, 0, $0,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard sent == text.utf8.count else { throw Failure("sendto", errno: errno) }
    }

    func receive() throws -> (text: String, address: sockaddr_in) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
            }
        }
        guard count > 0 else { throw Failure("nobody spoke to port \(port)", errno: errno) }
        return (String(decoding: buffer.prefix(count), as: UTF8.self), address)
    }

    func receive(startingWith beginning: String) throws {
        while try !receive().text.hasPrefix(beginning) {}
    }
}
