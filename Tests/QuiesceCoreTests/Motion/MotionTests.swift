import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Motion") struct MotionTests {
    private let device = TestDevice(installing: .test(appA), .test(appB))

    private func start(
        _ app: AppID, _ sensor: MotionSensor = .accelerometer, milliseconds: Int64 = 20
    ) {
        device.ask(app, motion: .start(sensor: sensor, interval: .milliseconds(milliseconds)))
    }

    private var fed: [AppID] { device.machine.motionFeeds.map(\.app) }

    private func interval(_ sensor: MotionSensor = .accelerometer) -> Interval? {
        device.machine.motionFeeds.interval(of: sensor)
    }

    private func reasons(_ app: AppID) -> [Reason] {
        device.decisions.filter { $0.app == app }.map(\.reason).filter {
            [.motionStarted, .motionStopped, .motionPaused, .motionResumed].contains($0)
        }
    }

    @Test("An app gets the samples that it asked for, until it wants no more", .behaviour("H2"))
    func started() {
        device.open(appA)
        #expect(fed.isEmpty && interval() == nil)
        start(appA)
        #expect(fed == [appA] && interval() == .milliseconds(20))
        #expect(interval(.gyroscope) == nil)
        device.ask(appA, motion: .stop(sensor: .accelerometer))
        #expect(fed.isEmpty && interval() == nil)
        #expect(reasons(appA) == [.motionStarted, .motionStopped])
        #expect(device.decisions.first { $0.reason == .motionStarted }?.rule == .h2)
    }

    @Test("Nobody gets samples who hasn't asked", .behaviour("H2"))
    func designated() {
        device.open(appA)
        start(appA)
        device.open(appB)
        #expect(!fed.contains(appB))
    }

    @Test("They go on while the app is inactive", .behaviour("S13"))
    func inactive() {
        device.open(appA)
        start(appA)
        device.interrupt(.callIncoming)
        #expect(device.state(appA) == .inactive)
        #expect(fed == [appA])
        #expect(reasons(appA) == [.motionStarted])
    }

    @Test(
        "They go on in the background, stop when the app is suspended, and come again",
        .behaviour("S13"))
    func suspended() {
        device.open(appA)
        start(appA)
        device.beginTask(appA, 1)
        device.home()
        #expect(device.state(appA) == .background)
        #expect(fed == [appA])
        device.endTask(appA, 1)
        #expect(device.state(appA) == .suspended)
        #expect(fed.isEmpty && interval() == nil)
        device.open(appA)
        #expect(fed == [appA] && interval() == .milliseconds(20))
        #expect(reasons(appA) == [.motionStarted, .motionPaused, .motionResumed])
    }

    @Test("A sensor runs as fast as the most demanding of those who get it wants", .behaviour("H2"))
    func fastest() {
        device.open(appA)
        start(appA, milliseconds: 20)
        start(appA, .gyroscope, milliseconds: 500)
        device.beginTask(appA, 1)
        device.open(appB)
        start(appB, milliseconds: 100)
        #expect(fed == [appA, appB] && interval() == .milliseconds(20))
        device.endTask(appA, 1)
        #expect(fed == [appB] && interval() == .milliseconds(100))
        #expect(interval(.gyroscope) == nil)
    }

    @Test(
        "What is asked anew takes the place of what was, within what sensors can", .behaviour("H2"))
    func again() {
        device.open(appA)
        start(appA, milliseconds: 0)
        #expect(interval() == Limits.motionIntervals.lowerBound)
        start(appA, milliseconds: 5)
        #expect(reasons(appA) == [.motionStarted])
        start(appA, milliseconds: 10_000_000)
        #expect(interval() == Limits.motionIntervals.upperBound)
        #expect(reasons(appA) == [.motionStarted, .motionStarted])
        device.ask(appA, motion: .stop(sensor: .magnetometer))
        #expect(reasons(appA).count == 2)
    }

    @Test("Nothing of it outlasts the launch, and nobody is launched for it", .behaviour("H2"))
    func ended() {
        device.open(appA)
        let facts = device.machine.facts
        start(appA)
        #expect(device.machine.facts == facts)
        device.home()
        device.quit(appA)
        #expect(fed.isEmpty && device.machine.motionViews.isEmpty)
        #expect(device.state(appA) == .notRunning)
        device.open(appA)
        #expect(fed.isEmpty)
    }

    @Test("A new daemon knows who is fed, from the journal", .behaviour("H2", "reliability P8"))
    func restarted() throws {
        device.open(appA)
        start(appA)
        try device.restartDaemon()
        device.run()
        #expect(fed == [appA] && interval() == .milliseconds(20))
        let decided = device.decisions.count
        start(appA)
        #expect(fed == [appA] && device.decisions.count == decided, "it was asked before")
    }

    @Test("`why` shows what it asked for, and whether it gets it", .behaviour("H2", "S13", "D2"))
    func why() {
        device.open(appA)
        start(appA)
        start(appA, .gyroscope, milliseconds: 1_000)
        #expect(
            pending() == [
                "It gets samples of the accelerometer (each 20 ms), the gyroscope (each 1 s)."
            ])
        device.home()
        #expect(
            pending() == [
                "It asked for the accelerometer (each 20 ms), the gyroscope (each 1 s), and gets samples once it executes again."
            ])
        #expect(
            device.decisions.filter { $0.app == appA }.map(\.sentence).contains(
                "It asked for samples of the accelerometer (each 20 ms)."))
    }

    private func pending() -> [String] {
        device.machine.why(appA)?.pending.filter { $0.kind == .motion }.map(\.sentence) ?? []
    }
}

extension TestDevice {
    /// The app asks for a sensor's samples, or for no more.
    func ask(_ app: AppID, motion request: MotionRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .motion(.asked(app, process.launch, request: $0, request)) }
        run()
    }
}
