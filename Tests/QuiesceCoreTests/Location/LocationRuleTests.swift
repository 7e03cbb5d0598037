import TestSupport
import Testing

@testable import QuiesceCore

/// The apps that are told, and how long requests last.
@Suite("Location, request by request") struct LocationRuleTests {
    private func device(
        _ profile: PolicyProfile = .ios8, permission: PermissionState = .authorized
    ) -> TestDevice {
        let device = TestDevice(
            profile, installing: .test(appA, modes: [.location]), .test(appB, modes: [.location]))
        device.permit(appA, .location, permission)
        device.open(appA)
        return device
    }

    private func start(_ device: TestDevice, manager: UInt64 = 1, distance: Double = 0) {
        device.ask(
            appA, location: .start(manager: manager, wish: .init(accuracy: 10, distance: distance)))
    }

    private func monitor(
        _ device: TestDevice, _ name: String = "home", north: Double = 0, radius: Double = 100
    ) {
        let circle = CircularRegion(identifier: name, center: .alps(north: north), radius: radius)
        device.ask(appA, location: .monitor(region: WatchedRegion(.circle(circle))))
    }

    private func turn(_ device: TestDevice, _ degrees: Double, accuracy: Double = 5) {
        device.send(
            .location(
                .turned(.init(magnetic: degrees, accuracy: accuracy, time: device.now.wall))))
    }

    private func headings(_ device: TestDevice) -> [Double] {
        device.updates(appA).compactMap {
            if case .heading(let reading, _) = $0 { reading.magnetic } else { nil }
        }
    }

    // MARK: Sources

    @Test("A place that a tool sets is believed at once, however far away", .behaviour("D1", "G2"))
    func placed() {
        let device = device()
        start(device)
        device.move(north: 0)
        device.advance(by: .seconds(1))
        device.send(.location(.placed(device.fix(north: 900_000))))
        device.run()
        #expect(device.fixes(appA) == [.alps(), .alps(north: 900_000)])
        device.move(north: 900_001)
        #expect(device.fixes(appA).last == .alps(north: 900_001))
    }

