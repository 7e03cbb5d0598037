import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Pauses of standard updates", .behaviour("G5")) struct PauseTests {
    /// An app that follows where the device is, and has been left.
    private func device(
        _ profile: PolicyProfile = .ios8, mayPause: Bool = true, isLeft: Bool = true
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA, modes: [.location]))
        device.permit(appA, .location, .authorized)
        device.open(appA)
        start(device, mayPause: mayPause)
        device.move(north: 0)
        if isLeft { device.home() }
        return device
    }

    private func start(
        _ device: TestDevice, manager: UInt64 = 1, mayPause: Bool = true, again: Bool = false
    ) {
        device.ask(
            appA,
            location: .start(
                manager: manager, wish: .init(accuracy: 10, distance: 0, mayPause: mayPause),
                again: again))
    }

    private func isOn(_ device: TestDevice) -> Bool { device.machine.locationDemand != nil }

    /// The updates about pauses that the app received.
    private func told(_ device: TestDevice) -> [LocationUpdate] {
        device.updates(appA).filter {
            switch $0 {
            case .paused, .resumed: true
            case .abilities, .fix, .heading, .monitored, .state, .failed: false
            }
        }
    }

    @Test(
        "They are paused a quarter of an hour after the device came to rest, with nobody moving it")
    func still() {
        let device = device()
        device.advance(by: .seconds(899))
        #expect(isOn(device))
        device.advance(by: .seconds(2))
        #expect(!isOn(device))
        let work = device.machine.timedWork(at: device.now)
        let isWaiting = work.contains { $0.source == .room("Location") }
        #expect(!isWaiting, "the clock doesn't run on")
        #expect(
            device.machine.why(appA)?.pending.map(\.rule) == [.g5],
            "why says that they are paused")
    }

    @Test("What a receiver wanders by is no movement; a move begins the time anew")
    func moves() {
        let device = device()
        device.move(north: 40, after: .seconds(600))
        device.move(north: 90, accuracy: 100, after: .seconds(200))
        device.advance(by: .seconds(99))
        #expect(isOn(device))
        device.move(north: 160, after: .zero)
        device.advance(by: .seconds(899))
        #expect(isOn(device))
        device.advance(by: .seconds(1))
        #expect(!isOn(device))
    }

    @Test("A fix that is off by more than the device has moved moves nothing")
    func inaccurate() {
        let device = device()
        device.move(north: 90, accuracy: 100, after: .seconds(800))
        device.advance(by: .seconds(99))
        #expect(isOn(device))
        device.advance(by: .seconds(1))
        #expect(!isOn(device))
    }

    @Test("In front they go on, and the app is told of the pause and of its end")
    func resumed() {
        let device = device()
        device.advance(by: .seconds(1_000))
        #expect(told(device) == [], "it is suspended")
        device.open(appA)
        #expect(told(device) == [.paused(managers: [1]), .resumed(managers: [1])])
        #expect(isOn(device))
        device.move(north: 1)
        #expect(device.fixes(appA).last == .alps(north: 1))
    }

    @Test("An app that connects to the next daemon hears which of its updates are paused")
    func welcomed() {
        var profile = PolicyProfile.ios4
        profile.locationPause = .seconds(900)
        let device = device(profile)
        #expect(device.machine.locationWelcome(of: appA) == [])
        device.advance(by: .seconds(901))
        #expect(device.machine.locationWelcome(of: appA) == [.paused(managers: [1])])
        device.open(appA)
        #expect(device.machine.locationWelcome(of: appA) == [])
        #expect(Self.untold.machine.locationWelcome(of: appA) == [], "it is told when it executes")
    }

    /// A device whose app is suspended, and hasn't heard of the pause.
    private static var untold: TestDevice {
        let device = PauseTests().device()
        device.advance(by: .seconds(1_000))
        return device
    }

    @Test("An app that executes is told at once, and is suspended")
    func toldAtOnce() {
        var profile = PolicyProfile.ios4
        profile.locationPause = .seconds(900)
        let device = device(profile)
        #expect(device.machine.view(appA)?.state == .background)
        device.advance(by: .seconds(901))
        #expect(told(device) == [.paused(managers: [1])])
        #expect(device.machine.view(appA)?.state == .suspended)
        #expect(!isOn(device))
    }

    @Test("Asked again, they go on out of sight; the time begins anew")
    func askedAgain() {
        var profile = PolicyProfile.ios8
        profile.locationPause = .seconds(60)
        let device = device(profile, isLeft: false)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(61))
        #expect(told(device) == [.paused(managers: [1])])
        #expect(!isOn(device))
        start(device, again: true)
        #expect(!isOn(device), "a new connection isn't the app's wish")
        start(device)
        #expect(isOn(device))
        device.move(north: 0)
        device.advance(by: .seconds(58))
        #expect(isOn(device))
        device.advance(by: .seconds(2))
        #expect(told(device) == [.paused(managers: [1]), .paused(managers: [1])])
        #expect(!isOn(device))
    }

    @Test("One manager is paused, and another that may not be goes on")
    func another() {
        let device = device(isLeft: false)
        start(device, manager: 2, mayPause: false)
        device.home()
        device.advance(by: .seconds(901))
        device.move(north: 5)
        #expect(device.decisions.contains { $0.reason == .locationPaused })
        #expect(isOn(device))
        device.open(appA)
        #expect(told(device) == [.paused(managers: [1]), .resumed(managers: [1])])
    }

    @Test(
        "Who doesn't let them be paused, who is in front, and who has iOS 4 isn't paused",
        arguments: [
            (PolicyProfile.ios8, false, true), (.ios8, true, false), (.ios4, true, true),
        ])
    func never(profile: PolicyProfile, mayPause: Bool, isLeft: Bool) {
        let device = device(profile, mayPause: mayPause, isLeft: isLeft)
        device.advance(by: .seconds(10_000))
        #expect(isOn(device))
        #expect(told(device) == [])
    }

    @Test(
        "An app that has ended isn't launched any more once the device lies still", .behaviour("G6")
    )
    func ended() {
        let device = device()
        device.die(appA, .signalled(9))
        #expect(isOn(device))
        device.move(north: 0)
        device.advance(by: .seconds(1_000))
        #expect(!isOn(device))
    }

    @Test("While no source says where it is, nothing is paused")
    func lost() {
        let device = device()
        device.send(.location(.able(.init(location: false, heading: false))))
        device.advance(by: .seconds(1_000))
        #expect(isOn(device))
    }
}
