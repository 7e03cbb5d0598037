import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Standard updates of location") struct StandardUpdateTests {
    private func device(
        _ profile: PolicyProfile = .ios8, modes: [BackgroundMode] = [.location],
        permission: PermissionState = .authorized
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA, modes: modes), .test(appB))
        device.permit(appA, .location, permission)
        device.permit(appB, .location, permission)
        device.open(appA)
        return device
    }

    private func start(_ device: TestDevice, _ app: AppID = appA, distance: Double = 0) {
        device.ask(app, location: .start(manager: 1, wish: .init(accuracy: 10, distance: distance)))
    }

    @Test("An app in front is told of each place until it wants no more", .behaviour("G2"))
    func told() {
        let device = device()
        start(device)
        device.move(north: 0)
        device.move(north: 3)
        device.ask(appA, location: .stop(manager: 1))
        device.move(north: 6)
        #expect(device.fixes(appA) == [.alps(), .alps(north: 3)])
    }

    @Test(
        "While no source is there, who starts is told that the place isn't known", .behaviour("G2"))
    func unknown() {
        let device = device()
        device.send(.location(.able(.init(location: false, heading: false))))
        start(device)
        let failed = LocationUpdate.failed(.unknown, region: nil)
        #expect(device.updates(appA).filter { $0 == failed }.count == 1)
        device.send(.location(.able(.init(location: true, heading: false))))
        start(device, distance: 10)
        #expect(device.updates(appA).filter { $0 == failed }.count == 1)
    }

    @Test("Who starts while the source is on is told the last place at once", .behaviour("G2"))
    func first() {
        let device = device()
        start(device)
        device.move(north: 3)
        device.ask(appA, location: .start(manager: 2, wish: .init(accuracy: 100, distance: 0)))
        let told = device.updates(appA).compactMap {
            if case .fix(let fix, let managers) = $0 { (fix.position, managers) } else { nil }
        }
        #expect(told.map(\.0) == [.alps(north: 3), .alps(north: 3)])
        #expect(told.map(\.1) == [[1], [2]])
    }

    @Test(
        "An app that starts while the source is off is told the source's first fix, also if that is the last one, and once",
        .behaviour("G2"))
    func again() {
        let device = device()
        start(device)
        device.move(north: 3)
        let fix = device.fix(north: 3)
        device.ask(appA, location: .stop(manager: 1))
        start(device)
        device.locate(fix)
        device.locate(fix)
        #expect(device.fixes(appA) == [.alps(north: 3), .alps(north: 3)])
    }

    @Test("It is told once it has moved by its distance filter", .behaviour("G2"))
    func filtered() {
        let device = device()
        start(device, distance: 50)
        for north in [0.0, 30, 49, 51, 80, 102] { device.move(north: north) }
        #expect(device.fixes(appA) == [.alps(), .alps(north: 51), .alps(north: 102)])
    }

    @Test("Managers of one app have filters of their own", .behaviour("G2"))
    func managers() {
        let device = device()
        start(device, distance: 50)
        device.ask(appA, location: .start(manager: 2, wish: .init(accuracy: 100, distance: 0)))
        device.move(north: 0)
        device.move(north: 10)
        let named = device.updates(appA).compactMap {
            if case .fix(_, let managers) = $0 { managers } else { nil }
        }
        #expect(named == [[1, 2], [2]])
    }

    @Test(
        "The source is as accurate as the most demanding wants it, and off when nobody does",
        .behaviour("G5"))
    func demand() {
        let device = device()
        #expect(device.machine.locationDemand == nil)
        start(device, distance: 50)
        #expect(device.machine.locationDemand?.wish == .init(accuracy: 10, distance: 50))
        device.ask(appA, location: .start(manager: 2, wish: .init(accuracy: 100, distance: 5)))
        #expect(device.machine.locationDemand?.wish == .init(accuracy: 10, distance: 5))
        device.ask(appA, location: .stop(manager: 1))
        device.ask(appA, location: .stop(manager: 2))
        #expect(device.machine.locationDemand == nil)
    }

    @Test(
        "Without the mode a suspended app is told nothing, and the source is off", .behaviour("G2"))
    func withoutMode() {
        let device = device(modes: [])
        start(device)
        device.home()
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.locationDemand == nil)
        device.move(north: 0)
        #expect(device.news(appA).isEmpty && device.fixes(appA).isEmpty)
        device.open(appA)
        device.move(north: 10)
        #expect(device.fixes(appA) == [.alps(north: 10)])
    }

    @Test(
        "A place that it isn't woken for is none that its distance is measured from",
        .behaviour("G3", "F8"))
    func refused() {
        let device = device()
        start(device, distance: 50)
        device.move(north: 0)
        device.home()
        device.permit(appA, .backgroundRefresh, .denied)
        device.move(north: 60)
        #expect(device.news(appA).isEmpty)
        device.permit(appA, .backgroundRefresh, .authorized)
        device.move(north: 65)
        #expect(device.news(appA).count == 1)
    }

    @Test("With the mode it is suspended, and woken for each update", .behaviour("G3"))
    func woken() {
        let device = device()
        start(device, distance: 50)
        device.home()
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.locationDemand?.wish == .init(accuracy: 10, distance: 50))
        for north in [0.0, 30, 60] { device.move(north: north) }
        #expect(
            device.news(appA).map(\.position) == [.alps(), .alps(north: 60)])
        #expect(device.state(appA) == .suspended)
    }

    @Test("iOS 4 doesn't suspend it as long as it follows the device", .behaviour("G3"))
    func keptRunning() {
        let device = device(.ios4)
        start(device)
        device.home()
        #expect(device.state(appA) == .background)
        #expect(
            device.machine.why(appA)?.sentence.contains("it follows where the device is (G3)")
                == true)
        device.advance(by: .seconds(3_600))
        device.move(north: 5)
        #expect(device.fixes(appA) == [.alps(north: 5)])
        device.ask(appA, location: .stop(manager: 1))
        #expect(device.state(appA) == .suspended)
    }

    @Test("An app that is awake for one place is told of those that follow", .behaviour("G3"))
    func awake() {
        let device = device()
        start(device)
        device.home()
        device.defaultBehaviour.completesAfter = .seconds(4)
        for north in [0.0, 10, 20] { device.move(north: north) }
        device.advance(by: .seconds(10))
        #expect(device.news(appA).map(\.position) == [.alps()])
        #expect(device.fixes(appA) == [.alps(north: 10), .alps(north: 20)])
        #expect(device.state(appA) == .suspended)
    }

    @Test("iOS 8 launches an app that has ended for an update that it wanted", .behaviour("G6"))
    func relaunched() {
        let device = device()
        start(device, distance: 50)
        device.move(north: 0)
        device.home()
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(60))
        device.move(north: 30)
        #expect(device.state(appA) == .notRunning)
        device.move(north: 60)
        #expect(device.state(appA) == .suspended)
        #expect(device.news(appA).map(\.position) == [.alps(north: 60)])
        // Its new launch asked for nothing.
        device.die(appA, .exited(code: 0))
        device.advance(by: .seconds(60))
        device.move(north: 500)
        #expect(device.state(appA) == .notRunning)
    }

    @Test(
        "Before iOS 8 nothing launches it for an update", .behaviour("G6"),
        arguments: [PolicyProfile.ios4, .ios7])
    func notRelaunched(_ profile: PolicyProfile) {
        let device = device(profile)
        start(device)
        device.home()
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(60))
        device.move(north: 10)
        #expect(device.state(appA) == .notRunning)
        #expect(device.machine.locationDemand == nil)
    }

    @Test("An app that may know only while it is in use isn't woken", .behaviour("U4"))
    func inUse() {
        let device = device(permission: .authorizedWhenInUse)
        start(device)
        device.move(north: 0)
        device.home()
        device.move(north: 10)
        #expect(device.fixes(appA) == [.alps()])
        #expect(device.news(appA).isEmpty)
        #expect(device.machine.locationDemand == nil)
    }

    @Test("An app that the user refuses is told that, and the source stays off", .behaviour("U4"))
    func denied() {
        let device = device(permission: .denied)
        start(device)
        device.move(north: 0)
        #expect(device.updates(appA) == [.failed(.denied, region: nil)])
        #expect(device.machine.locationDemand == nil)
    }

    @Test("A permission that is taken away while it runs ends its updates", .behaviour("U4", "G5"))
    func takenAway() {
        let device = device()
        start(device)
        device.move(north: 0)
        device.permit(appA, .location, .denied)
        device.move(north: 10)
        #expect(device.fixes(appA) == [.alps()])
        #expect(device.machine.locationDemand == nil)
        device.permit(appA, .location, .authorized)
        device.move(north: 20)
        #expect(device.fixes(appA).last == .alps(north: 20))
    }

    @Test("A place that can't be true is told to nobody, and said once", .behaviour("G2"))
    func doubted() {
        let device = device()
        start(device)
        device.move(north: 0)
        device.move(north: 900_000)
        device.move(north: 0, accuracy: -1)
        device.move(north: 0, accuracy: .nan)
        #expect(device.fixes(appA) == [.alps()])
        #expect(
            device.decisions.filter { $0.rule == .g2 && $0.app == nil }.map(\.reason) == [
                .fixJumped, .fixInvalid,
            ])
    }

    @Test("Each app is charged with the time for which it keeps the source on", .behaviour("G5"))
    func charged() {
        let device = device()
        start(device)
        device.advance(by: .seconds(30))
        device.ask(appA, location: .stop(manager: 1))
        device.advance(by: .seconds(30))
        let view = device.machine.locationViews(at: device.now).first
        #expect(view?.charged == .seconds(30))
        #expect(view?.isOn == false)
    }

    @Test(
        "It is told of a heading once it has turned by its filter, and of an invalid one",
        .behaviour("G2"))
    func heading() {
        let device = device()
        device.ask(appA, location: .startHeading(manager: 1, filter: 15))
        #expect(device.machine.locationDemand?.heading == true)
        for degrees in [350.0, 355, 4, 6, 10, 352, 350] {
            device.send(
                .location(.turned(.init(magnetic: degrees, accuracy: 5, time: device.now.wall))))
        }
        device.send(.location(.turned(.init(magnetic: 7, accuracy: -1, time: device.now.wall))))
        let told = device.updates(appA).compactMap {
            if case .heading(let reading, _) = $0 { reading.magnetic } else { nil }
        }
        #expect(told == [350, 6, 350, 7])
    }

    @Test("`why` says how it hears", .behaviour("G2", "D2"))
    func why() {
        let device = device()
        start(device, distance: 50)
        let pending = device.machine.why(appA)?.pending.filter { $0.kind == .location }.map(
            \.sentence)
        #expect(pending == ["It is told where the device is, within 10 m, each 50 m."])
    }
}

extension LocationNews {
    var position: Position? {
        switch self {
        case .update(let fix), .significant(let fix): fix.position
        case .entered, .left: nil
        }
    }
}
