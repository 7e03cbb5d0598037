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
