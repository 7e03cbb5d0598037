import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Low Power Mode and warmth.
@MainActor @Suite struct PowerCases {
    private static let powerChange = Notification.Name.NSProcessInfoPowerStateDidChange.rawValue
    private static let thermalChange = ProcessInfo.thermalStateDidChangeNotification.rawValue

    @Test(
        "An app can ask at any time whether Low Power Mode is active",
        .says(.processInfo, "isLowPowerModeEnabled"))
    func asks() async throws {
        let device = try await launched()
        #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
        try await device.change(.lowPowerMode(true))
        #expect(ProcessInfo.processInfo.isLowPowerModeEnabled)
    }

    @Test(
        "An app hears that Low Power Mode was switched on, and that it was switched off",
        .says(.processInfo, "isLowPowerModeEnabled"),
        .says(.energy, "Register for Power State Notifications"))
    func hears() async throws {
        let device = try await launched()
        let told = try await posts(of: Self.powerChange) {
            try await device.change(.lowPowerMode(true))
            try await device.change(.lowPowerMode(false))
        }
        #expect(told == 2)
    }

    @Test(
        "The notification of a change of the power state is posted on the global dispatch queue",
        .says(
            .energy, "Register for Power State Notifications",
            differs: "it is posted on the main thread, as the others of the device's are"))
    func thread() async throws {
        let device = try await launched()
        var onMain = false
        let observer = NotificationCenter.default.addObserver(
            forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
        ) { _ in
            guard isOnMainQueue() else { return }
            MainActor.assumeIsolated { onMain = true }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.change(.lowPowerMode(true))
        #expect(onMain)
    }

    @Test(
        "In Low Power Mode background activities pause",
        .says(.processInfo, "isLowPowerModeEnabled"),
        .says(.energy, "React to Low Power Mode on iPhones"))
    func pauses() async throws {
        let device = try await worker()
        try Work.process()
        try await device.change(.lowPowerMode(true))
        try await device.lock()
        try await device.advance(by: .days(2))
        #expect(Work.begun.isEmpty)
        try await device.change(.lowPowerMode(false))
        try await device.advance(by: .days(2))
        #expect(Work.begun.count == 1)
    }

    @Test(
        "An app hears that the thermal state of the system has changed",
        .says(.processInfo, "thermalStateDidChangeNotification"))
    func thermal() async throws {
        let device = try await launched()
        #expect(ProcessInfo.processInfo.thermalState == .nominal)
        let told = try await posts(of: Self.thermalChange) {
            try await device.change(.thermalState(.serious))
        }
        #expect(told == 1)
        #expect(ProcessInfo.processInfo.thermalState == .serious)
    }

    @Test(
        "The object of the notification of the thermal state is the process info",
        .says(.processInfo, "thermalStateDidChangeNotification"))
    func thermalObject() async throws {
        let device = try await launched()
        #expect(ProcessInfo.processInfo.thermalState == .nominal)
        var isInfo = false
        let observer = NotificationCenter.default.addObserver(
            forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: nil
        ) { posted in
            let found = posted.object is ProcessInfo
            MainActor.assumeIsolated { isInfo = found }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.change(.thermalState(.fair))
        #expect(isInfo)
    }

    @Test(
        "An app must ask for the thermal state before it registers, to hear of changes",
        .says(.processInfo, "thermalStateDidChangeNotification"))
    func mustAsk() async throws {
        let device = try await launched()
        let told = try await posts(of: Self.thermalChange) {
            try await device.change(.thermalState(.critical))
        }
        #expect(told == 0)
    }
}
