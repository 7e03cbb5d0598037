import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Regions and significant changes") struct RegionAndSignificantTests {
    private func device(
        _ profile: PolicyProfile = .ios8, permission: PermissionState = .authorized
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.permit(appA, .location, permission)
        device.open(appA)
        return device
    }

    private func monitor(
        _ device: TestDevice, _ name: String = "home", north: Double = 0, radius: Double = 100
    ) {
        let circle = CircularRegion(identifier: name, center: .alps(north: north), radius: radius)
        device.ask(appA, location: .monitor(region: WatchedRegion(.circle(circle))))
    }

    // MARK: Regions

    @Test(
        "A suspended app is woken when the device enters a region, and when it leaves it",
        .behaviour("G4"))
    func woken() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.home()
        device.move(north: 50, after: .seconds(60))
        device.move(north: 400, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home"), .left(region: "home")])
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An app that has ended is launched for it, also after a restart of the device",
        .behaviour("G4", "W6"))
    func launched() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.home()
        device.restartDevice()
        #expect(device.state(appA) == .notRunning)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home")])
        #expect(
            device.heard[appA]?.contains {
                if case .finishLaunching(_, .location, _) = $0 { true } else { false }
            } == true)
    }

    @Test(
        "A permission that is taken away while it runs ends its regions, and given back it hears of the next",
        .behaviour("G4", "U4", "G5"))
    func takenAway() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.permit(appA, .location, .denied)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA).isEmpty)
        #expect(device.machine.locationDemand == nil)
        device.move(north: 500, after: .seconds(60))
        device.permit(appA, .location, .authorized)
        #expect(device.machine.locationDemand != nil)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home")])
    }

    @Test("An app in front is called back without a wake-up", .behaviour("G4"))
    func inFront() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home")])
        #expect(device.decisions.contains { $0.reason == .regionEntered && $0.rule == .g4 })
        #expect(!device.decisions.contains { $0.kind == .wake })
    }

    @Test(
        "An app that executes out of sight is kept awake until it has handled the crossing",
        .behaviour("G4", "S5"))
    func executing() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.defaultBehaviour.completesAfter = .milliseconds(500)
        device.beginTask(appA, 1)
        device.home()
        device.move(north: 0, after: .seconds(60))
        device.endTask(appA, 1)
        #expect(device.news(appA) == [.entered(region: "home")])
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
    }

    @Test("Noise on the border tells nothing twice", .behaviour("G4"))
    func noise() {
        let device = device()
        monitor(device)
        device.move(north: 150)
        for north in [99.0, 101, 99, 103, 98, 110, 97, 115] {
            device.move(north: north, accuracy: 20, after: .seconds(5))
        }
        #expect(device.news(appA) == [.entered(region: "home")])
    }

    @Test("It hears only of what it wants", .behaviour("G4"))
    func onlyExit() {
        let device = device()
        let circle = CircularRegion(identifier: "home", center: .alps(), radius: 100)
        device.ask(
            appA, location: .monitor(region: WatchedRegion(.circle(circle), notifyOnEntry: false)))
        device.move(north: 500)
        device.move(north: 0, after: .seconds(60))
        device.move(north: 500, after: .seconds(60))
        #expect(device.news(appA) == [.left(region: "home")])
    }

    @Test("It learns its state: unknown without a place, then inside or outside", .behaviour("G4"))
    func state() {
        let device = device()
        monitor(device)
        device.ask(appA, location: .requestState(region: "home"))
        device.move(north: 10)
        device.ask(appA, location: .requestState(region: "home"))
        device.move(north: 600, after: .seconds(60))
        device.ask(appA, location: .requestState(region: "home"))
        let states = device.updates(appA).compactMap {
            if case .state(let state, _) = $0 { state } else { nil }
        }
        #expect(states == [.unknown, .inside, .outside])
    }

    @Test(
        "A region that is asked for where the device is already begins inside, and tells nothing",
        .behaviour("G4"))
    func beginsInside() {
        let device = device()
        device.ask(appA, location: .start(manager: 1, wish: .init(accuracy: 10, distance: 0)))
        device.move(north: 0)
        monitor(device)
        device.move(north: 5)
        #expect(device.news(appA).isEmpty)
        device.move(north: 400, after: .seconds(60))
        #expect(device.news(appA) == [.left(region: "home")])
    }

    @Test("An app monitors twenty regions, and the next is refused", .behaviour("G4"))
    func tooMany() {
        let device = device()
        for number in 0..<21 { monitor(device, "r\(number)", north: Double(number) * 1_000) }
        #expect(device.updates(appA) == [.failed(.tooManyRegions, region: "r20")])
        #expect(device.decisions.last { $0.kind == .refuse }?.reason == .tooManyRegions)
        device.ask(appA, location: .stopMonitoring(region: "r3"))
        monitor(device, "r20", north: 20_000)
        #expect(device.machine.locationViews(at: device.now).first?.regions.count == 20)
    }

    @Test("A region is monitored until it isn't any more, whatever the restarts", .behaviour("G4"))
    func forgotten() {
        let device = device()
        monitor(device)
        #expect(device.stored.keys.contains("location/\(appA.name)"))
        device.ask(appA, location: .stopMonitoring(region: "home"))
        #expect(!device.stored.keys.contains("location/\(appA.name)"))
        #expect(device.machine.locationDemand == nil)
    }

    @Test(
        "Force-quit bars it before iOS 8, and not from then on", .behaviour("U2", "G1"),
        arguments: [(PolicyProfile.ios7, false), (.ios8, true)])
    func forceQuit(_ profile: PolicyProfile, isLaunched: Bool) {
        let device = device(profile)
        monitor(device)
        device.move(north: 500)
        device.quit(appA)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA) == (isLaunched ? [.entered(region: "home")] : []))
    }

    @Test("What may be known only in use wakes nobody, and says why", .behaviour("U4", "G4"))
    func inUse() {
        let device = device(permission: .authorizedWhenInUse)
        monitor(device)
        device.move(north: 500)
        device.home()
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA).isEmpty)
        #expect(device.decisions.last { $0.kind == .refuse }?.reason == .locationNotAllowed)
    }

    @Test(
        "An app that didn't hear that the device entered a region doesn't hear that it left it",
        .behaviour("G4", "U4"))
    func untold() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.home()
        device.permit(appA, .location, .authorizedWhenInUse)
        device.move(north: 0, after: .seconds(60))
        device.permit(appA, .location, .authorized)
        device.move(north: 500, after: .seconds(60))
        #expect(device.news(appA).isEmpty)
        device.move(north: 0, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home")])
    }

    @Test("An app that is uninstalled monitors nothing", .behaviour("G4"))
    func uninstalled() {
        let device = device()
        monitor(device)
        device.ask { .uninstall(appA, $0) }
        #expect(device.machine.locationViews(at: device.now).isEmpty)
        #expect(!device.stored.keys.contains { $0.hasPrefix("location/") })
        device.move(north: 0)
    }

    // MARK: Significant changes

    @Test("Only what is far and late enough is significant", .behaviour("G1"))
    func significant() {
        let device = device()
        device.ask(appA, location: .startSignificant)
        device.home()
        device.move(north: 0)
        device.move(north: 700, after: .seconds(120))
        device.move(north: 800, after: .seconds(200))
        device.move(north: 900, after: .seconds(600))
        device.move(north: 1_400, after: .seconds(600))
        #expect(
            device.news(appA).map(\.position) == [
                .alps(), .alps(north: 800), .alps(north: 1_400),
            ])
    }

    @Test("It launches an app that has ended, even by force-quit in iOS 8", .behaviour("G1"))
    func significantLaunch() {
        let device = device()
        device.ask(appA, location: .startSignificant)
        device.move(north: 0)
        device.quit(appA)
        device.move(north: 1_000, after: .seconds(600))
        #expect(device.news(appA).map(\.position) == [.alps(), .alps(north: 1_000)])
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "Who may know only while it is in use is told of none, not even in front",
        .behaviour("G1", "U4"))
    func significantInUse() {
        let device = device(permission: .authorizedWhenInUse)
        device.ask(appA, location: .startSignificant)
        device.move(north: 0)
        #expect(device.news(appA).isEmpty)
        #expect(device.machine.locationDemand == nil)
        device.permit(appA, .location, .authorized)
        device.move(north: 10)
        #expect(device.news(appA).map(\.position) == [.alps(north: 10)])
    }

    @Test(
        "It lasts over launches and a restart of the device until it is stopped", .behaviour("G1"))
    func significantLasts() {
        let device = device()
        device.ask(appA, location: .startSignificant)
        device.move(north: 0)
        device.restartDevice()
        device.move(north: 1_000, after: .seconds(60))
        #expect(device.news(appA).count == 2)
        device.open(appA)
        device.ask(appA, location: .stopSignificant)
        device.home()
        device.move(north: 3_000, after: .seconds(600))
        #expect(device.news(appA).count == 2)
        #expect(device.machine.locationDemand == nil)
    }

    // MARK: The user is asked

    @Test("The user is asked once for use, and once for always", .behaviour("U4"))
    func asked() throws {
        let device = device(permission: .notDetermined)
        device.ask(appA, location: .authorize(always: false))
        device.ask(appA, location: .authorize(always: false))
        let first = try #require(device.machine.prompts.first)
        #expect(device.machine.prompts.count == 1 && first.whenInUse == true)
        device.ask { .answerPrompt(first.id, allow: true, $0) }
        #expect(device.machine.permissions(of: appA)?[.location] == .authorizedWhenInUse)
        device.ask(appA, location: .authorize(always: true))
        let second = try #require(device.machine.prompts.first)
        device.ask { .answerPrompt(second.id, allow: false, $0) }
        #expect(device.machine.permissions(of: appA)?[.location] == .authorizedWhenInUse)
        device.ask(appA, location: .authorize(always: true))
        #expect(device.machine.prompts.isEmpty)
    }
}
