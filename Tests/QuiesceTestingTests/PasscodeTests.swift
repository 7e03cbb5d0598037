import Foundation
import QuiesceKit
import QuiesceKitProtection
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct PasscodeTests {
    init() { Diary.clear() }

    @Test(
        "An app's protected file is unreadable behind the lock, and back after it", .behaviour("P3")
    )
    func protectedFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quiesce-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try Data("secret".utf8).write(to: file, protection: .complete)
        try await device.setPasscode()
        #expect(UIApplication.shared.isProtectedDataAvailable)
        try await device.lock()
        #expect(!UIApplication.shared.isProtectedDataAvailable)
        #expect(Diary.pages.contains("protectedDataWillBecomeUnavailable"))
        #expect(try Data(contentsOfProtected: file) == Data("secret".utf8), "for a moment more")
        try await device.advance(by: .seconds(10))
        let error = #expect(throws: ProtectedDataError.self) { try Data(contentsOfProtected: file) }
        #expect(error?.code == .unavailable)
        #expect(try Data(contentsOf: file).range(of: Data("secret".utf8)) == nil)
        try await device.unlock()
        #expect(UIApplication.shared.isProtectedDataAvailable)
        #expect(Diary.pages.contains("protectedDataDidBecomeAvailable"))
        #expect(try Data(contentsOfProtected: file) == Data("secret".utf8))
    }

    @Test(
        "After a restart with a passcode a fetch waits for the first unlock", .behaviour("U3"))
    func firstUnlock() async throws {
        let device = try VirtualDevice.current
        try await device.launch(as: .underTest(modes: [.fetch])) { Diary() }
        try await device.setPasscode()
        try await device.reboot()
        try await device.fetch()
        #expect(device.app.state == .notRunning)
        #expect(try device.why().pending.first?.sentence.contains("first unlock") == true)
        try await device.unlock()
        #expect(device.app.launches == 2)
        try await device.lock()
        await #expect(throws: VirtualDeviceError.self) { try await device.clearPasscode() }
    }
}
