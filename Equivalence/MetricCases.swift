import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Reports of how launches ended.
@MainActor @Suite struct MetricCases {
    private final class Reports: NSObject, MXMetricManagerSubscriber {
        static let only = Reports()
        static var received: [MXMetricPayload] = []

        func didReceive(_ payloads: [MXMetricPayload]) { Self.received += payloads }
    }

    /// The case's device, with an app in front that gets reports.
    private func reported() async throws -> VirtualDevice {
        Reports.received = []
        return try await launched { MXMetricManager.shared.add(Reports.only) }
    }

    /// The exits that the next report counts.
    private func exits(_ device: VirtualDevice) async throws -> MXAppExitMetric {
        try await device.open()
        try await device.advance(by: .hours(25))
        try await device.open()
        return try #require(Reports.received.last?.applicationExitMetrics)
    }

    @Test(
        "An app gets a report of the last 24 hours, at most once a day",
        .says(.metricManager, "Overview"))
    func daily() async throws {
        let device = try await reported()
        for _ in 1...6 {
            try await device.advance(by: .hours(12))
            try await device.pressHome()
            try await device.open()
        }
        #expect(Reports.received.count == 3)
        for report in Reports.received {
            let hours = report.timeStampEnd.timeIntervalSince(report.timeStampBegin) / 3_600
            #expect((24...25).contains(hours))
        }
    }

    @Test(
        "Earlier reports can be had at any time",
        .says(.metricManager, "pastPayloads"))
    func past() async throws {
        let device = try await reported()
        try await device.advance(by: .hours(25))
        try await device.kill()
        try await device.open()
        #expect(MXMetricManager.shared.pastPayloads.count == 1)
    }

    @Test(
        "A launch that ends in the background for the memory pressure of the system is counted",
        .says(.backgroundExits, "cumulativeMemoryPressureExitCount"))
    func memory() async throws {
        let device = try await reported()
        try await device.pressHome()
        try await terminate(on: device)
        let exits = try await exits(device)
        #expect(exits.backgroundExitData.cumulativeMemoryPressureExitCount == 1)
        #expect(exits.backgroundExitData.cumulativeNormalAppExitCount == 0)
    }

    @Test(
        "A launch that ends for a background task that is open for too long is counted",
        .says(.backgroundExits, "cumulativeBackgroundTaskAssertionTimeoutExitCount"))
    func task() async throws {
        let device = try await reported()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.app.state == .notRunning)
        let exits = try await exits(device)
        #expect(exits.backgroundExitData.cumulativeBackgroundTaskAssertionTimeoutExitCount == 1)
    }

    @Test(
        "A launch that ends normally in front is counted there, and not in the background",
        .says(.foregroundExits, "cumulativeNormalAppExitCount"))
    func normal() async throws {
        let device = try await reported()
        try await device.quit()
        let exits = try await exits(device)
        #expect(exits.foregroundExitData.cumulativeNormalAppExitCount == 1)
        #expect(exits.backgroundExitData.cumulativeNormalAppExitCount == 0)
    }
}
