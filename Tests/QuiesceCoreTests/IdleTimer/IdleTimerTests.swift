import TestSupport
import Testing

@testable import QuiesceCore

@Suite("The idle timer") struct IdleTimerTests {
    private let device = TestDevice(installing: .test(appA), .test(appB))

    private func ask(_ app: AppID, disabled: Bool) {
        guard let process = device.processes[app] else { return }
        device.perform(process) {
            .idleTimer(.asked(app, process.launch, request: $0, disabled: disabled))
        }
        device.run()
    }

    private var holder: AppID? { device.machine.idleTimerHolder }

    private var reasons: [Reason] {
        device.decisions.map(\.reason).filter { IdleTimer.reasons.contains($0) }
    }

    @Test("It stands still while an app that wants so is in front", .behaviour("T5"))
    func inFront() {
        device.open(appA)
        ask(appA, disabled: true)
        #expect(holder == appA)
        device.home()
        #expect(holder == nil)
        device.open(appB)
        #expect(holder == nil)
        device.open(appA)
        #expect(holder == appA)
        ask(appA, disabled: false)
        #expect(holder == nil)
        #expect(
            reasons == [
                .idleTimerDisabled, .idleTimerStopped, .idleTimerRuns, .idleTimerStopped,
                .idleTimerEnabled, .idleTimerRuns,
            ])
    }

    @Test("An inactive app keeps it, and one under a lock or asleep doesn't", .behaviour("T5"))
    func locked() {
        device.open(appA)
        ask(appA, disabled: true)
        device.interrupt(.callIncoming)
        #expect(device.state(appA) == .inactive && holder == appA)
        device.interrupt(.callEnd)
        device.ask { .lock($0) }
        #expect(holder == nil)
        device.ask { .unlock($0) }
        #expect(holder == appA)
        device.ask { .sleep($0) }
        #expect(holder == nil)
    }

    @Test("A wish ends with its launch, and is worth nothing out of sight", .behaviour("T5"))
    func launches() {
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        ask(appA, disabled: true)
        #expect(holder == nil)
        #expect(
            device.machine.why(appA)?.pending.map(\.sentence).contains(
                "It set isIdleTimerDisabled, and keeps the screen on once it is in front.") == true)
        device.open(appA)
        #expect(holder == appA)
        device.die(appA, .signalled(11))
        #expect(holder == nil)
        device.open(appA)
        #expect(holder == nil)
    }

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("T5"))
    func deadWord() {
        device.open(appA)
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        device.die(appA, .signalled(9))
        device.open(appA)
        device.send(.idleTimer(.asked(appA, launch, request: 99, disabled: true)))
        #expect(holder == nil && reasons.isEmpty)
    }

    @Test("Another app's wish is no reason to keep it for the one in front", .behaviour("T5"))
    func another() {
        device.open(appA)
        ask(appA, disabled: true)
        device.open(appB)
        ask(appB, disabled: true)
        #expect(holder == appB)
        ask(appB, disabled: false)
        #expect(holder == nil)
        device.open(appA)
        #expect(holder == appA)
    }

    @Test("Asked again after a reconnection, it is nothing new", .behaviour("T5"))
    func again() {
        device.open(appA)
        ask(appA, disabled: true)
        ask(appA, disabled: true)
        #expect(reasons == [.idleTimerDisabled, .idleTimerStopped])
    }

    @Test("why-awake names the app that keeps the screen on", .behaviour("D2", "T5"))
    func explained() {
        device.open(appA)
        ask(appA, disabled: true)
        let answer = device.machine.whyAwake()
        #expect(
            answer.sentence
                == "A keeps the screen on while it is in front (isIdleTimerDisabled); one app executes."
        )
        #expect(answer.apps.map(\.keepsScreenOn) == [true])
        #expect(
            device.machine.why(appA)?.pending.map(\.sentence)
                == ["It keeps the screen on, as its isIdleTimerDisabled is set."])
    }
}
