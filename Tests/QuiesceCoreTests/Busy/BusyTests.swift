import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Programs with work that nobody declared") struct BusyTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .hosted(appA), .hosted(appB))
        device.send(.busy(.followed))
        device.open(appA)
        return device
    }

    private func state(_ device: TestDevice, _ app: AppID = appA) -> AppState? {
        device.machine.view(app)?.state
    }

    private func look(_ device: TestDevice, _ works: BusyWork...) {
        guard let launch = device.machine.view(appA)?.launch else { return }
        device.send(.busy(.looked(appA, launch, works)))
        device.run()
    }

    private func lookedAt(_ device: TestDevice) -> [AppID] {
        device.machine.programsToLookAt.map(\.app)
    }

    @Test(
        "One that is left with work isn't suspended before that is over; why says with which",
        .behaviour("Y4", "S5"))
    func works() throws {
        let device = device()
        #expect(lookedAt(device) == [])
        device.home()
        #expect(lookedAt(device) == [appA])
        look(device, .job, .traffic)
        device.advance(by: .seconds(3_600))
        #expect(state(device) == .background)
        #expect(lookedAt(device) == [appA])
        let why = try #require(device.machine.why(appA))
        let said = why.pending.filter { $0.kind == .work }.map(\.sentence)
        #expect(said.contains { $0.contains("a command runs in its terminal") }, "\(said)")
        #expect(said.count == 2)
        #expect(why.sentence.contains("it has work"), "\(why.sentence)")
        look(device, .traffic)
        #expect(state(device) == .background)
        look(device)
        #expect(state(device) == .suspended)
        #expect(lookedAt(device) == [])
        let noted = device.decisions.filter { $0.rule == .y4 }.map(\.reason)
        #expect(noted == [.hasWork, .hasWork, .hasNoWork])
    }

    @Test(
        "One that has none is suspended as soon as that is seen, or after five seconds if nobody looks",
        .behaviour("Y4", "S6"))
    func idle() throws {
        let device = device()
        device.home()
        #expect(state(device) == .background)
        let why = try #require(device.machine.why(appA))
        #expect(why.pending.contains { $0.sentence.contains("is being looked at") })
        look(device)
        #expect(state(device) == .suspended)
        device.open(appA)
        device.home()
        device.advance(by: .milliseconds(4_900))
        #expect(state(device) == .background)
        device.advance(by: .milliseconds(200))
        #expect(state(device) == .suspended)
        // Too late: it has been suspended.
        look(device, .job)
        #expect(state(device) == .suspended)
    }

    @Test(
        "Where nobody looks, and for an app of ours, nothing waits for a look",
        .behaviour("Y4", "S6"))
    func nobody() {
        let device = TestDevice(installing: .hosted(appA), .test(appB))
        device.open(appA)
        device.home()
        #expect(state(device) == .suspended)
        device.send(.busy(.followed))
        device.open(appB)
        device.home()
        #expect(state(device, appB) == .suspended)
    }

    @Test(
        "One that other grounds keep running is looked at when those are over",
        .behaviour("Y3", "Y4"))
    func shown() throws {
        let device = device()
        let launch = try #require(device.machine.view(appA)).launch
        func see(isShown: Bool, isFocused: Bool = false) {
            let windows = AppWindows(
                app: appA, launch: launch, isShown: isShown, isFocused: isFocused)
            device.send(.windows(.seen([windows])))
            device.run()
        }
        see(isShown: true, isFocused: true)
        see(isShown: true)
        #expect(state(device) == .background)
        #expect(lookedAt(device) == [])
        see(isShown: false)
        #expect(lookedAt(device) == [])
        device.advance(by: .seconds(5))
        #expect(lookedAt(device) == [appA])
        look(device, .disk)
        device.advance(by: .seconds(60))
        #expect(state(device) == .background)
        see(isShown: true)
        #expect(lookedAt(device) == [])
        see(isShown: false)
        device.advance(by: .seconds(5))
        #expect(lookedAt(device) == [appA])
        look(device)
        #expect(state(device) == .suspended)
    }

    @Test("The user may have it suspended all the same", .behaviour("Y4", "U4"))
    func denied() {
        let device = device()
        device.home()
        look(device, .job)
        device.permit(appA, .backgroundWork, .denied)
        device.run()
        #expect(state(device) == .suspended)
        device.open(appA)
        device.home()
        #expect(state(device) == .suspended)
        device.permit(appA, .backgroundWork, .authorized)
        device.open(appA)
        device.home()
        #expect(lookedAt(device) == [appA])
    }

    @Test("A wake-up of a suspended one is followed by no look", .behaviour("Y4", "Y1"))
    func woken() {
        let device = device()
        device.home()
        look(device)
        let schedule = ThawSchedule("every 10m for 20s")
        device.ask { .thaw(.schedule(appA, schedule, $0)) }
        device.advance(by: .seconds(660))
        #expect(state(device) == .background)
        #expect(lookedAt(device) == [])
        device.advance(by: .seconds(30))
        #expect(state(device) == .suspended)
    }

    @Test(
        "A new daemon looks again, with as much time; a device that restarts knows no work",
        .behaviour("Y4", "reliability P8"))
    func restarts() throws {
        let device = device()
        device.home()
        device.advance(by: .seconds(4))
        try device.restartDaemon()
        device.advance(by: .seconds(4))
        #expect(state(device) == .background)
        look(device, .traced)
        try device.restartDaemon()
        device.advance(by: .seconds(60))
        #expect(state(device) == .background)
        device.restartDevice()
        #expect(lookedAt(device) == [])
        #expect(!device.machine.looksForWork)
    }

    @Test(
        "One that is called on the bus is thawed, and suspended five seconds after the last call",
        .behaviour("Y5", "S8"))
    func called() throws {
        let device = device()
        device.home()
        look(device)
        func call() {
            guard let launch = device.machine.view(appA)?.launch else { return }
            device.send(.busy(.called(appA, launch)))
            device.run()
        }
        #expect(device.machine.needsCalls(appA))
        call()
        #expect(state(device) == .background)
        #expect(device.machine.needsCalls(appA), "for the next one")
        #expect(lookedAt(device) == [])
        let why = try #require(device.machine.why(appA))
        #expect(why.sentence.contains("called it on the message bus"), "\(why.sentence)")
        #expect(device.decisions.contains { $0.reason == .wokenForCall && $0.rule == .y5 })
        device.advance(by: .seconds(4))
        call()
        device.advance(by: .milliseconds(4_900))
        #expect(state(device) == .background)
        device.advance(by: .milliseconds(200))
        #expect(state(device) == .suspended)
        device.open(appA)
        #expect(!device.machine.needsCalls(appA), "it runs anyway")
        device.home()
        look(device, .job)
        #expect(!device.machine.needsCalls(appA))
        look(device)
        device.permit(appA, .backgroundWork, .denied)
        call()
        #expect(state(device) == .suspended)
        device.permit(appA, .backgroundWork, .authorized)
        device.quit(appA)
        call()
        #expect(state(device) == .notRunning)
    }

    @Test("One that has ended, or is uninstalled, is forgotten", .behaviour("Y4", "U1"))
    func ended() {
        let device = device()
        device.home()
        look(device, .job)
        device.quit(appA)
        device.run()
        #expect(state(device) == .notRunning)
        #expect(lookedAt(device) == [])
        device.open(appA)
        device.home()
        #expect(device.ask { .uninstall(appA, $0) } == .done)
        #expect(lookedAt(device) == [])
    }
}
