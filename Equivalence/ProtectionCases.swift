import Foundation
import QuiesceKit
import QuiesceKitProtection
import QuiesceTesting
import Testing

/// Files that can't be read behind the lock.
@MainActor @Suite struct ProtectionCases {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quiesce-\(UUID().uuidString)")
    private let secret = Data("secret".utf8)

    /// The device with a passcode, and the app in front.
    private func guarded(_ protection: FileProtectionType? = nil) async throws -> VirtualDevice {
        let device = try await launched()
        try await device.setPasscode()
        if let protection { try secret.write(to: file, protection: protection) }
        return device
    }

    private func lock(_ device: VirtualDevice) async throws {
        try await device.lock()
        try await device.advance(by: .minutes(1))
    }

    @Test(
        "An app is told that the device is about to be locked, and its protected files with that",
        .says(.delegate, "applicationProtectedDataWillBecomeUnavailable(_:)"))
    func told() async throws {
        let device = try await guarded()
        try await lock(device)
        #expect(Subject.told.contains("protectedDataWillBecomeUnavailable"))
    }

    @Test(
        "An app is given time to close its files before they become inaccessible",
        .says(.encrypting, "Manage Your Access to Encrypted Files"))
    func time() async throws {
        let device = try await guarded(.complete)
        defer { try? FileManager.default.removeItem(at: file) }
        var read: Data?
        let file = file
        Subject.when["protectedDataWillBecomeUnavailable"] = {
            read = try? Data(contentsOfProtected: file)
        }
        try await lock(device)
        #expect(read == secret)
    }

    @Test(
        "Behind the lock any attempt to access a protected file fails",
        .says(.delegate, "applicationProtectedDataWillBecomeUnavailable(_:)"),
        .says(.states, "What to Do When an Interruption Occurs"))
    func fails() async throws {
        let device = try await guarded(.complete)
        defer { try? FileManager.default.removeItem(at: file) }
        try await lock(device)
        #expect(throws: ProtectedDataError.self) { try Data(contentsOfProtected: file) }
    }

    @Test(
        "A file with complete protection is accessible once the device is unlocked",
        .says(.encrypting, "Overview"))
    func accessible() async throws {
        let device = try await guarded(.complete)
        defer { try? FileManager.default.removeItem(at: file) }
        try await lock(device)
        try await device.unlock()
        #expect(try Data(contentsOfProtected: file) == secret)
        #expect(Subject.told.contains("protectedDataDidBecomeAvailable"))
    }

    @Test(
        "Data protection begins when the user sets a passcode: without one the lock takes nothing",
        .says(.encrypting, "Overview"))
    func noPasscode() async throws {
        let device = try await launched()
        try secret.write(to: file, protection: .complete)
        defer { try? FileManager.default.removeItem(at: file) }
        try await lock(device)
        #expect(UIApplication.shared.isProtectedDataAvailable)
        #expect(try Data(contentsOfProtected: file) == secret)
        #expect(!Subject.told.contains("protectedDataWillBecomeUnavailable"))
    }

    @Test(
        "The system encrypts what is written behind the scenes",
        .says(.encrypting, "Overview"))
    func encrypted() async throws {
        _ = try await guarded(.complete)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file).range(of: secret) == nil)
    }

    @Test(
        "Locking the device tells the app that protected data will be unavailable, and unlocking that it is back",
        .says(.lifeCycle, "Respond to Other Significant Events"))
    func lockAndUnlock() async throws {
        let device = try await guarded()
        try await device.lock()
        try await device.unlock()
        #expect(
            Subject.told.has(
                "protectedDataWillBecomeUnavailable", "protectedDataDidBecomeAvailable"))
    }
}
