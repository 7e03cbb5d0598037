import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Synchronization
import TestSupport
import Testing

/// Tests of several suites at once, which must not meet on a device.
private let inside = Atomic<Int>(0)

@MainActor private func stayAlone() async throws {
    #expect(inside.add(1, ordering: .relaxed).newValue == 1)
    let device = try VirtualDevice.current
    try await device.launch(Lonely.self)
    for _ in 0..<20 { try await device.advance(by: .seconds(1)) }
    #expect(UIApplication.shared.delegate is Lonely)
    #expect(inside.subtract(1, ordering: .relaxed).newValue == 0)
}

private final class Lonely: UIResponder, UIApplicationDelegate {}

@Suite(.virtualDevice) struct OneSuiteTests {
    @Test("Tests of a suite have the device one after another", arguments: 0..<5)
    func alone(_: Int) async throws { try await stayAlone() }
}

@Suite struct AnotherSuiteTests {
    @Test("Tests of other suites wait as well", .virtualDevice, arguments: 0..<5)
    func alone(_: Int) async throws { try await stayAlone() }

    @Test("A test without the trait has no device, and is told how to get one")
    func none() {
        let error = #expect(throws: VirtualDeviceError.noDevice) { try VirtualDevice.current }
        #expect(error?.description.contains(".virtualDevice") == true)
    }

    @Test("A device without an app says so", .virtualDevice)
    func noApp() async throws {
        let device = try VirtualDevice.current
        await #expect(throws: VirtualDeviceError.noApp) { try await device.pressHome() }
        await #expect(throws: VirtualDeviceError.noApp) { try await device.why() }
        try await device.launch(Lonely.self)
        await #expect(throws: VirtualDeviceError.isInstalled) {
            try await device.launch(Lonely.self)
        }
    }

    @Test("A test that ends leaves nothing that waits", .virtualDevice)
    func endings() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Lonely.self)
        let sleeper = Task { @MainActor in try await Task.sleep(for: .hours(1), clock: .device) }
        try await device.advance(by: .seconds(1))
        leftBehind.withLock { $0 = sleeper }
    }

    @Test("A test runs once under the rules of each system that it names")
    @MainActor func profiles() async throws {
        let names = Mutex<[String]>([])
        let trait = VirtualDeviceTrait.device(.ios8, .ios26)
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
            let profile = try await VirtualDevice.current.profile
            names.withLock { $0.append(profile.name) }
        }
        #expect(names.withLock(\.self) == ["ios8", "ios26"])
    }

    @Test("Under the rules of iOS 26 a task has 30 seconds", .device(.ios26), .behaviour("T3"))
    @MainActor func allowance() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Lonely.self)
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .background)
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .notRunning)
    }

    @Test("Devices run side by side in processes of their own")
    func sideBySide() throws {
        let door = FileManager.default.temporaryDirectory
            .appendingPathComponent("door-\(UUID().uuidString)").path
        try #require(mkfifo(door, 0o600) == 0)
        defer { unlink(door) }
        // Each end of a pipe opens when the other does: both devices are there at once.
        let children = try ["r", "w"].map { end in
            let child = Process()
            child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            child.arguments = ["--testing-library", "swift-testing", "--filter", "atTheDoor"]
            child.environment = ProcessInfo.processInfo.environment
                .merging(["QUIESCE_DOOR": door, "QUIESCE_DOOR_END": end]) { $1 }
            child.standardOutput = FileHandle.nullDevice
            try child.run()
            return child
        }
        for child in children {
            child.waitUntilExit()
            #expect(child.terminationStatus == 0)
        }
    }

    @Test(
        "What runs in such a process", .enabled(if: Self.door != nil, "for the test before it"),
        .virtualDevice)
    func atTheDoor() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Lonely.self)
        let end = ProcessInfo.processInfo.environment["QUIESCE_DOOR_END"]
        #expect(open(try #require(Self.door), end == "r" ? O_RDONLY : O_WRONLY) >= 0)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(await device.app.state == .suspended)
    }

    private static var door: String? { ProcessInfo.processInfo.environment["QUIESCE_DOOR"] }

    @Test("An Info.plist declares what it declares on a device")
    func infoPlist() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples/SlowCount/Info.plist")
        let app = try AppManifest.infoPlist(file)
        #expect(app.name == "SlowCount")
        #expect(app.id.name == "org.quiesce.examples.SlowCount")
    }
}

private let leftBehind = Mutex<Task<Void, any Error>?>(nil)
