import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The example for waybar", .enabled(if: TestBus.canRun, TestBus.missing))
struct WaybarTests {
    /// A line of waybar's.
    private struct Line: Decodable {
        var text: String
        var tooltip: String
        var `class`: String
    }

    /// Reads lines until one is so; an app may have been inactive before it is active.
    private func line(
        _ text: String, _ kind: String, _ tooltip: String, from process: SpawnedProcess
    ) throws {
        var read: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "\(text) after \(read)")
            try #require(Glibc.read(process.output, &byte, 1) == 1, "\(text) after \(read)")
            if byte != UInt8(ascii: "\n") {
                read.append(byte)
                continue
            }
            let line = try JSONDecoder().decode(Line.self, from: Data(read))
            if line.text == text, line.class == kind, line.tooltip.contains(tooltip) { return }
            read = []
        }
    }

    @Test("It shows the app in front and how many are frozen, and opens one by a click")
    func lines() throws {
        try withDevice { device in
            try DeviceBusTests.install(on: device)
            let session = try DeviceBusSession(device)
            defer { session.end() }
            let bar = try session.waybar()
            try line("home", "home", "No app runs.", from: bar)
            #expect(try session.waybar("open", "Hosted").wait() == 0)
            let name = try #require(try session.result("List").first?["name"]?.text)
            try line(name, "app", "\(name): active", from: bar)
            #expect(try session.waybar("home").wait() == 0)
            try line("home · 1 frozen", "home", "\(name): suspended", from: bar)
            #expect(try session.waybar("open", "Nobody").wait() == 1)
            device.killDaemon()
            try line("", "NotRunning", "quiesce up", from: bar)
            try device.start()
            try line("home · 1 frozen", "home", "\(name): suspended", from: bar)
        }
    }

    @Test("It has at most a hundred lines") func length() throws {
        let text = try String(
            contentsOf: BuiltProducts.package.appendingPathComponent(
                "Examples/Waybar/quiesce-waybar"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    }
}
