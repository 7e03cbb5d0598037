import TestSupport
import Testing

@testable import QuiesceCore

/// Pushes of the type voip: calls.
@Suite("Voip pushes") struct VoIPPushTests {
    /// A is left, and has asked for voip pushes; B is in front.
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(
            profile, installing: .test(appA, modes: [.voip]), .test(appB, modes: [.voip]))
        device.send(.account("me"))
        device.send(.connected)
        device.open(appA)
        device.askForCalls(appA)
        device.home()
        device.open(appB)
        return device
    }

    @Test("A suspended app is woken for one at once, and nothing is shown", .behaviour("V1", "R5"))
    func suspended() {
        let device = device()
        #expect(device.state(appA) == .suspended)
        let push = device.call(appA)
        #expect(device.calls(appA).last == "didReceiveIncomingPush")
        #expect(device.result(push) == .completedNewData)
        #expect(device.state(appA) == .suspended)
        #expect(device.desktop.history.isEmpty)
        #expect(device.gateway.acknowledged == [1])
        #expect(device.stored["push/1"] == nil && device.payloads.isEmpty)
        #expect(device.reasons(appA, .wake) == [.wokenForVoIPPush, .completedNewData])
    }

    @Test(
        "An app that isn't running is launched for one, with a cause of its own", .behaviour("V1"))
    func notRunning() {
        let device = device()
        device.die(appA, .exited(code: 0))
        device.call(appA)
        #expect(device.spawns(appA) == 2)
        let launches = device.heard[appA, default: []].compactMap { call -> LaunchCause? in
            if case .finishLaunching(false, let cause, _) = call { cause } else { nil }
        }
        #expect(launches == [.voipPush])
        #expect(device.calls(appA).last == "didReceiveIncomingPush")
    }

    @Test("An app in front gets it where it is", .behaviour("V1"))
    func inFront() {
        let device = device()
        device.askForCalls(appB)
        let push = device.call(appB)
        #expect(device.result(push) == .completedNewData)
        #expect(device.state(appB) == .active)
    }

    @Test("Neither a quota nor a device that sleeps lets one wait, nor does one replace another")
    func atOnce() {
        let device = device()
        device.ask { .sleep($0) }
        for number in 1...20 {
            let push = device.call(appA)
            #expect(device.result(push) == .completedNewData, "call \(number)")
        }
        #expect(device.machine.pushes.quotas.isEmpty)
    }

    @Test("Background refresh that is off doesn't hinder one", .behaviour("F8"))
    func refreshOff() {
        let device = device()
        device.ask { .setPermission(appA, .backgroundRefresh, .denied, $0) }
        #expect(device.result(device.call(appA)) == .completedNewData)
    }

    @Test("A force-quit app isn't launched for one", .behaviour("U2"))
    func forceQuit() {
        let device = device()
        device.ask { .quit(appA, $0) }
        let push = device.call(appA)
        #expect(device.outcome(push) == .dropped(.forceQuitByUser))
        #expect(device.gateway.acknowledged == [1])
        #expect(device.spawns(appA) == 1)
    }

    @Test("In ios4 a force-quit app is launched", .behaviour("U2"))
    func forceQuitLongAgo() {
        let device = device(.ios4)
        device.ask { .quit(appA, $0) }
        device.call(appA)
        #expect(device.spawns(appA) == 2)
    }

    @Test("Who hasn't asked isn't woken, whoever sends it", .behaviour("R1"))
    func notAsked() {
        let device = device()
        device.home()
        #expect(device.outcome(device.call(appB)) == .dropped(.voipPushesNotAsked))
        #expect(device.callByTool(appB).refusal == .voipPushesNotAsked)
        #expect(device.callByTool(appA) == .done)
        device.open(appA)
        device.askForCalls(appA, false)
        device.home()
        #expect(device.callByTool(appA).refusal == .voipPushesNotAsked)
        #expect(device.calls(appA).filter { $0 == "didReceiveIncomingPush" }.count == 1)
    }

    @Test("Registering for remote notifications is another thing", .behaviour("R1"))
    func remoteOnly() {
        let device = device()
        device.registerForPushes(appB)
        device.home()
        #expect(device.outcome(device.call(appB)) == .dropped(.voipPushesNotAsked))
        #expect(
            device.outcome(device.receive(appA, alert: true)) == .dropped(.pushesNotRegistered))
    }

    @Test("Without the mode an app can't ask, and is told why", .behaviour("O4"))
    func undeclared() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.askForCalls(appA)
        #expect(device.reasons(appA).contains(.modeNotDeclared))
        let told = try #require(device.heard[appA]?.last)
        guard case .push(.voipNotRegistered(let why)) = told else {
            Issue.record("it was told \(told)")
            return
        }
        #expect(why.contains("\"voip\"") && why.contains("Info.plist"))
        #expect(device.stored["pushes/A.voip"] == nil)
    }

    @Test("Its token is another one, and lasts as that of remote notifications", .behaviour("R1"))
    func tokens() throws {
        let device = device()
        device.open(appA)
        device.registerForPushes(appA)
        #expect(device.gateway.requested == [.voip(appA), .remote(appA)])
        device.send(.issued(.voip(appA), token: "c1"))
        device.send(.issued(.remote(appA), token: "r1"))
        #expect(device.machine.pushToken(of: appA, .voip) == "c1")
        #expect(device.machine.pushToken(of: appA) == "r1")
        #expect(device.heard[appA]?.contains(.push(.voipRegistered(token: "c1"))) == true)
        try device.restartDaemon()
        #expect(device.machine.pushToken(of: appA, .voip) == "c1")
        device.askForCalls(appA)
        #expect(device.heard[appA]?.last == .push(.voipRegistered(token: "c1")))
        device.askForCalls(appA, false)
        device.send(.connected)
        #expect(device.gateway.retired == [.voip(appA)])
        device.send(.retired(.voip(appA)))
        #expect(device.stored["pushes/A.voip"] == nil && device.stored["pushes/A"] != nil)
    }

    @Test("With another gateway the token is no more, and the app is told so", .behaviour("R1"))
    func anotherAccount() {
        let device = device()
        device.open(appA)
        device.send(.issued(.voip(appA), token: "c1"))
        device.send(.account("another"))
        #expect(device.heard[appA]?.last == .push(.voipInvalidated))
        device.send(.connected)
        device.send(.issued(.voip(appA), token: "c2"))
        #expect(device.heard[appA]?.last == .push(.voipRegistered(token: "c2")))
    }

    @Test("An app whose id is a topic of another's calls gets no token for remote notifications")
    func ambiguous() {
        let other = AppID(literal: "A.voip")
        let device = device()
        device.install(.test(other))
        device.open(other)
        device.registerForPushes(other)
        guard case .push(.notRegistered(let why))? = device.heard[other]?.last else {
            Issue.record("it was told \(device.heard[other, default: []])")
            return
        }
        #expect(why.contains(".voip"))
        #expect(device.machine.pushes.isRegistered(.voip(appA)))
        #expect(!device.machine.isRegisteredForPushes(other))
    }

    @Test("Uninstalled, both tokens go", .behaviour("R1"))
    func uninstalled() {
        let device = device()
        device.open(appA)
        device.registerForPushes(appA)
        device.ask { .uninstall(appA, $0) }
        #expect(Set(device.gateway.retired) == [.remote(appA), .voip(appA)])
    }

    @Test("It has thirty seconds, and not more", .behaviour("R5"))
    func limit() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        let push = device.call(appA)
        device.advance(by: .seconds(29))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.result(push) != nil && device.result(push) != .completedNewData)
    }

    @Test("Before the first unlock it waits for that", .behaviour("U3"))
    func firstUnlock() {
        let device = device()
        device.passcode(.set)
        device.restartDevice()
        device.send(.account("me"))
        device.send(.connected)
        let push = device.call(appA)
        #expect(device.gateway.acknowledged == [1])
        device.advance(by: .seconds(3_600))
        #expect(device.spawns(appA) == 1)
        device.passcode(.accepted)
        #expect(device.result(push) == .completedNewData)
    }

    @Test("A daemon that dies before its app is woken leaves it to the next", .behaviour("W4"))
    func daemonDies() throws {
        let device = device()
        device.passcode(.set)
        device.restartDevice()
        device.send(.account("me"))
        device.send(.connected)
        device.call(appA)
        try device.restartDaemon()
        device.passcode(.accepted)
        #expect(device.calls(appA).filter { $0 == "didReceiveIncomingPush" }.count == 1)
        #expect(device.machine.pushes.pending.isEmpty)
    }

    @Test("Those for an app that fails wait for its next launch, each for itself", .behaviour("W5"))
    func crashed() {
        let device = device()
        // Not as one that waits for calls: that is launched again by itself (V6).
        device.die(appA, .signalled(11))
        let first = device.call(appA)
        let second = device.call(appA)
        guard case .heldByCrash? = device.outcome(first) else {
            Issue.record("\(String(describing: device.outcome(first)))")
            return
        }
        #expect(device.machine.why(appA)?.pending.contains { $0.rule == .w5 } == true)
        device.advance(by: .seconds(900))
        #expect(device.result(first) == .completedNewData)
        #expect(device.result(second) == .completedNewData)
    }

    @Test("Sixty-four calls wait for an app that fails, and the next is dropped", .behaviour("W5"))
    func most() {
        let device = device()
        device.die(appA, .signalled(11))
        let calls = (0...64).map { _ in device.call(appA) }
        let isHeld = calls.map {
            if case .heldByCrash? = device.outcome($0) { true } else { false }
        }
        #expect(isHeld == Array(repeating: true, count: 64) + [false])
        #expect(device.outcome(calls[64]) == .dropped(.tooManyWakes))
    }

    @Test("A profile that doesn't know the mode gives no token for calls", .behaviour("O4"))
    func unknownToProfile() {
        var profile = PolicyProfile.ios8
        profile.backgroundModes.removeAll { $0 == .voip }
        let device = device(profile)
        #expect(device.reasons(appA).contains(.modeUnknownToProfile))
        #expect(device.outcome(device.call(appA)) == .dropped(.voipPushesNotAsked))
    }

    @Test("One that has expired meanwhile is dropped")
    func expired() {
        let device = device()
        device.die(appA, .signalled(11))
        let push = device.call(appA, expires: Interval.milliseconds(1))
        device.advance(by: .seconds(900))
        #expect(device.outcome(push) == .dropped(.pushExpired))
    }

    @Test("A newer one of its collapse id takes the place of one that waits")
    func collapsed() {
        let device = device()
        device.die(appA, .signalled(11))
        let first = device.call(appA, collapse: "ring")
        let second = device.call(appA, collapse: "ring")
        #expect(device.outcome(first) == .merged(into: second))
    }

    @Test("One that comes as the device shuts down comes to its app after the restart")
    func shutDown() {
        let device = device()
        device.behaviours[appB] = AppBehaviour(ignores: ["didEnterBackground", "willTerminate"])
        device.send(.shutDown(device.newTicket()))
        let push = device.call(appA)
        #expect(device.outcome(push) == .held(until: nil))
        device.restartDevice()
        #expect(device.result(push) == .completedNewData)
    }

    @Test("Why there is none, and what to do, is told", .behaviour("D2"))
    func why() throws {
        let device = device()
        let now = device.now
        let cause = WakeCause.push(PayloadHandle(0), type: .voip)
        let none = try #require(device.machine.whyNot(appB, cause, at: now))
        #expect(none.sentence.contains("has not asked for voip pushes"))
        let some = try #require(device.machine.whyNot(appA, cause, at: now))
        #expect(some.sentence.hasPrefix("Nothing keeps A from being woken for a voip push now."))
        #expect(WakeKind(rawValue: "voipPush") == .voipPush)
        device.call(appA)
        let receipt = try #require(device.machine.pushReceipts.last)
        #expect(receipt.sentence.hasPrefix("Voip push 1 woke its app"))
    }
}

extension TestDevice {
    /// A server calls.
    @discardableResult
    fileprivate func call(
        _ app: AppID, collapse: String? = nil, expires: Interval? = nil
    ) -> PushID {
        gateway.sequence += 1
        let origin = PushOrigin(
            sequence: gateway.sequence, id: "id-\(gateway.sequence)", collapse: collapse,
            expires: expires.map { now.wall + $0 })
        let push = NewPush(
            app: app, type: .voip, contentAvailable: false, payload: newPayload(), origin: origin)
        send(.push(push, nil))
        run()
        return PushID(machine.pushes.last)
    }

    /// A tool does.
    fileprivate func callByTool(_ app: AppID) -> Answer? {
        ask {
            .push(
                NewPush(
                    app: app, type: .voip, contentAvailable: false,
                    payload: PayloadHandle($0.value)), $0)
        }
    }

    /// - Parameter wants: it wants none any more without.
    fileprivate func askForCalls(_ app: AppID, _ wants: Bool = true) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) {
            .pushService(
                .asked(
                    app, process.launch, request: $0, wants ? .registerVoIP : .unregisterVoIP))
        }
    }
}
