import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@testable import SlowCount

/// How an app tests what it does in the background. `QuiesceTesting`'s article explains it.
@MainActor @Suite(.virtualDevice) struct SlowCountTests {
    @Test("It goes on counting in the background, for as long as a task lets it", .behaviour("T2"))
    func goesOn() async throws {
        let device = try VirtualDevice.current
        try await device.launch { SlowCount(limit: 10_000, interval: 1, usesTask: true) }
        let app = try #require(UIApplication.shared.delegate as? SlowCount)
        try await device.pressHome()
        try await device.advance(by: .seconds(60))
        #expect(device.app.state == .background)
        #expect(app.count == 60)
        try await device.advance(by: .hours(9))
        #expect(device.app.state == .suspended)
        // Until it was warned that its 180 s were nearly over.
        #expect((170...180).contains(app.count))
    }

    @Test("It goes on where it was when the user comes back", .behaviour("S6", "S8"))
    func comesBack() async throws {
        let device = try VirtualDevice.current
        try await device.launch { SlowCount(limit: 10_000, interval: 1, usesTask: false) }
        let app = try #require(UIApplication.shared.delegate as? SlowCount)
        try await device.advance(by: .seconds(10))
        try await device.pressHome()
        let count = app.count
        try await device.advance(by: .days(7))
        #expect(app.count == count)
        try await device.open()
        try await device.advance(by: .seconds(10))
        // The ten seconds, and one firing for all that the timer missed.
        #expect((count + 10...count + 12).contains(app.count))
    }

    @Test("It is suspended as soon as it is done", .behaviour("T6"))
    func isDone() async throws {
        let device = try VirtualDevice.current
        try await device.launch { SlowCount(limit: 30, interval: 1, usesTask: true) }
        try await device.pressHome()
        try await device.advance(by: .seconds(32))
        #expect(device.app.state == .suspended)
        #expect(device.app.openTasks == 0)
        #expect(UIApplication.shared.backgroundTimeRemaining > 100)
    }

    @Test("It begins anew when the system had to end it", .behaviour("W5"))
    func beginsAnew() async throws {
        let device = try VirtualDevice.current
        try await device.launch(as: .infoPlist(Self.infoPlist)) {
            SlowCount(limit: 10_000, interval: 1, usesTask: false)
        }
        try await device.advance(by: .seconds(10))
        try await device.pressHome()
        try await device.kill()
        try await device.open()
        #expect(device.app.launches == 2)
        #expect((UIApplication.shared.delegate as? SlowCount)?.count == 0)
    }

    /// Beside the app's source.
    private static let infoPlist = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/SlowCount/Info.plist")
}
