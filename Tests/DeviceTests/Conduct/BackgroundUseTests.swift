import CQuiesceLinux
import Foundation
import Glibc
import QuiesceDaemon
import QuiesceLinux
import QuiesceWire
import TestSupport
import Testing

@Suite("What apps use out of sight, on a device") struct BackgroundUseTests {
    @Test(
        "An app that burns CPU in the background is throttled, where that can be done, and then killed",
        .behaviour("C3", "W2", "W4"), arguments: Freezer.available)
    func cpu(freezer: Freezer) throws {
        // Little, as it comes last for the CPU of a machine that may be busy.
        let profile = "cpuBudgetSeconds = 0.2\nthrottledCPUSeconds = 0.18\ncpuWindowSeconds = 4"
        try withDevice(profile: profile, options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--burn", "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            let throttled = try device.wait(for: "throttling", app: app) { $0.kind == "refuse" }
            #expect(throttled.reason == "cpuThrottled")
            #expect(throttled.rule == "C3")
            let notes = try device.status().notes
            if notes.contains(where: { $0.contains("is throttled by") }) {
                // By the kernel's count, however busy the machine is.
                let pid = try device.pid(app)
                try waitUntil("held back") { timesHeldBack(pid) > 0 }
            } else {
                #expect(notes.contains { $0.hasPrefix("CPU can't be limited here") })
            }
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "cpuExceeded")
            #expect(kill.rule == "C3")
            try device.wait(app, "notRunning")
            try device.expectWhy(app, "cpuExceeded", "C3", "of CPU in")
            #expect(try !device.lines(app).contains("willTerminate"))
        }
    }

    /// How often the kernel held a process's cgroup back for its cap.
    private func timesHeldBack(_ pid: Int) -> Int {
        func directories(_ process: String) -> [String] {
            guard let mounts = ProcFile.read("/proc/self/mountinfo"),
                let groups = ProcFile.read("/proc/\(process)/cgroup")
            else { return [] }
            return [
                CgroupMount.v1Directory(of: "cpu", mountinfo: mounts, cgroups: groups),
                CgroupMount(mountinfo: mounts, cgroups: groups)?.ownDirectory,
            ].compactMap { $0 }
        }
        let ours = directories("self")
        let theirs = directories(String(pid)).filter { !ours.contains($0) }
        return theirs.reduce(0) { sum, directory in
            let lines = (ProcFile.read("\(directory)/cpu.stat") ?? "").split(separator: "\n")
            let counts = lines.compactMap { line in
                line.hasPrefix("nr_throttled ") ? Int(line.dropFirst(13)) : nil
            }
            return sum + counts.reduce(0, +)
        }
    }

    @Test("An app that waits in the background uses nothing", .behaviour("C3"))
    func idle() throws {
        let profile = "cpuBudgetSeconds = 0.2\nthrottledCPUSeconds = 0.1\ncpuWindowSeconds = 1"
        try withDevice(profile: profile + "\nbackgroundAllowanceSeconds = 8") { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--end-in-expiration")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            #expect(try device.log(app).allSatisfy { $0.kind != "refuse" && $0.kind != "kill" })
        }
    }

    @Test("The app in front has more weight for the CPU than the one behind it", .behaviour("C5"))
    func precedence() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--never-end-task")
            try device.wait(app, "active")
            let group = "/proc/\(try device.pid(app))/autogroup"
            // Elsewhere by cpu.weight, or not at all, which is said.
            let notes = try device.status().notes
            #expect(notes.contains { $0.hasPrefix("the app in front ") })
            guard notes.contains(where: { $0.contains("autogroup") }) else { return }
            func nice() throws -> String? {
                try String(contentsOfFile: group, encoding: .utf8).split(separator: " ").last
                    .map { $0.trimmingCharacters(in: .newlines) }
            }
            #expect(try nice() == "0")
            try device.perform(.home)
            try waitUntil("behind") { try nice() == "10" }
            try device.open(app)
            try waitUntil("in front") { try nice() == "0" }
        }
    }

    /// Whether the kernel lets us take the descriptors of a process that we have started, which
    /// hiding its ports takes.
    private static let canHide: Bool = {
        let child = try? SpawnedProcess(
            ["sleep", "1000"], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: false, output: false))
        guard let child else { return false }
        defer { child.end() }
        let taken = ql_take_descriptor(child.pid, 0)
        if taken >= 0 { close(taken) }
        return taken >= 0
    }()

    /// An app that was suspended while it listened at a port, which is told.
    private func suspendListener(_ device: LiveDevice) throws -> (app: String, port: UInt16) {
        let app = try device.install(example: "Misbehaving")
        try device.open(app, "--listen", "0")
        let printed = try device.wait(app, toPrint: "listens at ")
        let port = try #require(
            printed.split(separator: "\n").compactMap { line in
                line.hasPrefix("listens at ") ? UInt16(line.dropFirst(11)) : nil
            }.first)
        try device.wait(app, "active")
        #expect(accepts(port, within: 10_000))
        try device.perform(.home)
        try device.wait(app, "suspended")
        let told = try device.wait(for: "the port", app: app) { $0.kind == "refuse" }
        #expect(told.reason == "portsLeftOpen")
        #expect(told.rule == "C4")
        #expect(told.detail == "tcp \(port)")
        #expect(try device.why(app).refusals.contains { $0.reason == "portsLeftOpen" })
        return (app, port)
    }

    @Test(
        "Where ports can't be hidden, that is said", .behaviour("C4"),
        .enabled(if: !canHide, "ports can be hidden here"))
    func cannotHide() throws {
        try withDevice { device in
            _ = try suspendListener(device)
            try waitUntil("said") {
                try device.status().notes.contains { $0.contains("can't be hidden") }
            }
        }
    }

    @Test(
        "A Bonjour service that a suspended app left open answers nobody, hears nothing of what it was asked, and answers again when it is back",
        .behaviour("C4"), .enabled(if: canHide, "ports can't be hidden here"))
    func bonjour() throws {
        try withDevice { device in
            let service = UUID().uuidString
            let app = try device.install(
                python: """
                    import socket, threading
                    def serve():
                        here = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
                            here.setsockopt(socket.SOL_SOCKET, option, 1)
                        here.bind(("", 5353))
                        group = socket.inet_aton("224.0.0.251") + socket.inet_aton("127.0.0.1")
                        here.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
                        print("serves by", here.fileno())
                        while True:
                            query, who = here.recvfrom(2000)
                            # An answer, and no query, to one with its name.
                            if b"\(service)" in query and not query[2] & 0x80:
                                print("asked", query[1])
                                here.sendto(query[:2] + bytes([0x84]) + query[3:], who)
                    class Printer(App):
                        def did_finish_launching(self, launch):
                            threading.Thread(target=serve, daemon=True).start()
                    Printer().run()
                    """, id: "org.quiesce.tests.Printer")
            try device.open(app)
            let printed = try device.wait(app, toPrint: "serves by ")
            let descriptor = try #require(
                printed.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }.first)
            try device.wait(app, "active")
            let browser = try Browser(service)
            defer { browser.end() }
            #expect(browser.asks(1, patience: 10_000))
            try device.perform(.home)
            try device.wait(app, "suspended")
            let told = try device.wait(for: "the port", app: app) { $0.kind == "refuse" }
            #expect(told.reason == "portsLeftOpen")
            #expect(told.detail == "udp 5353")
            // It is told a moment before it is done: a query between them would wait in the socket.
            let pid = try device.pid(app)
            try waitUntil("hidden") { hasFilter(pid, descriptor) }
            for number: UInt8 in 2...4 { #expect(!browser.asks(number, patience: 200)) }
            try device.open(app)
            try device.wait(app, "active")
            try waitUntil("answered") { browser.asks(5, patience: 1_000) }
            let asked = try Set(device.lines(app).filter { $0.hasPrefix("asked") })
            #expect(asked == ["asked 1", "asked 5"])
        }
    }

    @Test(
        "A port that a suspended app listens at answers nobody, and answers again when it is back",
        .behaviour("C4", "W2"), .enabled(if: canHide, "ports can't be hidden here"),
        arguments: Freezer.available)
    func listens(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let (app, port) = try suspendListener(device)
            try waitUntil("hidden") { !accepts(port, within: 200) }
            try device.open(app)
            try device.wait(app, "active")
            // The kernel asks once more for a connection that it was not answered.
            try waitUntil("answered") { accepts(port, within: 2_000) }
        }
    }

    /// Whether the kernel drops what comes to a process's socket.
    private func hasFilter(_ pid: Int, _ descriptor: Int32) -> Bool {
        let taken = ql_take_descriptor(pid_t(pid), descriptor)
        guard taken >= 0 else { return false }
        defer { close(taken) }
        // SO_GET_FILTER, which says of how many instructions it is.
        var count: socklen_t = 0
        return getsockopt(taken, SOL_SOCKET, 26, nil, &count) == 0 && count > 0
    }

    /// Whether the kernel makes a connection to the port. A listener needn't be awake for it.
    private func accepts(_ port: UInt16, within milliseconds: Int32) -> Bool {
        let client = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let answer = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if answer == 0 { return true }
        var event = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
        guard poll(&event, 1, milliseconds) > 0 else { return false }
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &length)
        return error == 0
    }
}

