import Foundation
import QuiesceKit
import Testing

/// The Kit's clock on a real device. How it goes in a test of an app is in QuiesceTestingTests.
@Suite struct DeviceClockTests {
    @Test("The device's clock is the kernel's, and goes on")
    func now() async throws {
        let first = DeviceClock.now
        try await DeviceClock().sleep(until: first.advanced(by: .milliseconds(2)))
        #expect(first.duration(to: DeviceClock.now) >= .milliseconds(2))
        try await DeviceClock().sleep(until: first.advanced(by: .seconds(Int64.min)))
        #expect(abs(DeviceClock().date.timeIntervalSinceNow) < 60)
    }

    @Test("A sleep that is cancelled says so", arguments: [Duration.days(1), .seconds(Int64.max)])
    func cancelled(duration: Duration) async {
        let sleeper = Task { try await Task.sleep(for: duration, clock: .device) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("Instants stay within their range")
    func range() {
        let now = DeviceClock.now
        #expect(now.advanced(by: .seconds(Int64.max)) > now)
        #expect(now.advanced(by: .seconds(Int64.min)) < now)
        #expect(now.advanced(by: .seconds(3)).duration(to: now) == .seconds(-3))
    }
}

extension Duration {
    fileprivate static func days(_ days: Int64) -> Duration { .seconds(days * 86_400) }
}
