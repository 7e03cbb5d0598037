import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Pushes that show nothing, and how many an app is woken for.
@MainActor @Suite struct SilentPushCases {
    /// An app that was left.
    private func mailbox() async throws -> VirtualDevice {
        let device = try await launched(.underTest(modes: [.remoteNotification]), notifies: true)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        return device
    }

    /// A silent push for each number.
    private func send(_ numbers: ClosedRange<Int>, to device: VirtualDevice) async throws {
        for number in numbers {
            try? await device.send(push: ["aps": ["content-available": 1], "number": number])
        }
    }

    private var numbers: [Int] { Subject.pushes.compactMap { $0["number"] as? Int } }

    @Test(
        "A background push shows nothing, badges nothing, and wakes the app in the background",
        .says(.backgroundUpdates, "Overview"))
    func silent() async throws {
        let device = try await mailbox()
        try await send(1...1, to: device)
        #expect(Subject.told.last == "didReceiveRemoteNotification background")
        #expect(device.notifications.isEmpty && device.badge == 0)
    }

    @Test(
        "The system throttles background pushes if there are too many",
        .says(.backgroundUpdates, "Overview"))
    func throttled() async throws {
        let device = try await mailbox()
        try await send(1...20, to: device)
        #expect(!numbers.isEmpty && numbers.count < 20)
    }

    @Test(
        "A server that sends two or three an hour, as it should, has each delivered at once",
        .says(.backgroundUpdates, "Overview"))
    func threeAnHour() async throws {
        let device = try await mailbox()
        for number in 1...24 {
            try await send(number...number, to: device)
            #expect(numbers.last == number)
            try await device.advance(by: .minutes(20))
        }
    }

    @Test(
        "A server that sends more than three an hour is limited",
        .says(.strategies, "Wake Your App with a Background Push"))
    func moreThanThree() async throws {
        let device = try await mailbox()
        for number in 1...60 {
            try await send(number...number, to: device)
            try await device.advance(by: .minutes(1))
        }
        #expect(numbers.count < 10)
    }

    @Test(
        "Of the pushes that are held the newest is kept, and older ones are discarded",
        .says(.backgroundUpdates, "Receive Background Notifications"))
    func newest() async throws {
        let device = try await mailbox()
        try await send(1...20, to: device)
        let atOnce = numbers
        try await device.advance(by: .hours(3))
        #expect(numbers == atOnce + [20])
    }

    @Test(
        "A held push is delivered immediately if the user launches the app",
        .says(.backgroundUpdates, "Receive Background Notifications"))
    func userLaunches() async throws {
        let device = try await mailbox()
        try await send(1...20, to: device)
        let held = numbers.count
        try await device.open()
        #expect(numbers.count == held + 1)
        #expect(numbers.last == 20)
    }

    @Test(
        "A held push is discarded if the user force quits the app",
        .says(.backgroundUpdates, "Receive Background Notifications"))
    func forceQuit() async throws {
        let device = try await mailbox()
        try await send(1...20, to: device)
        let before = numbers
        try await device.quit()
        try await device.advance(by: .hours(3))
        try await device.open()
        #expect(numbers == before)
    }

    @Test(
        "An app has thirty seconds to call the completion handler of a push",
        .says(.backgroundUpdates, "Receive Background Notifications"))
    func thirtySeconds() async throws {
        let device = try await mailbox()
        Subject.takes = .seconds(29)
        try await send(1...1, to: device)
        try await device.advance(by: .seconds(30))
        #expect(device.wakes.map(\.result) == [.newData])
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that doesn't call the completion handler of a push is terminated",
        .says(.delegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"))
    func overstays() async throws {
        let device = try await mailbox()
        Subject.takes = nil
        try await send(1...1, to: device)
        try await device.advance(by: .seconds(31))
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .completionHandlerMissing)
    }

    @Test(
        "While the app runs in the foreground it is told of the push, too",
        .says(.delegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"))
    func inFront() async throws {
        let device = try await launched(.underTest(modes: [.remoteNotification]))
        try await send(1...1, to: device)
        #expect(Subject.told.last == "didReceiveRemoteNotification active")
    }

    @Test(
        "An app that the user opens from the alert may be told of the push again, as it comes to the front",
        .says(.delegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"))
    func openedFromAlert() async throws {
        let device = try await mailbox()
        let aps: [String: any Sendable] = ["alert": "A letter", "content-available": 1]
        try await device.send(push: ["aps": aps])
        try await device.open(try #require(device.notifications.first))
        #expect(
            Subject.told.has(
                "didReceiveRemoteNotification background", "willEnterForeground",
                "didReceiveRemoteNotification inactive", "didBecomeActive"))
    }

    @Test(
        "An app that isn't running is launched for the push, and finds it in the launch options",
        .says(.delegate, "application(_:didReceiveRemoteNotification:)"))
    func launchOptions() async throws {
        let device = try installed(.underTest(modes: [.remoteNotification]))
        try await send(7...7, to: device)
        let push = Subject.launchOptions[.remoteNotification] as? [AnyHashable: Any]
        #expect(push?["number"] as? Int == 7)
    }
}
