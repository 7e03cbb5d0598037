import Foundation
import QuiesceCore
import QuiesceKit
import TestSupport
import Testing

@testable import QuiesceTesting

@MainActor @Suite("A virtual device's timeline") struct VirtualTimelineTests {
    private final class Delegate: NSObject, UIApplicationDelegate {}

    @Test("It has all that the device decided, in a file of the test's name", .virtualDevice)
    func page() async throws {
        let scratch = try ScratchDirectory()
        let device = try VirtualDevice.current
        let timeline = VirtualTimeline(folder: scratch.path)
        device.page = timeline
        try await device.launch(Delegate.self)
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        let drawn = try #require(timeline.finish(device.world, named: "of a test"))
        // All but that it was installed.
        #expect(drawn.rows.map(\.seq) == device.log.dropFirst().map(\.seq))
        #expect(drawn.apps.first?.states.last?.value == .suspended)
        let file = try timeline.write(device.world, named: "Suite/is <drawn>()", attaches: false)
        #expect(file == scratch.file("Suite-is-drawn.html"))
        let again = try timeline.write(device.world, named: "Suite/is <drawn>()", attaches: false)
        #expect(again == scratch.file("Suite-is-drawn-2.html"))
        #expect(try scratch.names().count == 2)
        let folder = URL(fileURLWithPath: scratch.path)
        let log = folder.appendingPathComponent("Suite-failed.log")
        #expect(!FileManager.default.fileExists(atPath: log.path))
        _ = try timeline.write(device.world, named: "Suite/failed()", attaches: true)
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == device.log.count)
        #expect(lines.contains { $0.contains("background > suspended") })
        device.page = nil
    }

    @Test("Nobody who doesn't ask for it gets one")
    func unasked() {
        #expect(VirtualTimeline([:]) == nil && VirtualTimeline(["QUIESCE_TIMELINE": ""]) == nil)
        #expect(VirtualTimeline(["QUIESCE_TIMELINE": "/tmp/x"]) != nil)
    }
}
