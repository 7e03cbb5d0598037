import TestSupport
import Testing

@testable import QuiesceCore

/// Pushes that nobody is to see (R4).
@Suite struct SilentPushTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        for app in [appA, appB] {
            device.open(app)
            device.registerForPushes(app)
        }
        device.home()
        return device
    }

    private func silent(_ device: TestDevice, _ app: AppID = appA) -> PushID {
        device.receive(app, alert: false, contentAvailable: true)
    }

    @Test("It wakes its app and shows nothing", .behaviour("R4", "R2"))
    func wakes() {
        let device = device()
        let push = silent(device)
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.isEmpty && device.payloads.isEmpty)
        #expect(device.stored["push/1"] == nil)
    }

    @Test(
        "As many an hour as the profile says; the next waits, and newer ones replace it",
        .behaviour("R4"))
    func quota() {
        let device = device()
        for _ in 0..<4 { #expect(device.result(silent(device)) == .completedNewData) }
        let begun = device.now.instant
        device.advance(by: .seconds(60))
        let fifth = silent(device)
        let until = begun + .seconds(900)
        #expect(device.outcome(fifth) == .held(until: until))
        #expect(device.stored["push/5"] != nil)
        let sixth = silent(device)
        #expect(device.outcome(fifth) == .merged(into: sixth))
        #expect(device.outcome(sixth) == .held(until: until))
        #expect(device.result(silent(device, appB)) == .completedNewData, "each app has its own")
        #expect(device.payloads.count == 1)
        device.advance(by: until - device.now.instant - Interval(nanoseconds: 1))
        #expect(device.wokenForPushes(appA) == 4)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.result(sixth) == .completedNewData)
        // A full hour of peace, and there are as many again.
        device.advance(by: .seconds(3_600))
        for _ in 0..<4 { #expect(device.result(silent(device)) == .completedNewData) }
        #expect(device.result(silent(device)) == nil)
    }

    @Test(
        "Never more in any stretch of time than the bucket holds and what flowed in",
        .behaviour("R4"))
    func quotaAlways() {
        var random = SeededGenerator(seed: 7)
        let device = device()
        var woken: [Instant] = []
        for _ in 0..<300 {
            let before = device.wokenForPushes(appA)
            _ = silent(device)
            device.advance(by: .seconds(Int64(random.below(600))))
            let count = device.wokenForPushes(appA) - before
            woken += Array(repeating: device.now.instant, count: count)
        }
        #expect(woken.count > 50)
        for first in woken.indices {
            for last in first..<woken.count {
                // The moments were taken up to 600 s late.
                let elapsed = (woken[last] - woken[first]).inSeconds + 600
                #expect(Double(last - first + 1) <= 4 + elapsed / 900)
            }
        }
    }

    @Test("An app in front has no quota, and gets what waited", .behaviour("R4", "R1"))
    func inFront() {
        let device = device()
        for _ in 0..<4 { _ = silent(device) }
        let held = silent(device)
        device.open(appA)
        #expect(device.result(held) == .completedNewData)
        for _ in 0..<10 { #expect(device.result(silent(device)) == .completedNewData) }
        device.home()
        #expect(device.result(silent(device)) == nil)
    }

    @Test("While the device sleeps they wait and are merged", .behaviour("R4"))
    func asleep() {
        let device = device()
        device.ask { .sleep($0) }
        let first = silent(device)
        let second = silent(device)
        let other = silent(device, appB)
        #expect(device.outcome(first) == .merged(into: second))
        #expect(device.outcome(second) == .held(until: nil))
        device.advance(by: .seconds(7_200))
        #expect(device.wokenForPushes(appA) == 0)
        device.ask { .wake($0) }
        #expect(device.result(second) == .completedNewData)
        #expect(device.result(other) == .completedNewData)
        #expect(device.wokenForPushes(appA) == 1)
    }

    @Test("They share a moment in which it is awake anyway", .behaviour("R4"))
    func awakeAnyway() {
        let device = device()
        device.ask { .sleep($0) }
        let held = silent(device)
        device.behaviours[appB] = AppBehaviour(completesAfter: .seconds(2))
        device.fetch(appB)
        device.advance(by: .seconds(1))
        #expect(device.result(held) == .completedNewData)
        #expect(device.machine.isAsleep)
        #expect(device.result(silent(device)) == .completedNewData)
        device.advance(by: .seconds(10))
        #expect(device.result(silent(device)) == nil, "it sleeps again")
    }

    @Test("One over its quota whose time comes doesn't wake the device", .behaviour("R4"))
    func overQuotaAsleep() {
        let device = device()
        for _ in 0..<4 { _ = silent(device) }
        let held = silent(device)
        device.ask { .sleep($0) }
        #expect(device.timer == nil)
        device.advance(by: .seconds(1_000))
        device.receive(appB, alert: true)
        #expect(device.outcome(held) == .held(until: nil))
        device.ask { .wake($0) }
        #expect(device.result(held) == .completedNewData)
    }

    @Test(
        "A newer one with its collapse id replaces one that waits, even an alert", .behaviour("R4"))
    func collapse() {
        let device = device()
        device.ask { .sleep($0) }
        let held = device.receive(appA, alert: false, contentAvailable: true, collapse: "mail")
        device.receive(appA, alert: true, collapse: "chat")
        #expect(device.outcome(held) == .held(until: nil))
        let newer = device.receive(appA, alert: true, collapse: "mail")
        #expect(device.outcome(held) == .merged(into: newer))
    }

    @Test("One that is worthless when its turn comes is dropped", .behaviour("R4"))
    func expired() {
        let device = device()
        device.ask { .sleep($0) }
        let short = device.receive(
            appA, alert: false, contentAvailable: true, expires: .seconds(10))
        let long = device.receive(
            appB, alert: false, contentAvailable: true, expires: .seconds(100))
        device.advance(by: .seconds(50))
        device.ask { .wake($0) }
        #expect(device.outcome(short) == .dropped(.pushExpired))
        #expect(device.result(long) == .completedNewData)
        #expect(device.payloads.isEmpty)
        let now = device.receive(appA, alert: false, contentAvailable: true, expires: .zero)
        #expect(device.result(now) == .completedNewData, "it didn't wait")
    }

    @Test(
        "What keeps an app from being woken drops it, and why is known",
        .behaviour("R4", "F8", "O4", "U2"))
    func obstacles() {
        let device = device()
        let plain = device.receive(appA, alert: false)
        #expect(device.outcome(plain) == .dropped(.notContentAvailable))
        for _ in 0..<5 { _ = silent(device) }
        device.quit(appA)
        #expect(device.outcome(PushID(6)) == .dropped(.forceQuitByUser), "with what waits")
        #expect(device.outcome(silent(device)) == .dropped(.forceQuitByUser))
        device.permit(appB, .backgroundRefresh, .denied)
        #expect(device.outcome(silent(device, appB)) == .dropped(.backgroundRefreshOff))
        device.install(.test(appB, modes: []))
        device.permit(appB, .backgroundRefresh, .authorized)
        #expect(device.outcome(silent(device, appB)) == .dropped(.modeNotDeclared))
        #expect(device.payloads.isEmpty)
    }

    @Test(
        "One for an app that failed waits until that may be launched again, and isn't lost",
        .behaviour("R4", "W5"))
    func crashed() throws {
        let device = device()
        device.die(appA, .signalled(11))
        let until = try #require(
            device.machine.apps.first { $0.id == appA }?.crashes.retryAt)
        let first = silent(device)
        #expect(device.outcome(first) == .heldByCrash(until: until))
        #expect(device.stored["push/1"] != nil && device.gateway.acknowledged.contains(1))
        #expect(device.timer == until)
        let pending = try #require(device.machine.why(appA)?.pending.first { $0.kind == .push })
        #expect(pending.earliest == .instant(until) && pending.rule == .r4)
        let second = silent(device)
        #expect(device.outcome(first) == .merged(into: second))
        try device.restartDaemon(after: .zero)
        #expect(device.wokenForPushes(appA) == 0)
        device.advance(by: until - device.now.instant)
        #expect(device.result(second) == .completedNewData)
        #expect(device.payloads.isEmpty)
    }

    @Test("It waits for the quota, for the device and for the user, too", .behaviour("R4", "W5"))
    func crashedAndMore() throws {
        let device = device()
        for _ in 0..<4 { _ = silent(device) }
        let nextDue = device.now.instant + .seconds(900)
        device.die(appA, .signalled(11))
        let held = silent(device)
        #expect(device.outcome(held) == .held(until: nextDue))
        device.open(appA)
        #expect(device.result(held) == .completedNewData, "the user opened it")
        device.die(appA, .signalled(11))
        device.advance(by: .seconds(7_200))
        device.die(appB, .signalled(11))
        let other = silent(device, appB)
        device.ask { .sleep($0) }
        device.advance(by: .seconds(60))
        #expect(device.result(other) == nil)
        device.ask { .wake($0) }
        #expect(device.result(other) == .completedNewData)
    }

    @Test("What keeps it for good drops it even then; a tool is told", .behaviour("R4", "D1", "U2"))
    func crashedAndBarred() {
        let device = device()
        device.die(appA, .signalled(11))
        #expect(device.push(appA).refusal == .crashLoop)
        let held = silent(device)
        device.permit(appA, .backgroundRefresh, .denied)
        #expect(device.outcome(silent(device)) == .dropped(.backgroundRefreshOff))
        #expect(device.outcome(held)?.isVerdict == false)
        device.advance(by: .seconds(700))
        #expect(device.outcome(held) == .dropped(.backgroundRefreshOff))
        #expect(device.payloads.isEmpty)
    }

    @Test("A tool's has the quota, too, and accepted all the same", .behaviour("R4", "D1"))
    func tools() {
        let device = device()
        for _ in 0..<5 { #expect(device.push(appA) == .done) }
        #expect(device.wokenForPushes(appA) == 4)
        #expect(device.machine.pushReceipts.last?.outcome.isVerdict == false)
    }

    @Test("An app that is uninstalled takes what waits with it")
    func uninstalled() {
        let device = device()
        for _ in 0..<5 { _ = silent(device) }
        device.ask { .uninstall(appA, $0) }
        #expect(device.outcome(PushID(5)) == .dropped(.uninstalled))
        #expect(device.payloads.isEmpty && device.machine.pushes.due == nil)
        device.install(.test(appA))
        device.open(appA)
        device.registerForPushes(appA)
        device.home()
        #expect(device.result(silent(device)) == .completedNewData, "another's quota is its own")
    }

    @Test("A shutdown keeps silent ones for afterwards", .behaviour("R4"))
    func shutDown() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(exitsWhenTerminated: false)
        device.open(appA)
        device.send(.shutDown(device.newTicket()))
        let held = silent(device)
        #expect(device.outcome(held) == .held(until: nil))
        device.behaviours[appA] = AppBehaviour()
        device.restartDevice()
        #expect(device.result(held) == .completedNewData)
    }
}
