import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("What apps use out of sight, on a device") struct BackgroundUseTests {
    @Test(
        "An app that burns CPU in the background is throttled, where that can be done, and then killed",
        .behaviour("C3", "W2", "W4"), arguments: Freezer.available)
    func cpu(freezer: Freezer) throws {
        // Little, as it comes last for the CPU of a machine that may be busy.
        let profile = "cpuBudgetSeconds = 0.1\nthrottledCPUSeconds = 0.04\ncpuWindowSeconds = 2"
        try withDevice(profile: profile, options: freezer.options) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--burn", "--never-end-task")
            try device.wait(app, "active")
            try device.perform(.home)
            let throttled = try device.wait(for: "throttling", app: app) { $0.kind == "refuse" }
            #expect(throttled.reason == "cpuThrottled")
            #expect(throttled.rule == "C3")
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "cpuExceeded")
            #expect(kill.rule == "C3")
            try device.wait(app, "notRunning")
            try device.expectWhy(app, "cpuExceeded", "C3", "of CPU in")
            #expect(try !device.lines(app).contains("willTerminate"))
            let notes = try device.status().notes
            if notes.contains(where: { $0.contains("is throttled by") }) {
                // 36 ms at a fiftieth of a CPU take 1.8 s, less what it used before the cap came;
                // unthrottled, as long as a look.
                #expect(try device.seconds(from: throttled, to: kill) >= 0.5)
            } else {
                #expect(notes.contains { $0.hasPrefix("CPU can't be limited here") })
            }
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

    @Test(
        "A port that a suspended app listens at answers nobody, and answers again when it is back",
        .behaviour("C4", "W2"), arguments: Freezer.available)
    func listens(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
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
            try waitUntil("hidden, or said not to be") {
                if try device.status().notes.contains(where: { $0.contains("can't be hidden") }) {
                    return true
                }
                return !accepts(port, within: 200)
            }
            try device.open(app)
            try device.wait(app, "active")
            // The kernel asks once more for a connection that it was not answered.
            try waitUntil("answered") { accepts(port, within: 2_000) }
        }
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