    @Test(
        "Who follows the device is told that the source is lost, and that it is back",
        .behaviour("G2"))
    func abilities() {
        let device = device()
        start(device)
        for isThere in [true, false, false, true] {
            device.send(.location(.able(.init(location: isThere, heading: false))))
        }
        let there = LocationUpdate.abilities(.init(location: true, heading: false))
        let gone = LocationUpdate.abilities(.init(location: false, heading: false))
        #expect(
            device.updates(appA) == [there, gone, .failed(.unknown, region: nil), there])
        #expect(
            device.decisions.map(\.reason).filter { [.locationFound, .locationLost].contains($0) }
                == [.locationFound, .locationLost, .locationFound])
    }

    @Test(
        "After a place that was believed, another that can't be true is said again",
        .behaviour("G2", "D2"))
    func saidAgain() {
        let device = device()
        start(device)
        for north in [0.0, 900_000, 1, 900_000] { device.move(north: north) }
        #expect(device.decisions.count { $0.reason == .fixJumped } == 2)
        #expect(device.fixes(appA) == [.alps(), .alps(north: 1)])
    }

    // MARK: Headings

    @Test("Without a filter each heading is told, until it is wanted no more", .behaviour("G2"))
    func headings() {
        let device = device()
        device.ask(appA, location: .startHeading(manager: 1, filter: 0))
        device.ask(appA, location: .startHeading(manager: 2, filter: 90))
        turn(device, 10)
        turn(device, 10)
        turn(device, 11, accuracy: 0)
        #expect(headings(device) == [10, 10, 11])
        device.ask(appA, location: .stopHeading(manager: 1))
        turn(device, 12)
        #expect(headings(device) == [10, 10, 11])
        #expect(device.machine.locationDemand?.heading == true, "the other goes on")
        device.ask(appA, location: .stopHeading(manager: 2))
        #expect(device.machine.locationDemand == nil)
    }

    @Test("Headings are for who executes, and end with the launch", .behaviour("G2", "S8"))
    func headingsEnd() {
        let device = device()
        device.ask(appA, location: .startHeading(manager: 1, filter: 0))
        device.home()
        turn(device, 10)
        #expect(headings(device).isEmpty && device.machine.locationDemand == nil)
        device.open(appA)
        turn(device, 20)
        #expect(headings(device) == [20])
        device.die(appA, .signalled(9))
        device.open(appA)
        turn(device, 30)
        #expect(headings(device) == [20])
    }

    // MARK: Launches

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("G2"))
    func deadWord() {
        let device = device()
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        device.die(appA, .signalled(9))
        device.open(appA)
        device.send(.location(.asked(appA, launch, request: 99, .startSignificant)))
        #expect(device.machine.locationDemand == nil)
        #expect(device.stored["location/\(appA.name)"] == nil)
    }

    @Test(
        "What an app wanted when it ended outlasts the device, and ends when it stops",
        .behaviour("G6"))
    func standing() {
        let device = device()
        start(device, distance: 50)
        device.move(north: 0)
        device.home()
        device.die(appA, .signalled(9))
        device.restartDevice()
        device.advance(by: .seconds(120))
        #expect(device.machine.locationDemand?.wish == .init(accuracy: 10, distance: 50))
        device.move(north: 200)
        #expect(device.news(appA).map(\.position) == [.alps(north: 200)])
        let stopped = self.device()
        start(stopped)
        stopped.ask(appA, location: .stop(manager: 1))
        stopped.home()
        stopped.die(appA, .signalled(9))
        #expect(stopped.machine.locationDemand == nil)
        #expect(stopped.stored["location/\(appA.name)"] == nil)
    }

    @Test("A profile that doesn't know the mode wakes nobody for a place", .behaviour("G3", "O4"))
    func unknownToProfile() {
        var profile = PolicyProfile.ios8
        profile.backgroundModes.removeAll { $0 == .location }
        let device = device(profile)
        start(device)
        device.home()
        #expect(device.machine.locationDemand == nil)
        device.move(north: 0)
        #expect(device.news(appA).isEmpty)
    }

    @Test("An app that is woken for a place has ten seconds for it", .behaviour("G3"))
    func limit() {
        let device = device()
        start(device)
        device.home()
        device.defaultBehaviour.completesAfter = nil
        device.move(north: 0)
        #expect(device.news(appA).count == 1)
        device.advance(by: .milliseconds(9_999))
        #expect(device.state(appA) == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state(appA) == .notRunning)
    }

    @Test("Nobody is woken while the device shuts down", .behaviour("G4"))
    func shutsDown() {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.behaviours[appB] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appB)
        device.ask { .shutDown($0) }
        device.move(north: 0)
        #expect(!device.decisions.contains { $0.kind == .wake })
    }

    @Test(
        "Why an app isn't woken for places is said once, and for each border",
        .behaviour("G3", "D2"))
    func refusedOnce() {
        let device = device()
        monitor(device)
        start(device)
        device.move(north: 500)
        device.home()
        device.permit(appA, .backgroundRefresh, .denied)
        for north in [501.0, 502, 503] { device.move(north: north) }
        #expect(device.reasons(appA, .refuse) == [.backgroundRefreshOff])
        device.move(north: 0, after: .seconds(60))
        #expect(device.reasons(appA, .refuse).count >= 2)
        #expect(device.news(appA).isEmpty)
    }

    @Test(
        "A place that an app hasn't been handed isn't, once it may not know any more",
        .behaviour("U4", "G4"), arguments: [PermissionState.denied, .authorizedWhenInUse])
    func withdrawn(state: PermissionState) {
        let device = device()
        monitor(device)
        device.move(north: 500)
        device.home()
        device.die(appA, .exited(code: 0))
        device.behaviours[appA] = AppBehaviour(connects: false)
        device.move(north: 0, after: .seconds(60))
        #expect(device.decisions.contains { $0.reason == .wokenForRegion })
        device.permit(appA, .location, state)
        #expect(device.reasons(appA, .wake).last == .locationNotAllowed)
        device.behaviours[appA] = AppBehaviour()
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(300))
        #expect(device.news(appA).isEmpty)
    }

    // MARK: Bounds

    @Test("Sixty-four managers of an app may follow the device, and as many its heading")
    func managers() {
        let device = device()
        for manager in 1...70 as ClosedRange<UInt64> {
            start(device, manager: manager)
            device.ask(appA, location: .startHeading(manager: manager, filter: 0))
        }
        device.move(north: 0)
        turn(device, 10)
        let counts = device.updates(appA).compactMap {
            switch $0 {
            case .fix(_, let managers), .heading(_, let managers): managers.count
            case _: nil
            }
        }
        #expect(counts == [64, 64])
    }

    @Test("A region needs a radius; one below a metre is a metre", .behaviour("G4"))
    func radius() {
        let device = device()
        for radius in [0, -1, .nan, .infinity] as [Double] { monitor(device, radius: radius) }
        #expect(
            device.updates(appA)
                == Array(
                    repeating: .failed(.regionUnavailable, region: "home"), count: 4))
        monitor(device, radius: 0.1)
        device.move(north: 50)
        device.move(north: 0.9, accuracy: 1, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "home")])
    }

    @Test(
        "A region of that name takes the place of the one before, among twenty as well",
        .behaviour("G4"))
    func replaced() {
        let device = device()
        for number in 0..<20 { monitor(device, "r\(number)", north: 10_000 * Double(number + 1)) }
        device.move(north: 0)
        monitor(device, "r3", north: 500)
        #expect(device.updates(appA).isEmpty)
        device.move(north: 500, after: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "r3")])
        // Asked for again, it is the same one, and its app is inside still.
        monitor(device, "r3", north: 500)
        device.move(north: 501)
        #expect(device.news(appA).count == 1)
        device.ask(appA, location: .stopMonitoring(region: "r3"))
        device.move(north: 5_000, after: .seconds(60))
        #expect(device.news(appA).count == 1)
    }

    @Test(
        "It is known at once on which side the device is, where its place is known",
        .behaviour("G4"))
    func sideAtOnce() {
        let device = device()
        start(device)
        device.move(north: 0)
        monitor(device)
        monitor(device, "far", north: 5_000)
        for name in ["home", "far", "none"] {
            device.ask(appA, location: .requestState(region: name))
        }
        let states = device.updates(appA).compactMap {
            if case .state(let state, let name) = $0 { "\(name) \(state)" } else { nil }
        }
        #expect(states == ["home inside", "far outside", "none unknown"])
    }

    @Test("Uninstalled, it keeps the source on no more", .behaviour("G5"))
    func uninstalled() {
        let device = device()
        monitor(device)
        device.ask(appA, location: .startSignificant)
        #expect(device.machine.locationDemand != nil)
        device.ask { .uninstall(appA, $0) }
        #expect(device.machine.locationDemand == nil)
    }

    @Test("Whether it may always know is asked once, whatever restarts", .behaviour("U4"))
    func askedOnce() {
        let device = device(permission: .authorizedWhenInUse)
        device.ask(appA, location: .authorize(always: true))
        #expect(device.machine.prompts.count == 1)
        device.restartDevice()
        device.open(appA)
        device.ask(appA, location: .authorize(always: true))
        #expect(device.machine.prompts.isEmpty)
    }
}
