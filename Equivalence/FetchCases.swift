import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Background fetch, as UIKit's reference describes it.
@MainActor @Suite struct FetchCases {
    /// Ten days on which the user opens the app at the same time.
    private func live(with device: VirtualDevice) async throws {
        for _ in 1...10 {
            try await device.open()
            try await device.advance(by: .minutes(5))
            try await device.pressHome()
            try await device.lock()
            try await device.advance(by: .minutes(24 * 60 - 5))
            try await device.unlock()
        }
    }

    @Test(
        "An app has up to thirty seconds for a fetch",
        .says(.delegate, "application(_:performFetchWithCompletionHandler:)"))
    func thirtySeconds() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        Subject.takes = .seconds(29)
        try await device.pressHome()
        try await device.fetch()
        try await device.advance(by: .seconds(30))
        #expect(device.wakes.map(\.result) == [.newData])
    }

    @Test(
        "An app that doesn't call the completion handler of a fetch in time is terminated",
        .says(.delegate, "application(_:performFetchWithCompletionHandler:)"))
    func overstays() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        Subject.takes = nil
        try await device.pressHome()
        try await device.fetch()
        try await device.advance(by: .seconds(31))
        #expect(device.app.reason == .completionHandlerMissing)
    }

    @Test(
        "An app that has set no interval isn't fetched: the default is never",
        .says(.application, "setMinimumBackgroundFetchInterval(_:)"))
    func never() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        try await live(with: device)
        #expect(!Subject.told.contains("performFetch background"))
    }

    @Test(
        "An app that has set an interval is given time for fetches",
        .says(.application, "setMinimumBackgroundFetchInterval(_:)"))
    func interval() async throws {
        let device = try await launched(.underTest(modes: [.fetch])) {
            UIApplication.shared.setMinimumBackgroundFetchInterval(
                UIApplication.backgroundFetchIntervalMinimum)
        }
        try await live(with: device)
        #expect(Subject.told.contains("performFetch background"))
    }

    @Test(
        "At least the interval passes between two fetches",
        .says(.application, "setMinimumBackgroundFetchInterval(_:)"))
    func betweenTwo() async throws {
        let device = try await launched(.underTest(modes: [.fetch])) {
            UIApplication.shared.setMinimumBackgroundFetchInterval(6 * 3_600)
        }
        try await live(with: device)
        let dates = device.wakes.map(\.date)
        #expect(dates.count > 1)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 21_600 })
    }

    @Test(
        "The interval has no effect for an app without the mode fetch",
        .says(.application, "setMinimumBackgroundFetchInterval(_:)"))
    func withoutMode() async throws {
        let device = try await launched {
            UIApplication.shared.setMinimumBackgroundFetchInterval(0)
        }
        try await live(with: device)
        #expect(device.wakes.isEmpty)
    }

    // MARK: Background App Refresh

    @Test(
        "An app can ask whether Background App Refresh is enabled for it",
        .says(.application, "backgroundRefreshStatus"))
    func status() async throws {
        let device = try await launched()
        #expect(UIApplication.shared.backgroundRefreshStatus == .available)
        try await device.allow(.backgroundRefresh, false)
        #expect(UIApplication.shared.backgroundRefreshStatus == .denied)
    }

    @Test(
        "Background App Refresh is disabled automatically in Low Power Mode",
        .says(.application, "backgroundRefreshStatus"))
    func lowPower() async throws {
        let device = try await launched(.underTest(modes: [.fetch])) {
            UIApplication.shared.setMinimumBackgroundFetchInterval(0)
        }
        try await device.change(.lowPowerMode(true))
        try await live(with: device)
        #expect(!Subject.told.contains("performFetch background"))
    }

    @Test(
        "An app hears of a change of its background refresh status",
        .says(.application, "backgroundRefreshStatusDidChangeNotification"))
    func statusChanges() async throws {
        let device = try await launched()
        try await writing(UIApplication.backgroundRefreshStatusDidChangeNotification) {
            try await device.allow(.backgroundRefresh, false)
        }
        #expect(
            Subject.told.last
                == UIApplication.backgroundRefreshStatusDidChangeNotification.rawValue)
    }
}
