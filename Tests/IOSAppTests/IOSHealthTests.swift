import Foundation
import QuiesceTesting
import Testing
import UIKit

@testable import IOSHealth

/// An app of Tests/IOSApps on a virtual device, as its author tests it.
@MainActor @Suite(.virtualDevice) struct IOSHealthTests {
    private func withHealth(_ body: (VirtualDevice) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("health-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = try VirtualDevice.current
        try await device.launch(
            as: .underTest(
                "Health", modes: [.fetch, .processing, .remoteNotification],
                tasks: [BackgroundSync.refresh, BackgroundSync.upload])
        ) {
            let delegate = AppDelegate()
            delegate.store = ReadingStore(folder: folder)
            return delegate
        }
        try await body(device)
    }

    private var app: AppDelegate {
        get throws { try #require(UIApplication.shared.delegate as? AppDelegate) }
    }

    @Test("It reads through a night, and is suspended in between")
    func night() async throws {
        try await withHealth { device in
            #expect(try app.store.steps == 1_000)
            try await device.pressHome()
            try await device.advance(by: .hours(9))
            #expect(try app.store.steps > 1_000)
            #expect(device.app.state == .suspended)
        }
    }

    @Test("It takes a reading when its task is begun, and asks for the next")
    func refresh() async throws {
        try await withHealth { device in
            try await device.pressHome()
            for count in 1...2 {
                try await device.run(task: BackgroundSync.refresh)
                #expect(try app.store.steps == 1_000 + 250 * count)
                #expect(device.app.state == .suspended)
            }
            await #expect(throws: VirtualDeviceError.self) {
                try await device.run(task: "another")
            }
        }
    }

    @Test("A silent push before the first unlock waits for it, and finds what was kept")
    func locked() async throws {
        try await withHealth { device in
            try await device.setPasscode()
            try await device.pressHome()
            try await device.reboot()
            try await device.send(push: [
                "aps": ["content-available": 1] as [String: any Sendable], "sync": true,
            ])
            #expect(device.app.state == .notRunning)
            try await device.unlock()
            try await device.advance(by: .seconds(5))
            #expect(device.app.launches == 2)
            #expect(try app.store.steps >= 1_000)
        }
    }
}
