import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Notifications that come at a place", .behaviour("N1", "G4"))
struct RegionNotificationTests {
    private func device(_ permission: PermissionState = .authorizedWhenInUse) -> TestDevice {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        device.permit(appA, .location, permission)
        return device
    }

    private func schedule(
        _ device: TestDevice, _ name: String = "home", repeats: Bool = false, entry: Bool = true,
        exit: Bool = false, radius: Double = 100
    ) {
        let circle = CircularRegion(identifier: name, center: .alps(), radius: radius)
        let region = WatchedRegion(.circle(circle), notifyOnEntry: entry, notifyOnExit: exit)
        let new = NewNotification(
            name: name, fireDate: nil, types: [.alert], content: PayloadHandle(0),
            region: NotificationRegion(region, repeats: repeats))
        device.ask(appA, .schedule(new))
        device.run()
    }

    private func shown(_ device: TestDevice) -> Int { device.desktop.history.count }

    @Test("One comes as the device enters its region, once, and its app isn't woken")
    func enters() {
        let device = device()
        schedule(device)
        device.move(north: 500)
        device.home()
        let executed = device.news(appA).count
        device.move(north: 50, after: .seconds(60))
        #expect(shown(device) == 1)
        #expect(device.state(appA) == .suspended && device.news(appA).count == executed)
        device.move(north: 500, after: .seconds(60))
        device.move(north: 50, after: .seconds(60))
        #expect(shown(device) == 1)
        device.checkNotifications("it has come")
    }

    @Test("What repeats comes each time, and what is for leaving as the device leaves")
    func repeats() {
        let device = device()
        schedule(device, repeats: true, entry: false, exit: true)
        device.home()
        for north in [0.0, 500, 0, 500] { device.move(north: north, after: .seconds(60)) }
        #expect(shown(device) == 2)
    }

    @Test("Where it begins is no crossing")
    func begins() {
        let device = device()
        device.move(north: 0)
        schedule(device)
        device.home()
        device.move(north: 10, after: .seconds(60))
        #expect(shown(device) == 0)
    }

    @Test("An app in front is handed it", .behaviour("N3"))
    func inFront() {
        let device = device()
        schedule(device)
        device.move(north: 500)
        device.move(north: 0, after: .seconds(60))
        #expect(shown(device) == 0 && device.received(appA).map(\.opened) == [false])
    }

    @Test("The source is on while one waits and its app may know, and no longer", .behaviour("G5"))
    func source() {
        let device = device()
        #expect(device.machine.locationDemand == nil)
        schedule(device)
        #expect(device.machine.locationDemand != nil)
        #expect(
            device.machine.locationViews(at: device.now).map(\.words).first?.hasPrefix(
                "wants places for one notification; keeps the source on") == true)
        device.permit(appA, .location, .denied)
        #expect(device.machine.locationDemand == nil)
        device.permit(appA, .location, .authorizedWhenInUse)
        #expect(device.machine.locationDemand != nil)
        device.cancel(appA, "home")
        device.run()
        #expect(device.machine.locationDemand == nil)
    }

    @Test("Without the user's permission nothing comes, and `why --not` says so", .behaviour("U4"))
    func forbidden() {
        let device = device(.denied)
        schedule(device)
        device.home()
        device.move(north: 500)
        device.move(north: 0, after: .seconds(60))
        #expect(shown(device) == 0)
        #expect(
            device.machine.whyNotNotified(appA, at: device.now)?.reason == .locationNotAllowed)
        #expect(
            device.machine.why(appA)?.pending.map(\.sentence).contains(
                "One notification is scheduled, to come on entering home.") == true)
    }

    @Test("It comes after a restart of the device, and once", .behaviour("N7", "W6"))
    func restarted() {
        let device = device()
        schedule(device)
        device.move(north: 500)
        device.home()
        device.restartDevice()
        #expect(device.machine.locationDemand != nil)
        device.move(north: 0, after: .seconds(60))
        #expect(shown(device) == 1)
        device.restartDevice()
        device.move(north: 500, after: .seconds(60))
        device.move(north: 0, after: .seconds(60))
        #expect(shown(device) == 1)
    }

    @Test("One of a region that can't be is refused, and its app is told")
    func impossible() {
        let device = device()
        schedule(device, radius: 0)
        #expect(device.reasons(appA, .refuse) == [.impossibleRegion])
        #expect(device.machine.notificationViews.isEmpty)
        #expect(device.machine.locationDemand == nil)
    }

    @Test("An app that is uninstalled keeps no source on")
    func uninstalled() {
        let device = device()
        schedule(device)
        device.home()
        device.ask { .uninstall(appA, $0) }
        device.run()
        #expect(device.machine.locationDemand == nil)
    }
}
