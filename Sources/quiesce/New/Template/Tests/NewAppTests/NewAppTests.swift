import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

@testable import NewApp

/// On a virtual device a night takes milliseconds.
@MainActor @Suite(.virtualDevice) struct NewAppTests {
    /// The app's container, so that it finds in its next launch what it has saved.
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("NewApp-\(UUID().uuidString)")

    @Test("It is refreshed while nobody looks, and goes on where it was after its end")
    func night() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = try VirtualDevice.current
        try await device.launch(as: .infoPlist(Self.infoPlist), scene: SceneDelegate.self) {
            let app = AppDelegate()
            app.folder = folder
            return app
        }
        try await device.pressHome()
        try await device.advance(by: .hours(9))
        let counts = Counts(savedIn: folder)
        #expect(counts.launches == 1)
        #expect(counts.refreshes > 0)
        #expect(device.app.state == .suspended)

        // As the system ends an app whose memory it needs.
        try await device.kill()
        try await device.open()
        let app = try #require(UIApplication.shared.delegate as? AppDelegate)
        #expect(app.counts == Counts(launches: 2, refreshes: counts.refreshes))
    }

    private static let infoPlist = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../NewApp-Info.plist")
}
