import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Energy that fetches cost") struct EnergyTests {
    /// An app that has been handed wake-up 1, a fetch, three seconds ago.
    private func fetching() -> TestDevice {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.change(.network(.cellular))
        device.open(appA)
        device.home()
        device.fetch(appA)
        device.advance(by: .seconds(3))
        return device
    }

    private func use(_ device: TestDevice, wake: UInt64 = 1, launch: UInt64 = 1) {
        device.send(
            .energy(
                .used(
                    appA, Launch(number: launch), WakeID(wake), cpu: .milliseconds(500),
                    received: 10_240)))
    }

    private func charged(_ device: TestDevice) -> EnergyAccount? {
        device.machine.energyAccounts.first { $0.app == appA }
    }

    @Test(
        "Time of a core, bytes and seconds of a cellular radio have each their price",
        .behaviour("F7"))
    func charge() throws {
        let device = fetching()
        use(device)
        device.complete(appA, 1)
        let account = try #require(charged(device))
        #expect(account.fetches == 1)
        #expect(account.total.cpu == .milliseconds(500))
        #expect(account.total.received == 10_240)
        // It was on for as long as the fetch took, and for its tail.
        #expect(account.total.radio == .milliseconds(15_500))
        // 1 W for half a second, 620 mW for 15.5 s, 25 mJ for each of 10 KB.
        #expect(account.total.microjoules == 500_000 + 9_610_000 + 250_000)
        let decision = try #require(device.decisions.last { $0.reason == .energyCharged })
        #expect(decision.rule == .f7)
        #expect(decision.detail?.words == "10.4 J: 500 ms of CPU, 10 KB, 15.5 s of radio")
    }

    @Test(
        "By Wi-Fi, and without a byte, no radio stays on", .behaviour("F7"),
        arguments: [true, false])
    func wifi(receives: Bool) throws {
        let device = fetching()
        if receives { device.change(.network(.wifi)) }
        device.send(
            .energy(
                .used(
                    appA, Launch(number: 1), WakeID(1), cpu: .zero, received: receives ? 1_024 : 0))
        )
        let account = try #require(charged(device))
        #expect(account.total.radio == .zero)
        #expect(account.total.microjoules == (receives ? 7_000 : 0))
    }

    @Test(
        "A fetch is charged once, to the launch that has it, as long as it has no verdict",
        .behaviour("F7"))
    func once() throws {
        let device = fetching()
        use(device, launch: 2)
        use(device, wake: 2)
        #expect(charged(device) == nil)
        use(device)
        use(device)
        #expect(charged(device)?.fetches == 1)
        device.complete(appA, 1)
        use(device)
        #expect(charged(device)?.fetches == 1)
        device.fetch(appA)
        use(device, wake: 2)
        #expect(charged(device)?.fetches == 2)
        #expect(charged(device)?.total.cpu == .seconds(1))
    }

    @Test("Two at a time are charged each, in whatever order they end", .behaviour("F7"))
    func overlapping() {
        let device = fetching()
        device.fetch(appA)
        use(device, wake: 2)
        device.complete(appA, 2)
        use(device)
        #expect(charged(device)?.fetches == 2)
    }

    @Test(
        "It outlives the power, and goes with its app", .behaviour("F7", "reliability D4"))
    func lasts() throws {
        let device = fetching()
        use(device)
        let before = try #require(charged(device))
        device.restartDevice()
        #expect(charged(device) == before)
        #expect(device.machine.fact("energy/" + appA.name) == .energy(before))
        #expect(device.ask { .uninstall(appA, $0) } == .done)
        #expect(charged(device) == nil)
        #expect(device.machine.fact("energy/" + appA.name) == nil)
        device.restartDevice()
        #expect(charged(device) == nil)
    }

    @Test("A use that can't be is charged for as the most that can", .behaviour("reliability D10"))
    func absurd() throws {
        let device = fetching()
        device.send(
            .energy(
                .used(
                    appA, Launch(number: 1), WakeID(1), cpu: Interval(nanoseconds: .max),
                    received: .max)))
        let account = try #require(charged(device))
        #expect(account.total.cpu == .seconds(86_400))
        #expect(account.total.received == 1 << 40)
        var sum = account
        sum.total.microjoules = .max
        sum.add(account.total)
        #expect(sum.total.microjoules == .max)
    }

    @Test("A profile has its own prices", .behaviour("F7"))
    func profile() throws {
        let profile = try PolicyProfile(overrides: [
            ("energyCPUMilliwatts", .integer(2_000)), ("energyRadioTailSeconds", .integer(1)),
        ])
        #expect(profile.energyCPUMilliwatts == 2_000)
        #expect(profile.energyRadioTail == .seconds(1))
        #expect(throws: ProfileError.self) {
            try PolicyProfile(overrides: [("energyRadioMilliwatts", .integer(-1))])
        }
    }
}
