import QuiesceSimulation

@testable import QuiesceTesting

// Happenings around the device that a virtual device's tests seldom need.
extension VirtualDevice {
    /// It happens, and a moment passes.
    func happen(_ action: Step.Action) async throws {
        // The app has said what it had to say.
        try await advance(by: .milliseconds(100))
        world?.perform(action)
        try await advance(by: .seconds(1))
    }

    /// The device is told what time it is, and knows its midnights from then on.
    func setClock() async throws { try await happen(.setClock(milliseconds: 1)) }

    /// The user answers the oldest question of the app's.
    func answerPrompt(_ allow: Bool) async throws {
        try await happen(.answerPrompt(allow: allow))
    }
}

/// In a process of its own, which has no test: with a device that is there while `body` runs.
@MainActor func onDevice(
    _ rules: Rules = .ios8, _ body: @MainActor () async throws -> Void
) async throws {
    try await RunningTest.$device.withValue(VirtualDevice(rules.profile)) { try await body() }
}
