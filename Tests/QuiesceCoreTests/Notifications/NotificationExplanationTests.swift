import TestSupport
import Testing

@testable import QuiesceCore

/// The explanations that `why` gives of notifications (D2).
@Suite struct NotificationExplanationTests {
    @Test("`why` names the first that is to come, and when", .behaviour("D2", "N1"))
    func pending() throws {
        let device = TestDevice(.ios7, installing: .test(appA))
        device.open(appA)
        device.schedule(appA, "b", in: .seconds(200))
        device.schedule(appA, "a", in: .seconds(100))
        let pending = try #require(
            device.machine.why(appA, at: device.now)?.pending.first { $0.kind == .notification })
        #expect(pending.sentence == "2 notifications are scheduled; \"a\" is the first.")
        #expect(pending.earliest?.wall(at: device.now) == device.now.wall + .seconds(100))
    }

    @Test("`why --not notification` names what stands in the way, in order", .behaviour("D2", "U4"))
    func obstacles() throws {
        let device = TestDevice(.ios8, installing: .test(appA))
        device.tellClock()
        func reasons() -> [Reason] {
            device.machine.whyNotNotified(appA, at: device.now)?.obstacles.map(\.reason) ?? []
        }
        device.open(appA)
        #expect(reasons() == [.notificationsNotRegistered, .nothingScheduled])
        device.register(appA, .alert)
        device.schedule(appA, in: .seconds(10_000))
        #expect(reasons() == [.notificationsNotAllowed])
        device.permit(appA, .notifications, .authorized)
        #expect(reasons() == [])
        let inFront = device.machine.whyNotNotified(appA, at: device.now)
        #expect(inFront?.rule == .n3)
        device.home()
        #expect(device.machine.whyNotNotified(appA, at: device.now)?.rule == .n2)
        device.now.wall = device.now.wall.before(by: .seconds(5_000))
        device.restartDevice()
        #expect(reasons() == [.clockNotBelieved])
        let waits = device.machine.why(appA)?.pending.first { $0.kind == .notification }
        #expect(waits?.rule == .n7)
        #expect(device.machine.whyNotNotified(appB, at: device.now) == nil)
    }

    @Test("Every decision about notifications says what it is about", .behaviour("D2"))
    func words() {
        let device = TestDevice(.ios8, installing: .test(appA))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, "tea", in: .seconds(10), badge: 2)
        device.schedule(appA, "cake", in: .seconds(20))
        device.cancel(appA, "cake")
        device.setBadge(appA, 4)
        device.home()
        device.advance(by: .seconds(10))
        device.choose(NotificationID(1))
        let sentences = device.decisions.filter { $0.kind == .notification }.map(\.sentence)
        #expect(
            sentences == [
                "It registered to present alert, sound, badge.",
                "Notification 1 \"tea\" was scheduled.",
                "Notification 2 \"cake\" was scheduled.",
                "Notification 2 \"cake\" was cancelled.",
                "It set its badge 4.",
                "Notification 1 \"tea\" fired.",
                "The user opened it from notification 1 \"tea\".",
            ])
    }
}
