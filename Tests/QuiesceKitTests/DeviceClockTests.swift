import Foundation
import Testing

@testable import QuiesceKit

/// The Kit's clock on a real device: its source is asked directly, as other tests put virtual
/// devices' in its place meanwhile. How it goes in a test of an app is in QuiesceTestingTests.
@Suite struct DeviceClockTests {
    private let machine = MachineTime()

    @Test("The device's clock is the kernel's, and goes on")
    func now() async throws {
        let first = machine.sinceBoot
        try await machine.sleep(until: first + 2_000_000)
        #expect(machine.sinceBoot - first >= 2_000_000)
        try await machine.sleep(until: .min)
        #expect(abs(machine.date.timeIntervalSinceNow) < 60)
        #expect(machine.awake <= machine.sinceBoot)
    }

    @Test("A sleep that is cancelled says so", arguments: [Int64.max / 2, .max])
    func cancelled(deadline: Int64) async {
        let machine = machine
        let sleeper = Task { try await machine.sleep(until: deadline) }
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
