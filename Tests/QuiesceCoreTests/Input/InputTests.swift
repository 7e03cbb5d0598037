import TestSupport
import Testing

@testable import QuiesceCore

@Suite("The user's input") struct InputTests {
    private static let screen = ScreenSize(width: 320, height: 480)

    private func touch(
        _ phase: UserInput.Phase, _ x: Double = 10, _ y: Double = 20
    ) -> UserInput { .touch(.init(phase, x: x, y: y)) }

    @discardableResult
    private func send(_ input: UserInput, to device: TestDevice) -> Answer? {
        device.ask { .input(input, screen: Self.screen, $0) }
    }

    /// The words of the inputs that `app` was given, and the names of its other calls.
    private func heard(_ device: TestDevice, _ app: AppID) -> [String] {
        device.heard[app, default: []].map {
            if case .input(let input) = $0 { input.words.joined(separator: " ") } else { $0.name }
        }
    }

    private func refusal(_ answer: Answer?) -> Reason? {
        if case .refused(let refusal) = answer { refusal.reason } else { nil }
    }

    @Test("Only the app in front gets input, in order", .behaviour("H2", "D1"))
    func order() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appB)
        device.open(appA)
        for input in [
            touch(.began), touch(.moved, 11, 21), touch(.ended, 12, 22), .shake,
            .remoteControl(.play),
        ] { #expect(send(input, to: device) == .done) }
        #expect(
            heard(device, appA).suffix(5) == [
                "touch began 10.0 20.0", "touch moved 11.0 21.0", "touch ended 12.0 22.0", "shake",
                "remote-control play",
            ])
        #expect(!heard(device, appB).contains { $0.hasPrefix("touch") || $0 == "shake" })
    }

    @Test(
        "Nobody gets input when nobody is in front, or the device is locked or asleep",
        .behaviour("H2", "S7"))
    func nobody() {
        let device = TestDevice(installing: .test(appA))
        #expect(refusal(send(touch(.began), to: device)) == .nobodyInFront)
        device.open(appA)
        device.ask { .sleep($0) }
        #expect(refusal(send(.shake, to: device)) == .deviceAsleep)
        device.ask { .wake($0) }
        device.ask { .lock($0) }
        #expect(refusal(send(.shake, to: device)) == .deviceLocked)
    }

    @Test("A hosted program gets no input, as nobody would hand it on", .behaviour("H2"))
    func hosted() {
        var program = AppManifest.test(appA)
        program.isHosted = true
        let device = TestDevice(installing: program)
        device.open(appA)
        for input in [touch(.began), .shake, .remoteControl(.play)] {
            #expect(refusal(send(input, to: device)) == .hostedHearsNoInput)
        }
    }

    @Test("A touch under a question is refused with how to answer it", .behaviour("S13", "U4"))
    func asking() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask(appA, for: .location)
        let prompt = try #require(device.machine.prompts.first)
        guard case .refused(let refusal) = send(touch(.began), to: device) else {
            return #expect(Bool(false), "it is touched")
        }
        #expect(refusal.reason == .inputWhileAsking)
        #expect(refusal.explained(at: .zero).contains("`quiesce answer \(prompt.id) allow`"))
        let why = try #require(device.machine.why(appA))
        #expect(why.sentence.contains("asks the user whether it may use location"))
        #expect(why.sentence.contains("`quiesce answer \(prompt.id) allow`"))
    }

    @Test(
        "An inactive app gets no touches; shaking and remote control go on",
        .behaviour("S13"))
    func inactive() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.interrupt(.alertShow)
        #expect(refusal(send(touch(.began), to: device)) == .inputWhileInactive)
        #expect(send(.shake, to: device) == .done)
        #expect(send(.remoteControl(.pause), to: device) == .done)
        #expect(heard(device, appA).suffix(2) == ["shake", "remote-control pause"])
        device.interrupt(.alertDismiss)
        #expect(send(touch(.began), to: device) == .done)
    }

    @Test("An app that hasn't finished launching gets no input", .behaviour("S13"))
    func launching() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.open(appA)
        #expect(refusal(send(touch(.began), to: device)) == .inputWhileInactive)
        #expect(refusal(send(.shake, to: device)) == .inputWhileInactive)
    }

    @Test(
        "A touch that began is cancelled before its app becomes inactive, and none follows",
        .behaviour("S13", "S7"),
        arguments: [Event.interrupt(.callIncoming, Ticket(0)), .home(Ticket(0)), .lock(Ticket(0))])
    func cancelled(by cause: Event) {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        send(touch(.began, 1, 2), to: device)
        send(touch(.moved, 3, 4), to: device)
        device.ask { ticket in
            switch cause {
            case .home: .home(ticket)
            case .lock: .lock(ticket)
            case _: .interrupt(.callIncoming, ticket)
            }
        }
        let heard = heard(device, appA).drop { $0 != "touch moved 3.0 4.0" }
        #expect(heard.prefix(3).dropFirst() == ["touch cancelled 3.0 4.0", "willResignActive"])
        #expect(refusal(send(touch(.ended), to: device)) != nil)
    }

    @Test("A touch beside the screen is refused; a finger may leave it", .behaviour("H2"))
    func outside() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        for (x, y) in [(320.0, 10.0), (-1, 10), (10, 480), (10, -0.1)] {
            #expect(refusal(send(touch(.began, x, y), to: device)) == .outsideScreen)
        }
        #expect(send(touch(.began, 319.9, 0), to: device) == .done)
        #expect(send(touch(.ended, 330, 0), to: device) == .done)
    }

    @Test("One finger at a time: it begins once, and moves and ends once it has begun")
    func phases() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        #expect(refusal(send(touch(.moved), to: device)) == .noTouch)
        #expect(refusal(send(touch(.ended), to: device)) == .noTouch)
        send(touch(.began), to: device)
        #expect(refusal(send(touch(.began), to: device)) == .touchGoesOn)
    }

    @Test("System events that are due go out before input", .behaviour("Q2"))
    func afterSystemEvents() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(slow: ["systemEvents": .seconds(1)])
        // More than it is sent at once: the rest is told as the net change.
        for orientation in [
            DeviceConditions.Orientation.landscapeLeft, .landscapeRight, .landscapeLeft,
            .landscapeRight, .portraitUpsideDown,
        ] { device.change(.orientation(orientation)) }
        send(.shake, to: device)
        #expect(!heard(device, appA).contains("shake"))
        device.advance(by: .seconds(10))
        #expect(heard(device, appA).suffix(2) == ["systemEvents", "shake"])
        #expect(device.processes[appA]?.device.orientation == .portraitUpsideDown)
    }

    @Test(
        "What a hung app is sent is bounded: moves are merged, and at last input is refused",
        .behaviour("H3", "reliability A4"))
    func bounded() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(ignores: ["input"])
        for _ in 0..<Limits.outstandingInput { #expect(send(.shake, to: device) == .done) }
        send(touch(.began), to: device)
        for x in 0..<300 { #expect(send(touch(.moved, Double(x)), to: device) == .done) }
        for _ in 0..<(Limits.waitingInput - 1) { #expect(send(.shake, to: device) == .done) }
        #expect(refusal(send(.shake, to: device)) == .inputNotHandled)
        // A finger that is lifted is lifted.
        #expect(send(touch(.ended), to: device) == .done)
        #expect(heard(device, appA).count { $0 == "shake" } == Limits.outstandingInput)
        let reasons = Set(device.decisions.map(\.reason))
        #expect(reasons.isSuperset(of: [.inputMerged, .inputDropped, .inputNotHandled]))
    }

    @Test(
        "What waits is sent in its order, one for each that the app has handled",
        .behaviour("H1", "H2"))
    func behind() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(slow: ["input": .seconds(1)])
        let sent = (0..<5).flatMap { _ in
            [UserInput.shake, .remoteControl(.play), .remoteControl(.pause), .remoteControl(.stop)]
        }
        for input in sent { #expect(send(input, to: device) == .done) }
        let before = heard(device, appA).count - Limits.outstandingInput
        for handled in 1...4 {
            device.advance(by: .seconds(1))
            #expect(heard(device, appA).count - before == Limits.outstandingInput + handled)
        }
        device.advance(by: .seconds(30))
        #expect(
            heard(device, appA).suffix(sent.count)
                == sent.map { $0.words.joined(separator: " ") })
    }

    @Test(
        "An app in front that doesn't answer input is said not to, and isn't killed",
        .behaviour("H3"))
    func unresponsive() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(slow: ["input": .seconds(7)])
        send(.shake, to: device)
        device.advance(by: .milliseconds(4_999))
        #expect(device.machine.view(appA)?.isUnresponsive == false)
        device.advance(by: .milliseconds(1))
        #expect(device.machine.view(appA)?.isUnresponsive == true)
        let why = try #require(device.machine.why(appA, at: device.now))
        #expect(why.pending.contains { $0.kind == .input && $0.rule == .h3 })
        device.advance(by: .seconds(2))
        #expect(device.machine.view(appA)?.isUnresponsive == false)
        #expect(device.state(appA) == .active)
        let said = device.decisions.filter { $0.rule == .h3 }.map(\.reason)
        #expect(said == [.unresponsive, .responsive])
    }

    @Test(
        "What waited for a hung app survives a restart of the daemon", .behaviour("reliability P8"))
    func restart() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(slow: ["input": .milliseconds(100)])
        for _ in 0..<(Limits.outstandingInput + 3) { send(.shake, to: device) }
        try device.restartDaemon()
        device.advance(by: .seconds(5))
        #expect(heard(device, appA).count { $0 == "shake" } == Limits.outstandingInput + 3)
    }

    @Test(
        "A snapshot is taken when didEnterBackground has returned, and after a fetch",
        .behaviour("P2", "F7"))
    func snapshots() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didEnterBackground": .seconds(1)])
        device.open(appA)
        device.home()
        #expect(device.snapshots.isEmpty)
        device.advance(by: .seconds(2))
        #expect(device.snapshots == [appA])
        device.fetch(appA)
        device.advance(by: .seconds(2))
        #expect(device.snapshots == [appA, appA])
        #expect(device.decisions.filter { $0.reason == .snapshotTaken }.map(\.rule) == [.p2, .f7])
        // In front what it shows is on the screen, whatever a wake-up brought.
        device.open(appA)
        device.push(appA)
        device.advance(by: .seconds(2))
        #expect(device.snapshots.count == 2)
    }

    @Test("Input is read from its words, and nothing else is input", .behaviour("D1"))
    func words() throws {
        for words in [
            ["touch", "moved", "1.5", "2.0"], ["shake"], ["remote-control", "nextTrack"],
        ] { #expect(try UserInput(words: words).words == words) }
        for words in [
            [], ["touch"], ["touch", "10", "20"], ["touch", "began", "nan", "1"],
            ["touch", "began", "inf", "1"], ["touch", "up", "1", "1"], ["shake", "twice"],
            ["remote-control", "explode"], ["touch", "began", "x", "1"],
        ] { #expect(throws: DeviceChange.Malformed.self) { try UserInput(words: words) } }
    }
}
