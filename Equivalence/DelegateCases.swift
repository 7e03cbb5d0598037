import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// The reference of the app's delegate.
@MainActor @Suite struct DelegateCases {
    private static let all: [Rules] = [.ios4, .ios7, .ios8, .ios26]

    // MARK: Launch

    @Test(
        "Others than the delegate find the launch options in the notification of the launch",
        .says(.delegate, "application(_:didFinishLaunchingWithOptions:)"))
    func optionsForOthers() async throws {
        let device = try installed(.underTest(modes: [.remoteNotification]))
        var hasPush = false
        let observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didFinishLaunchingNotification, object: nil, queue: nil
        ) { posted in
            let key = UIApplication.LaunchOptionsKey.remoteNotification
            let found = posted.userInfo?[key] ?? posted.userInfo?[key.rawValue]
            let isThere = found != nil
            MainActor.assumeIsolated { hasPush = hasPush || isThere }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.send(push: ["aps": ["content-available": 1]])
        #expect(hasPush)
    }

    @Test(
        "The notification of the launch is posted after the delegate's method has returned",
        .says(.delegate, "application(_:didFinishLaunchingWithOptions:)"))
    func launchNotification() async throws {
        let device = try installed()
        try await writing(UIApplication.didFinishLaunchingNotification) {
            try await device.open()
        }
        #expect(
            Subject.told.has(
                "didFinishLaunching inactive",
                UIApplication.didFinishLaunchingNotification.rawValue, "didBecomeActive"))
    }

    @Test(
        "The launch options may be empty where the user launched the app",
        .says(.delegate, "application(_:willFinishLaunchingWithOptions:)"))
    func emptyOptions() async throws {
        _ = try await launched()
        #expect(Subject.launchOptions.isEmpty)
    }

    // MARK: Transitions

    @Test(
        "didBecomeActiveNotification is posted after the method",
        .says(.delegate, "applicationDidBecomeActive(_:)"))
    func activeNotification() async throws {
        let device = try await launched()
        try await device.interrupt(.alertShow)
        try await writing(UIApplication.didBecomeActiveNotification) {
            try await device.interrupt(.alertDismiss)
        }
        #expect(
            Subject.told.suffix(2) == [
                "didBecomeActive", UIApplication.didBecomeActiveNotification.rawValue,
            ])
    }

    @Test(
        "An app becomes active again if the user ignores the call that interrupted it",
        .says(.delegate, "applicationDidBecomeActive(_:)", under: all))
    func ignoredCall() async throws {
        let device = try await launched()
        try await device.interrupt(.callIncoming)
        try await device.interrupt(.callEnd)
        #expect(Subject.told.suffix(2) == ["willResignActive", "didBecomeActive"])
    }

    @Test(
        "willResignActiveNotification is posted after the method",
        .says(.delegate, "applicationWillResignActive(_:)"))
    func inactiveNotification() async throws {
        let device = try await launched()
        try await writing(UIApplication.willResignActiveNotification) {
            try await device.interrupt(.alertShow)
        }
        #expect(
            Subject.told.suffix(2) == [
                "willResignActive", UIApplication.willResignActiveNotification.rawValue,
            ])
    }

    @Test(
        "didEnterBackgroundNotification is posted around the time of the method",
        .says(.delegate, "applicationDidEnterBackground(_:)"))
    func backgroundNotification() async throws {
        let device = try await launched()
        try await writing(UIApplication.didEnterBackgroundNotification) {
            try await device.pressHome()
        }
        #expect(
            Subject.told.suffix(2) == [
                "didEnterBackground", UIApplication.didEnterBackgroundNotification.rawValue,
            ])
    }

    @Test(
        "willEnterForegroundNotification is posted shortly before the method",
        .says(.delegate, "applicationWillEnterForeground(_:)"))
    func foregroundNotification() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await writing(UIApplication.willEnterForegroundNotification) {
            try await device.open()
        }
        #expect(
            Subject.told.has(
                UIApplication.willEnterForegroundNotification.rawValue, "willEnterForeground",
                "didBecomeActive"))
    }

    @Test(
        "Coming back to the foreground is always followed by becoming active",
        .says(.delegate, "applicationWillEnterForeground(_:)", under: all))
    func alwaysActive() async throws {
        let device = try await launched()
        for _ in 1...5 {
            try await device.pressHome()
            try await device.open()
            #expect(Subject.told.suffix(2) == ["willEnterForeground", "didBecomeActive"])
        }
    }

    // MARK: The end

    @Test(
        "An app that supports background execution isn't told that it terminates when it is left",
        .says(.delegate, "applicationWillTerminate(_:)", under: all))
    func leftNotTerminated() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(!Subject.told.contains("willTerminate"))
    }

    @Test(
        "An app that was linked against iOS 3 or earlier is told so when the user quits it",
        .says(.delegate, "applicationWillTerminate(_:)", under: all))
    func linkedEarlier() async throws {
        let device = try await launched(.underTest(builtForMajorVersion: 3))
        try await device.pressHome()
        #expect(Subject.told.last == "willTerminate")
    }

    @Test(
        "willTerminateNotification is posted after the method",
        .says(.delegate, "applicationWillTerminate(_:)"))
    func terminateNotification() async throws {
        let device = try await launched()
        try await writing(UIApplication.willTerminateNotification) { try await device.quit() }
        #expect(
            Subject.told.suffix(2) == [
                "willTerminate", UIApplication.willTerminateNotification.rawValue,
            ])
    }

    // MARK: The device

    @Test(
        "The arrival of midnight is a significant change of time",
        .says(.delegate, "applicationSignificantTimeChange(_:)"))
    func midnight() async throws {
        let device = try await launched()
        try await device.change(.timeZone("UTC"))
        try await device.setClock()
        Subject.told = []
        try await device.advance(by: .hours(2))
        #expect(Subject.told == ["significantTimeChange"])
    }

    @Test(
        "The change to daylight saving time is a significant change of time",
        .says(.delegate, "applicationSignificantTimeChange(_:)"))
    func daylightSaving() async throws {
        let device = try await launched()
        try await device.change(.timeZone("Europe/Berlin"))
        try await device.setClock()
        // To 31 March 2024, 00:30 there.
        try await device.advance(by: .seconds(1_711_841_400 - device.date.timeIntervalSince1970))
        Subject.told = []
        try await device.advance(by: .hours(1))
        #expect(Subject.told.isEmpty)
        try await device.advance(by: .hours(1))
        #expect(Subject.told == ["significantTimeChange"])
    }

    @Test(
        "Before the method is called the notification of the change of time is posted",
        .says(.delegate, "applicationSignificantTimeChange(_:)"))
    func timeNotification() async throws {
        let device = try await launched()
        try await writing(UIApplication.significantTimeChangeNotification) {
            try await device.change(.timeZone("Pacific/Auckland"))
        }
        #expect(
            Subject.told.suffix(2) == [
                UIApplication.significantTimeChangeNotification.rawValue, "significantTimeChange",
            ])
    }

    @Test(
        "Of several changes of time a suspended app is told of the newest alone, when it is back",
        .says(.delegate, "applicationSignificantTimeChange(_:)"))
    func severalChanges() async throws {
        let device = try await launched()
        try await device.change(.timeZone("UTC"))
        try await device.setClock()
        try await device.pressHome()
        Subject.told = []
        try await device.advance(by: .days(5))
        #expect(Subject.told.isEmpty)
        try await device.open()
        #expect(Subject.told.count { $0 == "significantTimeChange" } == 1)
    }
}
