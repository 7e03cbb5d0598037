import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Apps that wait for calls.
@MainActor @Suite struct VoIPCases {
    private let call: [String: any Sendable] = ["from": "Ann"]

    /// An app that has asked for voip pushes.
    private func phone() async throws -> VirtualDevice {
        let device = try await launched(.underTest(modes: [.voip]), notifies: true) {
            Phone.current = Phone()
        }
        try await device.advance(by: .seconds(1))
        return device
    }

    @Test(
        "An app that sets the types that it desires is registered, and its delegate is given a token",
        .says(.pushRegistry, "desiredPushTypes"))
    func token() async throws {
        let device = try await phone()
        #expect(Subject.told.contains("voip token"))
        #expect(device.voipPushToken != nil)
    }

    @Test(
        "The delegate of the registry that asked for it is handed the push",
        .says(.pushRegistry, "Overview"))
    func inFront() async throws {
        let device = try await phone()
        try await device.send(voipPush: call)
        #expect(Subject.told.last == "call from Ann active")
    }

    @Test(
        "The app is woken up as needed to deliver the push",
        .says(.pushRegistry, "Overview"))
    func wakes() async throws {
        let device = try await phone()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        try await device.send(voipPush: call)
        #expect(Subject.told.last == "call from Ann background")
        #expect(device.app.launches == 1)
    }

    @Test(
        "An app that isn't running is launched in the background for the push",
        .says(.handling, "Handle Notifications While Your App Runs in the Foreground"))
    func launches() async throws {
        let device = try await phone()
        try await device.pressHome()
        try await terminate(on: device)
        try await device.send(voipPush: call)
        #expect(Subject.told.last == "call from Ann background")
        #expect(device.app.launches == 2)
    }

    @Test(
        "A push for PushKit is never displayed to the user",
        .says(.handling, "Handle Notifications While Your App Runs in the Foreground"))
    func notDisplayed() async throws {
        let device = try await phone()
        try await device.pressHome()
        try await device.send(voipPush: ["aps": ["alert": "Ann calls"], "from": "Ann"])
        #expect(device.notifications.isEmpty)
        #expect(Subject.told.last == "call from Ann background")
    }

    @Test(
        "An app that doesn't report the call to CallKit is terminated",
        .says(
            .pushRegistryDelegate,
            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
            differs: "it is suspended again: there is no CallKit that a call could be told to"))
    func noCallKit() async throws {
        let device = try await phone()
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.send(voipPush: call)
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .suspended)
    }

    // MARK: The mode voip

    @Test(
        "An app that waits for calls is suspended, and not kept awake all the time",
        .says(.background, "Implementing a VoIP App", under: [.ios7, .ios8]),
        .says(.executing, "Implementing a VoIP Application", under: [.ios4]))
    func suspended() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        try await device.pressHome()
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An application that exits with a code other than zero is launched again",
        .says(.executing, "Configuring Sockets for VoIP Usage", under: [.ios4]))
    func relaunched() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        try await device.pressHome()
        try await device.kill()
        try await device.advance(by: .seconds(5))
        #expect(device.app.launches == 2)
    }

    @Test(
        "An application that memory pressure terminated is launched again",
        .says(.executing, "Configuring Sockets for VoIP Usage", under: [.ios4]))
    func relaunchedForMemory() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        try await device.pressHome()
        try await terminate(on: device)
        try await device.advance(by: .seconds(5))
        #expect(device.app.launches == 2)
    }

    @Test(
        "An app with the mode voip is launched in the background after the system has booted",
        .says(.background, "Implementing a VoIP App", under: [.ios7, .ios8]))
    func launchedAtBoot() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        try await device.pressHome()
        try await device.reboot()
        try await device.advance(by: .minutes(5))
        #expect(device.app.launches == 2)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A keep-alive handler is called at least once before its interval is over",
        .says(.executing, "Installing a Keep-Alive Handler", under: [.ios4, .ios7, .ios8]))
    func keepAlive() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        #expect(
            UIApplication.shared.setKeepAliveTimeout(600) { Subject.write("keep-alive") })
        try await device.pressHome()
        for hour in 1...3 {
            try await device.advance(by: .hours(1))
            #expect(Subject.told.count { $0 == "keep-alive" } >= 6 * hour)
        }
    }

    @Test(
        "A keep-alive handler wakes the application, which is suspended again",
        .says(.executing, "Installing a Keep-Alive Handler", under: [.ios4, .ios7, .ios8]))
    func keepAliveWakes() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        UIApplication.shared.setKeepAliveTimeout(600) {
            Subject.write("keep-alive \(UIApplication.shared.applicationState)")
        }
        try await device.pressHome()
        try await device.advance(by: .seconds(600))
        #expect(Subject.told.contains("keep-alive background"))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An interval of less than 300 seconds is refused",
        .says(.executing, "Installing a Keep-Alive Handler", under: [.ios4, .ios7, .ios8]))
    func tooShort() async throws {
        _ = try await launched(.underTest(modes: [.voip]))
        #expect(!UIApplication.shared.setKeepAliveTimeout(299) {})
        #expect(UIApplication.shared.setKeepAliveTimeout(300) {})
    }

    @Test(
        "A handler may be called earlier than its interval, together with other periodic tasks",
        .says(.executing, "Installing a Keep-Alive Handler", under: [.ios4]))
    func earlier() async throws {
        let device = try await launched(.underTest(modes: [.voip]))
        UIApplication.shared.setKeepAliveTimeout(600) { Subject.write("keep-alive") }
        try await device.pressHome()
        try await device.advance(by: .hours(10))
        #expect((60...80).contains(Subject.told.count { $0 == "keep-alive" }))
    }
}

/// Asks for voip pushes in each launch.
@MainActor private final class Phone {
    static var current: Phone?
    private let registry = PKPushRegistry(queue: nil)

    init() {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension Phone: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) { Subject.write("voip token") }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        let caller = payload.dictionaryPayload["from"] as? String ?? ""
        Subject.write("call from \(caller) \(UIApplication.shared.applicationState)")
        completion()
    }
}
