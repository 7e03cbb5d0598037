import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Synchronization
import TestSupport
import Testing

/// `UNLocationNotificationTrigger` on a virtual device.
@MainActor @Suite(.virtualDevice) struct PlaceReminderTests {
    @Test(
        "A reminder comes at the place, while its app is suspended, and is pending until then",
        .behaviour("N1", "G4"))
    func reminds() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Reminder.self)
        let center = UNUserNotificationCenter.current()
        center.requestAuthorization(options: [.alert]) { isAllowed, _ in #expect(isAllowed) }
        try await device.allow(.notifications)
        try await device.allow(.location)
        let home = CLLocationCoordinate2D(latitude: 47, longitude: 11)
        let region = CLCircularRegion(center: home, radius: 100, identifier: "home")
        region.notifyOnExit = false
        let content = UNMutableNotificationContent()
        content.title = "Water the plants"
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        center.add(UNNotificationRequest(identifier: "plants", content: content, trigger: trigger))
        {
            #expect($0 == nil)
        }
        let pending = try await pending(device)
        #expect(pending.map(\.trigger) == [trigger])
        let kept = try #require(pending.first?.trigger as? UNLocationNotificationTrigger)
        #expect(kept.region.identifier == "home" && !kept.region.notifyOnExit && !kept.repeats)
        try await device.move(to: CLLocation(latitude: 47.1, longitude: 11))
        try await device.pressHome()
        try await device.advance(by: .minutes(10))
        #expect(device.app.state == .suspended && device.notifications.isEmpty)
        try await device.move(to: CLLocation(latitude: 47, longitude: 11))
        #expect(device.notifications.map(\.title) == ["Water the plants"])
        #expect(device.app.state == .suspended)
        try await device.open(try #require(device.notifications.first))
        #expect(try await self.pending(device).isEmpty)
    }

    /// The pending notifications that the app is told of: the device answers as its time goes on.
    private func pending(_ device: VirtualDevice) async throws -> [UNNotificationRequest] {
        let heard = Mutex<[UNNotificationRequest]>([])
        UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
            heard.withLock { $0 = requests }
        }
        try await device.advance(by: .seconds(1))
        return heard.withLock { $0 }
    }

    @Test("One of beacons, or of no circle at all, isn't added, and the error says so")
    func refused() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Reminder.self)
        let regions: [CLRegion] = [
            CLBeaconRegion(uuid: UUID(), identifier: "shop"),
            CLCircularRegion(
                center: kCLLocationCoordinate2DInvalid, radius: 10, identifier: "nowhere"),
        ]
        for region in regions {
            let trigger = UNLocationNotificationTrigger(region: region, repeats: true)
            let request = UNNotificationRequest(
                identifier: "x", content: UNNotificationContent(), trigger: trigger)
            await #expect(throws: UNError.self) {
                try await UNUserNotificationCenter.current().add(request)
            }
        }
    }
}

private final class Reminder: UIResponder, UIApplicationDelegate {}
