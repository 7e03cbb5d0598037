import QuiesceCore
import QuiesceKit
import QuiesceSimulation
import QuiesceTesting
import Testing

/// A scale that is plugged in and pulled out.
@MainActor @Suite struct AccessoryCases {
    private static let connects = "EAAccessoryDidConnectNotification"
    private static let disconnects = "EAAccessoryDidDisconnectNotification"

    private func kitchen(
        modes: [BackgroundMode] = [], registers: Bool = true
    ) async throws -> VirtualDevice {
        var app = AppManifest.underTest(modes: modes)
        app.accessoryProtocols = ["org.example.scale"]
        let device = try await launched(app) {
            let manager = EAAccessoryManager.shared()
            registers
                ? manager.registerForLocalNotifications()
                : manager.unregisterForLocalNotifications()
        }
        return device
    }

    private func plug(into device: VirtualDevice) async throws {
        try await device.happen(
            .accessory(.plug(name: "Scale", protocols: ["org.example.scale"])))
    }

    private func pull(from device: VirtualDevice) async throws {
        try await device.happen(.accessory(.pull(name: "Scale")))
    }

    @Test(
        "An app that has registered is told when an accessory is connected",
        .says(.accessories, "registerForLocalNotifications()"))
    func connected() async throws {
        let device = try await kitchen()
        let told = try await posts(of: Self.connects) { try await plug(into: device) }
        #expect(told == 1)
        #expect(EAAccessoryManager.shared().connectedAccessories.map(\.name) == ["Scale"])
    }

    @Test(
        "An app that has registered is told when an accessory is disconnected",
        .says(.accessories, "registerForLocalNotifications()"))
    func disconnected() async throws {
        let device = try await kitchen()
        try await plug(into: device)
        let told = try await posts(of: Self.disconnects) { try await pull(from: device) }
        #expect(told == 1)
        #expect(EAAccessoryManager.shared().connectedAccessories.isEmpty)
    }

    @Test(
        "The system doesn't send these notifications by itself: an app that hasn't registered hears nothing",
        .says(.accessories, "registerForLocalNotifications()"))
    func notRegistered() async throws {
        let device = try await kitchen(registers: false)
        let told = try await posts(of: Self.connects) { try await plug(into: device) }
        #expect(told == 0)
    }

    @Test(
        "An app without the mode is sent a disconnection when it moves to the background",
        .says(.background, "Being a Responsible Background App", under: [.ios7, .ios8]))
    func disconnectedWhenLeft() async throws {
        let device = try await kitchen()
        try await plug(into: device)
        let told = try await posts(of: Self.disconnects) { try await device.pressHome() }
        #expect(told == 1)
    }

    @Test(
        "A matching connection is sent when the app moves back to the foreground",
        .says(.background, "Being a Responsible Background App", under: [.ios7, .ios8]))
    func connectedWhenBack() async throws {
        let device = try await kitchen()
        try await plug(into: device)
        try await device.pressHome()
        let told = try await posts(of: Self.connects) { try await device.open() }
        #expect(told == 1)
    }

    @Test(
        "With the mode an app is woken to process the connection of an accessory",
        .says(
            .background, "Communicating with an External Accessory", under: [.ios7, .ios8]))
    func connectionWakes() async throws {
        let device = try await kitchen(modes: [.externalAccessory])
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        let told = try await posts(of: Self.connects) { try await plug(into: device) }
        #expect(told == 1)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "With the mode an app is woken to process the disconnection of an accessory",
        .says(
            .background, "Communicating with an External Accessory", under: [.ios7, .ios8]))
    func disconnectionWakes() async throws {
        let device = try await kitchen(modes: [.externalAccessory])
        try await plug(into: device)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        let told = try await posts(of: Self.disconnects) { try await pull(from: device) }
        #expect(told == 1)
    }

    @Test(
        "Without the mode a suspended app hears nothing of accessories",
        .says(
            .background, "Communicating with an External Accessory", under: [.ios7, .ios8]))
    func withoutMode() async throws {
        let device = try await kitchen()
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        let told = try await posts(of: Self.connects) { try await plug(into: device) }
        #expect(told == 0)
        #expect(device.app.state == .suspended)
    }
}