/// Looks for a Bonjour service on this machine, by queries of its name that have a number.
private final class Browser {
    private let socket: Int32
    private let service: String

    init(_ service: String) throws {
        self.service = service
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var here = in_addr(s_addr: in_addr_t(INADDR_LOOPBACK).bigEndian)
        try #require(
            setsockopt(
                socket, Int32(IPPROTO_IP), Int32(IP_MULTICAST_IF), &here,
                socklen_t(MemoryLayout<in_addr>.size)) == 0)
    }

    func end() { close(socket) }

    /// - Parameter patience: milliseconds.
    /// - Returns: whether that query was answered.
    func asks(_ number: UInt8, patience: Int32) -> Bool {
        // A name's pointers, of type PTR and class IN.
        let name = Array(service.utf8)
        let query: [UInt8] =
            [0, number, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, UInt8(name.count)] + name
            + [0, 0, 12, 0, 1]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(5353).bigEndian
        address.sin_addr.s_addr = in_addr_t(0xE000_00FB).bigEndian
        let sent = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    socket, query, query.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard sent == query.count else { return false }
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&event, 1, patience) > 0 {
            var answer = [UInt8](repeating: 0, count: 2_000)
            let count = recv(socket, &answer, answer.count, 0)
            if count > 12, answer[1] == number, answer[2] & 0x80 != 0 { return true }
        }
        return false
    }
}
